import { byText } from "../../domain/shared/text.ts";
import type { Item, Kind, Name, Noun } from "./noun.ts";
import { isItem } from "./references.ts";

/** The ids of things by their names, and the other way. */
export class Names {
  readonly #ids = new Map<string, string | number>();
  readonly #names = new Map<string, Name>();
  readonly #planned = new Set<string>();
  #next = Number.MAX_SAFE_INTEGER;

  add(kind: Kind, name: Name, id: string | number): void {
    this.#ids.set(keyOf(kind, name), id);
    this.#names.set(keyOf(kind, String(id)), name);
  }

  /** Gives a thing that will be created an id that stands for its own until then. */
  plan({ kind, key, id }: Noun, name: Name): void {
    const planned = key[0] === id && typeof name === "string" ? name : this.#next--;
    this.add(kind, name, planned);
    this.#planned.add(`${kind} ${planned}`);
  }

  /** The thing is created, and has an id of its own. */
  created(kind: Kind, name: Name, id: string | number): void {
    const planned = this.idOf(kind, name);
    this.#planned.delete(`${kind} ${planned}`);
    this.add(kind, name, id);
  }

  idOf(kind: Kind, name: Name): string | number | undefined {
    return this.#ids.get(keyOf(kind, name));
  }

  nameOf(kind: Kind, id: unknown): Name | undefined {
    return this.#names.get(keyOf(kind, String(id)));
  }

  /** Whether the id only stands for one. */
  isPlanned(kind: Kind, id: string | number): boolean {
    return this.#planned.has(`${kind} ${id}`);
  }
}

/** How a file calls the thing; undefined if it lacks a field of its name. */
export function nameOf({ key }: Noun, item: Item): Name | undefined {
  const values = key.map((field) => [field, item[field]] as const);
  if (!values.every(([, value]) => isName(value))) return undefined;
  if (values.length === 0) return "";
  return values.length === 1 ? values[0]![1] as string : Object.fromEntries(values);
}

/** `Utilities/Pump pressure`, without quotes. */
export function nameText(name: Name): string {
  return typeof name === "string"
    ? name
    : Object.values(name).map((part) => nameText(part as Name)).join("/");
}

/** `template "Utilities/Pump pressure"`; of which there is one, its noun. */
export function thingText({ one, isSingle }: Noun, name: Name): string {
  return isSingle ? one : `${one} "${nameText(name)}"`;
}

function isName(value: unknown): value is Name {
  if (typeof value === "string") return value !== "";
  return isItem(value) && Object.values(value).every(isName);
}

function keyOf(kind: Kind, name: Name): string {
  return `${kind} ${canonical(name)}`;
}

function canonical(name: Name): string {
  if (typeof name === "string") return JSON.stringify(name);
  const parts = Object.entries(name).sort(([one], [other]) => byText(one, other));
  return `{${parts.map(([field, part]) => `${field}:${canonical(part as Name)}`).join()}}`;
}
