import { z } from "zod";
import { connectorOf, SOURCE_KINDS } from "../../connectors/sources.ts";
import { type Item, type Kind, KINDS, kindsOf, type Noun } from "./noun.ts";
import { NOUNS } from "./nouns.ts";
import { isItem } from "./references.ts";
import { isSecretMap, secretReference } from "./secrets.ts";

/** The JSON schema of all files of a folder, by which an editor completes and checks them. */
export function plantSchema(): Item {
  const ids = z.object(Object.fromEntries(KINDS.map((kind) => [kind, z.array(NOUNS[kind].schema)])));
  const bodies = asJson(ids.extend({ secret: secretReference }));
  const { properties, $defs } = bodies as { properties: Record<string, Item>; $defs: Item };
  const secret = properties.secret!;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Andon: plant as code",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(KINDS.map((kind): [Kind, Item] => {
      const noun = NOUNS[kind], item = itemSchema(noun, properties[kind]!.items as Item, secret);
      return [kind, noun.isSingle ? item : { type: ["array", "null"], items: item }];
    })),
    $defs: { ...$defs, ...sourceConfigs() },
  };
}

function asJson(schema: z.ZodType): Item {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })));
}

/** The schema of a body with names in place of ids, and references in place of secrets. */
function itemSchema(noun: Noun, body: Item, secret: Item): Item {
  let schema = body;
  for (const reference of noun.references) {
    const [kind] = kindsOf(reference);
    schema = withReference(schema, reference.at.split("."), {
      as: reference.as,
      name: nameSchema(NOUNS[kind!]),
    });
  }
  const { secrets } = noun, properties = { ...schema.properties as Item };
  if (secrets !== undefined) {
    properties[secrets.field] = isSecretMap(noun)
      ? { type: "object", additionalProperties: secret, description: "By their names" }
      : secret;
  }
  const required = (schema.required as string[] ?? []).filter((name) => name !== secrets?.field);
  if (noun.kind !== "sources") return { ...schema, properties, required };
  const config = { anyOf: SOURCE_KINDS.map((kind) => ({ $ref: `#/$defs/source_${kind}` })) };
  return { ...schema, properties: { ...properties, kind: { enum: SOURCE_KINDS }, config }, required };
}

function withReference(schema: Item, [part, ...rest]: string[], found: { as: string; name: Item }): Item {
  if (part === undefined) return found.name;
  if (part === "*" && isItem(schema.items)) {
    return { ...schema, items: withReference(schema.items, rest, found) };
  }
  const branches = schema.anyOf;
  if (Array.isArray(branches)) {
    return {
      ...schema,
      anyOf: branches.map((each) =>
        each.type === "null" ? each : withReference(each, [part, ...rest], found)
      ),
    };
  }
  const { properties, required } = schema as { properties?: Record<string, Item>; required?: string[] };
  const field = properties?.[part];
  if (properties === undefined || field === undefined) return schema;
  const isLast = rest.every((each) => each === "*"), called = isLast ? found.as : part;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, own]) =>
        name === part ? [called, replaced(own, rest, found)] : [name, own]
      ),
    ),
    ...required && { required: required.map((name) => name === part ? called : name) },
  };
}

/** A field that may be null stays so. */
function replaced(field: Item, rest: string[], found: { as: string; name: Item }): Item {
  if (rest.length > 0) return withReference(field, rest, found);
  const mayBeNull = Array.isArray(field.anyOf) && field.anyOf.some(({ type }) => type === "null");
  return mayBeNull ? { anyOf: [found.name, { type: "null" }] } : found.name;
}

function nameSchema({ key, references, one }: Noun): Item {
  if (key.length === 1) return { type: "string", description: `The name of the ${one}` };
  const properties = key.map((field): [string, Item] => {
    const reference = references.find(({ as }) => as === field);
    return [field, reference === undefined ? { type: "string" } : nameSchema(NOUNS[kindsOf(reference)[0]!])];
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: [...key],
    additionalProperties: false,
  };
}

/** The settings of each kind of source. */
function sourceConfigs(): Item {
  return Object.fromEntries(SOURCE_KINDS.map((kind) => {
    const { $schema: _, ...schema } = asJson(connectorOf(kind).given);
    return [`source_${kind}`, { title: connectorOf(kind).label, ...schema }];
  }));
}
