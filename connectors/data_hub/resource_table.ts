import type { JsonCursor } from "./json_cursor.ts";

const QUOTE = 34;
const FNV_OFFSET = 0x811c9dc5, FNV_PRIME = 0x01000193;

/** Finds a resource by the bytes of its id, case-sensitively, without creating a string. */
export class ResourceTable<T> {
  readonly #resources: T[] = [];
  /** The ids, concatenated; that of resource i ends where the next one begins. */
  readonly #ids: Uint8Array;
  readonly #begins: Int32Array;
  /** Hash table with open addressing: number of a resource plus one; 0: free. */
  readonly #slots: Int32Array;
  /** By resource, the one that followed it last time, since pages list streams in a similar order. */
  readonly #next: Int32Array;
  #last = 0;

  constructor(resources: readonly (readonly [id: string, resource: T])[]) {
    const encoder = new TextEncoder(), ids = resources.map(([id]) => encoder.encode(id));
    this.#begins = new Int32Array(ids.length + 1);
    ids.forEach(({ length }, i) => this.#begins[i + 1] = this.#begins[i]! + length);
    this.#ids = new Uint8Array(this.#begins[ids.length]!);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * ids.length + 2)));
    this.#next = new Int32Array(ids.length + 1);
    resources.forEach(([, resource], i) => this.#add(ids[i]!, resource));
  }

  #add(id: Uint8Array, resource: T): void {
    this.#ids.set(id, this.#begins[this.#resources.length]);
    let slot = this.#slotOf(hashOf(id, 0, id.length));
    while (this.#slots[slot] !== 0) slot = this.#slotOf(slot + 1);
    this.#slots[slot] = this.#resources.push(resource);
  }

  /** Reads the id at the cursor and its closing quote. Undefined when no resource has it. */
  read(cursor: JsonCursor): T | undefined {
    const from = cursor.at, likely = this.#next[this.#last]!;
    const end = from + this.#begins[likely + 1]! - this.#begins[likely]!;
    if (cursor.bytes[end] === QUOTE && this.#isId(likely, cursor.bytes, from)) {
      cursor.at = end + 1;
      return this.#resources[this.#last = likely];
    }
    const number = this.#find(cursor.bytes, from, cursor.passText());
    if (number < 0) return undefined;
    this.#next[this.#last] = number;
    return this.#resources[this.#last = number];
  }

  #find(bytes: Uint8Array, from: number, to: number): number {
    for (let slot = this.#slotOf(hashOf(bytes, from, to));; slot = this.#slotOf(slot + 1)) {
      const number = this.#slots[slot]! - 1;
      if (number < 0) return number;
      const length = this.#begins[number + 1]! - this.#begins[number]!;
      if (length === to - from && this.#isId(number, bytes, from)) return number;
    }
  }

  #isId(number: number, bytes: Uint8Array, from: number): boolean {
    const ids = this.#ids, begin = this.#begins[number]!, end = this.#begins[number + 1]!;
    for (let i = begin; i < end; i++) if (ids[i] !== bytes[from + i - begin]) return false;
    return true;
  }

  #slotOf(hash: number): number {
    return hash & (this.#slots.length - 1);
  }
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = FNV_OFFSET;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, FNV_PRIME);
  return hash;
}
