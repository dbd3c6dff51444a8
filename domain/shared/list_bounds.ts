import { type Issue, MOST_ISSUES } from "./refusal.ts";

/** What of a JSON Schema says how many items and fields a value may have. */
export interface BoundedSchema {
  type?: string;
  $ref?: string;
  $defs?: Record<string, BoundedSchema>;
  anyOf?: BoundedSchema[];
  oneOf?: BoundedSchema[];
  maxItems?: number;
  items?: BoundedSchema;
  maxProperties?: number;
  properties?: Record<string, BoundedSchema>;
  additionalProperties?: BoundedSchema | boolean;
}

/** The limits of one place of a body: of the lists and objects that may stand there. */
interface Place {
  mostItems: number;
  items: BoundedSchema[];
  mostFields: number;
  fields: Map<string, BoundedSchema[]>;
  others: BoundedSchema[];
  /** Other fields than these are refused: `mostFields` is far above what a body of this place can need. */
  isClosed: boolean;
}

/**
 * The limits of lists and maps that a JSON Schema states, checked before a parser looks at their contents. An object with
 * hundreds of unknown fields is refused here too.
 */
export class ListBounds {
  readonly #root: BoundedSchema;
  readonly #places = new Map<BoundedSchema, Place>();

  constructor(schema: BoundedSchema) {
    this.#root = schema;
  }

  /** An issue for each list and map that is too long. What is inside of it is not looked at. */
  issues(value: unknown): Issue[] {
    const found: Issue[] = [];
    this.#look(value, { schemas: [this.#root], path: "", found });
    return found;
  }

  #look(value: unknown, at: { schemas: BoundedSchema[]; path: string; found: Issue[] }): void {
    const { schemas, path, found } = at;
    if (typeof value !== "object" || value === null || found.length >= MOST_ISSUES) return;
    const place = this.#placeOf(schemas);
    if (Array.isArray(value)) {
      if (value.length > place.mostItems) {
        found.push({ path, message: takesAtMost(place.mostItems, "items") });
      } else if (place.items.length > 0) {
        value.forEach((item, i) => this.#look(item, { schemas: place.items, path: joined(path, i), found }));
      }
      return;
    }
    const names = Object.keys(value);
    if (names.length > place.mostFields) {
      found.push(
        ...(place.isClosed
          ? unknownFields(names.filter((name) => !place.fields.has(name)), path)
          : [{ path, message: takesAtMost(place.mostFields, "entries") }]),
      );
      return;
    }
    for (const name of names) {
      const schemas = place.fields.get(name) ?? place.others;
      if (schemas.length > 0) {
        this.#look(Reflect.get(value, name), { schemas, path: joined(path, name), found });
      }
    }
  }

  /** One schema is the usual case; several stand where branches of a union name the same field. */
  #placeOf(schemas: BoundedSchema[]): Place {
    const [one, another] = schemas;
    if (one === undefined || another !== undefined) {
      return placeOfBranches(schemas.flatMap((schema) => this.#branches(schema)));
    }
    let place = this.#places.get(one);
    if (place === undefined) this.#places.set(one, place = placeOfBranches(this.#branches(one)));
    return place;
  }

  /** The schema behind references and unions. */
  #branches(schema: BoundedSchema): BoundedSchema[] {
    const { $ref, anyOf, oneOf } = schema;
    if ($ref !== undefined) return this.#branches(this.#referred($ref));
    const branches = anyOf ?? oneOf;
    return branches === undefined ? [schema] : branches.flatMap((branch) => this.#branches(branch));
  }

  #referred(reference: string): BoundedSchema {
    const name = reference.split("/").at(-1) ?? "";
    return reference === "#" ? this.#root : this.#root.$defs?.[name] ?? {};
  }
}

/** A value of a type that no branch takes has no limit here: the parser refuses it without looking inside. */
function placeOfBranches(branches: BoundedSchema[]): Place {
  const place: Place = {
    ...{ mostItems: Infinity, items: [], mostFields: Infinity, fields: new Map(), others: [] },
    isClosed: false,
  };
  const lists = branches.filter(({ type }) => type === "array");
  const objects = branches.filter(({ type }) => type === "object");
  if (lists.length > 0) place.mostItems = Math.max(...lists.map(({ maxItems = Infinity }) => maxItems));
  if (objects.length > 0) {
    place.mostFields = Math.max(...objects.map(({ maxProperties = Infinity }) => maxProperties));
  }
  place.items.push(...lists.flatMap(({ items = [] }) => items));
  for (const { properties = {}, additionalProperties } of objects) {
    for (const [name, schema] of Object.entries(properties)) {
      place.fields.set(name, [...place.fields.get(name) ?? [], schema]);
    }
    if (typeof additionalProperties === "object") place.others.push(additionalProperties);
  }
  place.isClosed = objects.length > 0 && objects.every((one) => one.additionalProperties === false);
  if (place.isClosed) place.mostFields = place.fields.size + MOST_ISSUES;
  return place;
}

function unknownFields(names: string[], path: string): Issue[] {
  return names.slice(0, MOST_ISSUES).map((name) => (
    { path: joined(path, name), message: `Unknown field "${name}"` }
  ));
}

function joined(path: string, name: string | number): string {
  return path === "" ? String(name) : `${path}.${name}`;
}

function takesAtMost(most: number, nouns: string): string {
  return `Takes at most ${most.toLocaleString("en-US")} ${nouns}`;
}
