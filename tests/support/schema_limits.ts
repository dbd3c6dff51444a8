// deno-lint-ignore no-explicit-any -- a JSON schema, as the document has it
type Schema = any;
export type Path = (string | number)[];

/** One value for one place of a body or query: at a limit, or one beyond it. */
export interface Trial {
  /** The limit wherever it stands: `rules.[].rule_name maxLength`. */
  limit: string;
  side: "at" | "beyond";
  /** Where the value goes. */
  path: Path;
  /** The value; undefined: the place is left out. */
  value: unknown;
  /** The path that a refusal must name. */
  told: string;
}

/** What the generator cannot know of a place, by its name without indices. */
export interface Hints {
  /** A text of so many characters, made of one, in place of a valid one; undefined: none such is taken there. */
  text(place: string, wanted: { character: string; length: number; like?: unknown }): string | undefined;
  /** Whether the rest of a body needs the value, so that null, which the schema allows, does not fit there. */
  isNeeded?(place: string, like: unknown): boolean;
  /** The key of one of many pairs. */
  key(place: string, index: number): string;
  /** One of many items, told apart where they must be. */
  item(place: string, like: unknown, index: number): unknown;
}

/** Two UTF-16 units each, one character: a letter for patterns of letters. */
export const BEYOND_BMP = "𝒜";

export interface Place {
  path: Path;
  /** `rules.[].conditions.[]|0.value`: indices are `[]`, keys of maps `{}`, branches of a union `|0`. */
  name: string;
}

/** A place, and the valid value that stands there. */
export interface HeldPlace {
  place: Place;
  /** Without `$ref`. */
  schema: Schema;
  value: unknown;
}

const ROOT: Place = { path: [], name: "" };

/** The limits of a document's schemas, and values to try each of them with. */
export class SchemaLimits {
  constructor(private readonly document: Schema, private readonly hints: Hints) {}

  /** Every limit of a schema, recursive schemas once. */
  limits(schema: Schema): Set<string> {
    const held = [...this.places(schema)].filter(({ name }) => !name.endsWith("{key}"));
    return new Set(
      held.flatMap(({ name, schema }) =>
        schema.anyOf === undefined
          ? keywordsOf(schema, name).map((keyword) => `${name} ${keyword}`)
          : [`${name} type`]
      ),
    );
  }

  /** Every place of a schema with what stands there, recursive schemas once. */
  *places(
    schema: Schema,
    name = "",
    seen: readonly string[] = [],
  ): Generator<{ name: string; schema: Schema }> {
    const { $ref } = schema;
    if (seen.includes($ref)) return;
    const resolved = this.#resolved(schema);
    yield { name, schema: resolved };
    const { anyOf = [], properties = {}, items, additionalProperties, propertyNames } = resolved;
    const inner: [string, Schema][] = [
      ...anyOf.map((branch: Schema, i: number) => [`${name}|${i}`, branch]),
      ...Object.entries(properties).map(([field, one]) => [dotted(name, field), one]),
      [dotted(name, "[]"), items],
      [dotted(name, "{}"), additionalProperties],
      [dotted(name, "{key}"), propertyNames],
    ];
    for (const [place, one] of inner) {
      if (typeof one === "object") {
        yield* this.places(one, place, $ref === undefined ? seen : [...seen, $ref]);
      }
    }
  }

  /** Values for every limit that a valid value leads to. */
  *trials(schema: Schema, value: unknown, place: Place = ROOT): Generator<Trial> {
    for (const held of this.heldPlaces(schema, value, place)) {
      if (held.schema.anyOf !== undefined) yield* this.#ofUnion(held);
      else {
        for (const keyword of keywordsOf(held.schema, held.place.name)) {
          yield* this.#ofKeyword(held.schema, { keyword, ...held });
        }
      }
    }
  }

  /** Every place that a valid value leads to, with its resolved schema and what stands there. */
  *heldPlaces(schema: Schema, value: unknown, place: Place = ROOT): Generator<HeldPlace> {
    const resolved = this.#resolved(schema);
    if (resolved.anyOf !== undefined) {
      const at = resolved.anyOf.findIndex((branch: Schema) => fits(this.#resolved(branch), value));
      if (at === -1) return;
      yield { place, schema: resolved, value };
      return yield* this.heldPlaces(resolved.anyOf[at], value, { ...place, name: `${place.name}|${at}` });
    }
    if (value === undefined) return;
    yield { place, schema: resolved, value };
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) {
        yield* this.heldPlaces(resolved.items ?? {}, item, inside(place, i, "[]"));
      }
    } else if (typeof value === "object" && value !== null) {
      yield* this.#ofFields(resolved, value, place);
    }
  }

  *#ofUnion({ schema: { anyOf }, value, place }: HeldPlace): Generator<Trial> {
    yield trial(place, "type", { side: "at", value });
    const takesObjects = anyOf.some((branch: Schema) => this.#resolved(branch).type === "object");
    yield trial(place, "type", { side: "beyond", value: takesObjects ? [] : {} });
  }

  *#ofFields(
    { properties = {}, additionalProperties }: Schema,
    value: object,
    place: Place,
  ): Generator<HeldPlace> {
    for (const [field, inner] of Object.entries(value)) {
      if (field in properties) yield* this.heldPlaces(properties[field], inner, inside(place, field, field));
      else yield* this.heldPlaces(additionalProperties ?? {}, inner, inside(place, field, "{}"));
    }
  }

  *#ofKeyword(schema: Schema, { keyword, value, place }: Tried): Generator<Trial> {
    const { at, beyond } = this.#sides(schema, { keyword, value, place });
    for (const value of at) yield trial(place, keyword, { side: "at", value });
    for (const one of beyond) {
      yield trial(place, keyword, { side: "beyond", ...(isNamed(one) ? one : { value: one }) });
    }
  }

  #sides(schema: Schema, tried: Tried): Sides {
    const { keyword, value, place } = tried;
    const limit = schema[keyword];
    switch (keyword) {
      case "maxLength":
        return { at: this.#texts(tried, limit), beyond: this.#texts(tried, limit + 1) };
      case "minLength":
        return { at: this.#texts(tried, limit), beyond: this.#texts(tried, limit - 1) };
      case "pattern":
        return ofPattern(new RegExp(limit, "u"), String(value));
      case "format":
        return { at: GOOD_TIMES, beyond: ["2030-02-30T08:15:02Z", "tomorrow"] };
      case "enum":
        return { at: limit, beyond: ["no such", 4_711] };
      case "minimum":
      case "maximum":
      case "exclusiveMinimum":
        return ofNumber(schema, keyword);
      case "minItems":
      case "maxItems":
      case "maxProperties":
        return this.#counted(tried, limit);
      case "propertyNames":
        return this.#keys(schema, tried);
      case "required":
        return { at: [value], beyond: limit.map((field: string) => ({ field, value: undefined })) };
      case "additionalProperties":
        return { at: [value], beyond: [{ field: "no_such_field", value: 1 }] };
      default:
        return ofType([schema.type].flat(), {
          value,
          isNeeded: this.hints.isNeeded?.(place.name, value) ?? false,
        });
    }
  }

  #texts({ place: { name }, value: like }: Pick<Tried, "place" | "value">, length: number): string[] {
    const texts = ["x", BEYOND_BMP].map((character) => this.hints.text(name, { character, length, like }));
    return [...new Set(texts.filter((text) => text !== undefined))];
  }

  /** So many items or pairs, made of the first. */
  #counted({ keyword, value, place: { name } }: Tried, limit: number): Sides {
    const of = (count: number): unknown => {
      const places = Array.from({ length: count }, (_, i) => i);
      if (Array.isArray(value)) return places.map((i) => this.hints.item(name, value[0], i));
      return Object.fromEntries(places.map((i) => [this.hints.key(name, i), firstOf(value)]));
    };
    return { at: [of(limit)], beyond: [of(keyword === "minItems" ? limit - 1 : limit + 1)] };
  }

  #keys({ propertyNames: { maxLength } }: Schema, { value, place }: Tried): Sides {
    const inner = { ...place, name: `${place.name}.{key}` };
    const pair = (key: string) => ({ [key]: firstOf(value) });
    const named = (key: string) => ({ field: key, value: firstOf(value) });
    return {
      at: this.#texts({ place: inner, value: undefined }, maxLength).map(pair),
      beyond: [...this.#texts({ place: inner, value: undefined }, maxLength + 1), " ", ""].map(named),
    };
  }

  #resolved(schema: Schema): Schema {
    const { $ref, oneOf, ...rest } = schema;
    if ($ref === undefined) return oneOf === undefined ? schema : { ...rest, anyOf: oneOf };
    return this.#resolved(this.document.components.schemas[schema.$ref.split("/").at(-1)]);
  }
}

interface Tried {
  keyword: string;
  value: unknown;
  place: Place;
}

interface Sides {
  at: unknown[];
  beyond: unknown[];
}

const HELD = [
  ...["maxLength", "minLength", "pattern", "format", "enum", "minimum", "maximum", "exclusiveMinimum"],
  ...["minItems", "maxItems", "maxProperties", "propertyNames"],
];

/** What a schema holds a value to. Of a branch of a union, the type is a matter of the whole union. */
function keywordsOf(schema: Schema, name: string): string[] {
  const held = HELD.filter((keyword) => schema[keyword] !== undefined);
  if (schema.type !== undefined && !/\|\d+$/.test(name)) held.push("type");
  if (schema.additionalProperties === false) held.push("additionalProperties");
  // Without its one field a wrapper of conditions is no longer one, and is told of as a comparison.
  if (schema.required?.length > 0 && Object.keys(schema.properties).length > 1) held.push("required");
  return held;
}

function ofNumber(schema: Schema, keyword: "minimum" | "maximum" | "exclusiveMinimum"): Sides {
  const limit: number = schema[keyword];
  if (keyword === "exclusiveMinimum") return { at: [1e-30], beyond: [limit, -1e-30] };
  const step = schema.type === "integer" || schema.type?.includes("integer") ? 1 : 1e-3;
  return { at: [limit], beyond: [keyword === "minimum" ? limit - step : limit + step] };
}

const GOOD_TIMES = ["2030-01-31T08:15:02Z", "2030-01-31T08:15:02.123Z"];

/** The longest texts of one character that fit, and one character more; and what fits by no means. */
function ofPattern(pattern: RegExp, value: string): Sides {
  const at = [value], beyond = ["", " ", `${value}0`, value.slice(0, -1), `${value}!`, `${value} `];
  for (const character of ["x", "Y", "0", BEYOND_BMP]) {
    const longest = LENGTHS.findLast((length) => pattern.test(character.repeat(length)));
    if (longest === undefined || longest === LENGTHS.length) continue;
    at.push(character.repeat(longest));
    beyond.push(character.repeat(longest + 1));
  }
  return { at, beyond: [...new Set(beyond)].filter((text) => !pattern.test(text)) };
}

const LENGTHS = Array.from({ length: 300 }, (_, i) => i + 1);

function ofType(types: string[], { value, isNeeded }: { value: unknown; isNeeded: boolean }): Sides {
  const isScalar = !types.some((type) => type === "object" || type === "array");
  const takesNull = types.includes("null");
  const nothing = takesNull ? { at: isNeeded ? [] : [null], beyond: [] } : { at: [], beyond: [null] };
  const other = isScalar ? [{}] : ["text"];
  const broken = types.includes("integer")
    ? [1.5, ...other]
    : types.includes("boolean")
    ? ["yes", ...other]
    : other;
  return { at: [value, ...nothing.at], beyond: [...broken, ...nothing.beyond] };
}

/** Whether a value is of a branch of a union: by its type, and an object by what it needs. */
function fits({ type, required = [], properties = {} }: Schema, value: unknown): boolean {
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  if (typeof value === "object") {
    const isOfKind = ([field, { enum: only }]: [string, Schema]) =>
      only?.length !== 1 || only[0] === Reflect.get(value, field);
    return type === "object" && required.every((field: string) => field in value) &&
      Object.entries<Schema>(properties).every(isOfKind);
  }
  return (typeof value) === (type === "integer" ? "number" : type);
}

function isNamed(value: unknown): value is { field: string; value: unknown } {
  return typeof value === "object" && value !== null && "field" in value;
}

function trial(
  { path, name }: Place,
  keyword: string,
  { side, value, field }: { side: Trial["side"]; value: unknown; field?: string },
): Trial {
  const whole = field === undefined ? path : [...path, field];
  return { limit: `${name} ${keyword}`, side, path: whole, value, told: whole.join(".") };
}

function inside({ path, name }: Place, part: string | number, shown: string): Place {
  return { path: [...path, part], name: dotted(name, shown) };
}

function dotted(name: string, part: string): string {
  return name === "" ? part : `${name}.${part}`;
}

function firstOf(map: unknown): unknown {
  return typeof map === "object" && map !== null ? Object.values(map)[0] : undefined;
}

/** A value with another at a path; undefined: without it. */
export function withValue(whole: unknown, path: Path, value: unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (Array.isArray(whole)) return whole.with(Number(part), withValue(whole[Number(part)], rest, value));
  const fields: Record<string, unknown> = { ...(typeof whole === "object" ? whole : {}) };
  const changed = withValue(fields[part], rest, value);
  if (changed !== undefined) return { ...fields, [part]: changed };
  delete fields[part];
  return fields;
}
