import { anyCharacter, fc } from "./fast_check.ts";

// deno-lint-ignore no-explicit-any -- a JSON schema, as the document has it
type Schema = any;

/** Values that fit a schema of a document, as far as it says. */
export class SchemaArbitraries {
  readonly #named = new Map<string, fc.Arbitrary<unknown>>();

  constructor(private readonly document: Schema) {}

  /** Values that fit; conditions in conditions and the like go a few levels deep. */
  fitting(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
    if (schema.$ref !== undefined) return this.#referred(schema.$ref, depth);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined) return this.#anyOf(branches, depth);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if (schema.type === undefined) return fc.jsonValue({ maxDepth: 2 });
    const types: string[] = [schema.type].flat();
    return fc.oneof(...types.map((type) => this.#ofType(type, { schema, depth })));
  }

  /** Mostly values that fit; now and then one that is off in one place, or altogether. */
  nearly(schema: Schema, example: unknown): fc.Arbitrary<unknown> {
    const fits = fc.oneof({ weight: 4, arbitrary: this.fitting(schema) }, {
      weight: 1,
      arbitrary: fc.constant(example),
    });
    return fc.oneof(
      { weight: 5, arbitrary: fits },
      {
        weight: 3,
        arbitrary: fc.tuple(fits, fc.nat(), anything()).map(([value, at, other]) =>
          spoilt(value, { at, other })
        ),
      },
      { weight: 1, arbitrary: anything() },
    );
  }

  #referred(reference: string, depth: number): fc.Arbitrary<unknown> {
    const key = `${reference} ${Math.min(depth, DEEPEST)}`;
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const made = this.fitting(this.document.components.schemas[reference.split("/").at(-1) ?? ""], depth + 1);
    this.#named.set(key, made);
    return made;
  }

  /** Deep down only what leads no deeper. */
  #anyOf(branches: Schema[], depth: number): fc.Arbitrary<unknown> {
    const shallow = branches.filter((branch) => !JSON.stringify(branch).includes("$ref"));
    const some = depth >= DEEPEST && shallow.length > 0 ? shallow : branches;
    return fc.oneof(...some.map((branch) => this.fitting(branch, depth)));
  }

  #ofType(type: string, { schema, depth }: { schema: Schema; depth: number }): fc.Arbitrary<unknown> {
    switch (type) {
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "integer":
        return integer(schema);
      case "number":
        return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
      case "array":
        return fc.array(this.fitting(schema.items ?? {}, depth), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
        });
      case "object":
        return this.#object(schema, depth);
      default:
        return text(schema);
    }
  }

  #object({ properties = {}, required = [], additionalProperties }: Schema, depth: number) {
    const named = Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, this.fitting(inner, depth)]),
    );
    const own = fc.record(named, { requiredKeys: required });
    if (typeof additionalProperties !== "object") return own;
    const others = fc.dictionary(words(), this.fitting(additionalProperties, depth), { maxKeys: 3 });
    return fc.tuple(others, own).map(([more, value]) => ({ ...more, ...value }));
  }
}

const DEEPEST = 3;

/** Small ones mostly: they may be ids of something. */
function integer({ minimum = -10, maximum = 2 ** 31 - 1 }: Schema): fc.Arbitrary<number> {
  const most = Math.min(maximum, 2 ** 31 - 1);
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: minimum, max: Math.max(minimum, Math.min(most, 12)) }) },
    { weight: 1, arbitrary: fc.integer({ min: minimum, max: most }) },
  );
}

function text({ pattern, format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === "date-time") {
    return fc.date({ noInvalidDate: true, min: YEAR_1, max: YEAR_9999 }).map((at) => at.toISOString());
  }
  if (pattern === "\\S") {
    return fc.oneof(words(), fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 })).map((some) =>
      `x${some}`
    );
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  const longest = Math.min(maxLength, 60);
  return fc.oneof(words(), fc.string({ unit: anyCharacter, minLength, maxLength: longest })).filter((some) =>
    some.length >= minLength && some.length <= maxLength
  );
}

const YEAR_1 = new Date("0001-01-01T00:00:00Z");
const YEAR_9999 = new Date("9999-12-31T23:59:59Z");

/** What may mean something to Andon. */
function words(): fc.Arbitrary<string> {
  return fc.constantFrom(
    ...[
      "VALUE",
      "<VALUE>",
      "PUMP",
      "Own.A",
      "Own.*",
      "*",
      "WORKS",
      "NORTH",
      "SYS.TIME.HOUR",
      "80",
      "true",
    ],
    ...["fuzz", "__proto__", "constructor", "", " ", "\u0000", "\ud800", "ä", "é", "../..", "'--"],
  );
}

/** Any JSON, with values that often break programs. */
export function anything(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(null, -1, 0, 1.5, 1e308, 2 ** 53, [], {}, "", "x".repeat(3_000), [[[]]], {
      __proto__: null,
    }),
    words(),
  );
}

/** A value with one thing in it put wrong: replaced, left out, or added. */
function spoilt(value: unknown, { at, other }: { at: number; other: unknown }): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return [other];
    const index = at % value.length;
    return value.with(index, at % 3 === 0 ? other : spoilt(value[index], { at: at >> 2, other }));
  }
  if (typeof value !== "object" || value === null) return other;
  const keys = Object.keys(value);
  const key = keys[at % Math.max(1, keys.length)] ?? "unknown";
  const rest = Object.entries(value);
  if (at % 5 === 0) return Object.fromEntries(rest.filter(([name]) => name !== key));
  if (at % 5 === 1) return { ...value, unknown: other };
  return Object.fromEntries(
    rest.map(([name, inner]) => [name, name === key ? spoilt(inner, { at: at >> 3, other }) : inner]),
  );
}
