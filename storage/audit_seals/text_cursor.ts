import type { Key } from "../../domain/shared/commit.ts";
import type { KvStore } from "../store/store.ts";
import { decoded, firstText, isDamaged } from "./first_key.ts";

const MOST_AT_ONCE = 500;

/** A record under a key of a noun and a text. */
export interface TextEntry {
  id: string;
  value: unknown;
  /** Its value cannot be decoded. */
  isDamaged: boolean;
}

/** The records of a noun in the order of their ids, read in small parts, past those that cannot be decoded. */
export class TextCursor {
  #page: TextEntry[] = [];
  #at = 0;
  #start: Key | undefined;
  #after: string | undefined;
  #isLast = false;
  #atOnce = MOST_AT_ONCE;

  constructor(readonly store: KvStore, readonly noun: string) {}

  /** The id of the entry that `peek()` returned last; every smaller one is passed. */
  get next(): string {
    return this.#page[this.#at]?.id ?? (this.#isLast ? "\uffff" : "");
  }

  async peek(): Promise<TextEntry | undefined> {
    while (this.#at >= this.#page.length && !this.#isLast) await this.#read();
    return this.#page[this.#at];
  }

  pass(): void {
    this.#at++;
  }

  async *rest(): AsyncGenerator<TextEntry> {
    for (let entry = await this.peek(); entry !== undefined; entry = await this.peek()) {
      yield entry;
      this.pass();
    }
  }

  async #read(): Promise<void> {
    const { store, noun } = this, limit = this.#atOnce;
    const reading = store.list({ prefix: [noun], start: this.#start, limit });
    const found = await decoded<Awaited<typeof reading> | undefined>(reading, () => undefined);
    this.#at = 0;
    if (found === undefined) {
      this.#page = [];
      this.#atOnce = Math.ceil(limit / 2);
      if (limit === 1) await this.#readDamaged();
      return;
    }
    this.#atOnce = Math.min(MOST_AT_ONCE, 2 * limit);
    this.#page = found.map(({ key, value }) => ({ id: String(key[1]), value, isDamaged: false }));
    // A short page may also be one whose entries were removed meanwhile.
    this.#isLast = found.length === 0;
    const last = found.at(-1)?.key;
    if (last === undefined) return;
    this.#start = [...last, ""];
    this.#after = typeof last[1] === "string" ? last[1] : this.#after;
  }

  /** The next record is damaged. */
  async #readDamaged(): Promise<void> {
    const { store, noun } = this, after = this.#after;
    const id = await firstText(store, { noun, after });
    if (id !== undefined && await isDamaged(store, [noun, id])) {
      this.#after = id;
      this.#start = [noun, id, ""];
      this.#page = [{ id, value: undefined, isDamaged: true }];
      return;
    }
    // Its key is none that Andon writes.
    this.#start = [noun, id ?? ""];
    this.#isLast = id === undefined;
    this.#page = [{ id: `${after ?? ""} (a key beyond it)`, value: undefined, isDamaged: true }];
  }
}
