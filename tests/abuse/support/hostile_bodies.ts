import { BODIES } from "../../contract/limit_bodies.ts";
import { HINTS } from "../../contract/limit_hints.ts";
import type { Json } from "../../contract/support.ts";
import { type HeldPlace, type Path, SchemaLimits, withValue } from "../../support/schema_limits.ts";

export interface HostileBody {
  /** Where and how it is bad: `rules: many times {}`. */
  what: string;
  /** Made when it is sent: many are large. */
  make(): string | Uint8Array<ArrayBuffer>;
}

/** Stands where a text of the test's own comes. */
const MARK = "@place@";
/** What patterns, searches and parsers may stumble over. */
const CHARACTERS = ["x", " ", "*", ".", "<A", "\\u0000", "\\ud800"];

/** Bodies of up to so many bytes, each as bad as it can be in one way. No path may accept one. */
export class HostileBodies {
  readonly #limits: SchemaLimits;

  constructor(private readonly document: Json, private readonly bytes: number) {
    this.#limits = new SchemaLimits(document, HINTS);
  }

  /** For an operation of the document that takes a body, `POST /api/packages`. */
  *of(line: string): Generator<HostileBody> {
    const [method, path] = line.split(" ");
    const { content } = this.document.paths[path][method.toLowerCase()].requestBody;
    yield* this.forAny();
    const seen = new Set<string>();
    for (const valid of BODIES[line]?.(1) ?? []) {
      const places = [...this.#limits.heldPlaces(content["application/json"].schema, valid)];
      yield* this.#longTexts(valid, places);
      yield { what: "values of other types", make: () => JSON.stringify(otherTypes(valid)) };
      for (const held of places.filter(({ place }) => !seen.has(place.name))) {
        seen.add(held.place.name);
        yield* this.#at(held, { valid, places });
      }
    }
  }

  /** Whatever the path. */
  *forAny(): Generator<HostileBody> {
    yield { what: "many unknown fields", make: () => `{${this.#many((index) => `"f${index}":0`)}}` };
    yield { what: "arrays in arrays", make: () => `{"deep":${this.#nested("[", "0", "]")}}` };
    yield { what: "objects in objects", make: () => `{"deep":${this.#nested('{"a":', "0", "}")}}` };
    yield { what: "brackets without end", make: () => "[".repeat(this.bytes) };
    yield { what: "one field many times", make: () => `{${this.#many(() => '"no_such_field":"x"')}}` };
    yield { what: "a long number", make: () => `{"no_such_field":${"9".repeat(this.bytes - 20)}}` };
    yield {
      what: "prototypes",
      make: () => '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"x":1}}}',
    };
    yield { what: "no UTF-8", make: () => new Uint8Array(this.bytes).fill(0xff) };
    yield { what: "only spaces", make: () => " ".repeat(this.bytes) };
  }

  *#longTexts(valid: Json, places: HeldPlace[]): Generator<HostileBody> {
    const texts = places.filter(({ value }) => typeof value === "string");
    if (texts.length === 0) return;
    const marked = JSON.stringify(
      texts.reduce<unknown>((body, { place }) => withValue(body, place.path, MARK), valid),
    );
    for (const character of CHARACTERS) {
      const times = Math.floor(this.bytes / 2 / texts.length / character.length);
      const make = () => marked.replaceAll(MARK, () => `${character.repeat(times)}!`);
      yield { what: `texts of many "${character}"`, make };
    }
  }

  *#at(held: HeldPlace, { valid, places }: { valid: Json; places: HeldPlace[] }): Generator<HostileBody> {
    const [before, after] = aroundMark(valid, held.place.path);
    for (const [what, make] of [...this.#tooMany(held.value), ...this.#tooDeep(held, places)]) {
      yield { what: `${held.place.name || "the body"}: ${what}`, make: () => before + make() + after };
    }
  }

  *#tooMany(value: unknown): Generator<[what: string, make: () => string]> {
    if (Array.isArray(value)) {
      for (const item of new Set(["{}", "[]", JSON.stringify(value[0] ?? null)])) {
        yield [`many times ${item.slice(0, 20)}`, () => `[${this.#many(() => item)}]`];
      }
    } else if (typeof value === "object" && value !== null) {
      const [before, after] = JSON.stringify({ ...value, [MARK]: 0 }).split(`"${MARK}":0`);
      yield ["many fields", () => before + this.#many((index) => `"f${index}":0`) + after];
    }
  }

  /** By each field that leads from a place to another of the same schema. */
  *#tooDeep(
    { place, schema, value }: HeldPlace,
    places: HeldPlace[],
  ): Generator<[what: string, make: () => string]> {
    if (schema.anyOf === undefined) return;
    for (
      const inner of places.filter((one) => one.schema === schema && isInside(one.place.path, place.path))
    ) {
      const [open, close] = aroundMark(value, inner.place.path.slice(place.path.length));
      yield [`deep by ${open}`, () => this.#nested(open, JSON.stringify(value), close)];
    }
  }

  #many(item: (index: number) => string): string {
    const count = Math.floor(this.bytes * 0.9 / (item(99_999).length + 1));
    return Array.from({ length: count }, (_, index) => item(index)).join();
  }

  #nested(open: string, core: string, close: string): string {
    const depth = Math.floor((this.bytes * 0.9 - core.length) / (open.length + close.length));
    return open.repeat(depth) + core + close.repeat(depth);
  }
}

function isInside(path: Path, outer: Path): boolean {
  return path.length > outer.length && outer.every((part, index) => path[index] === part);
}

/** A value's JSON before and after what stands at a path. */
function aroundMark(value: unknown, path: Path): string[] {
  return JSON.stringify(withValue(value, path, MARK)).split(`"${MARK}"`);
}

/** Each value becomes one that no place takes. */
function otherTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(otherTypes);
  if (typeof value !== "object" || value === null) return { other: [value] };
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, otherTypes(inner)]));
}
