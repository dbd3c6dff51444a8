import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { keyText } from "../store/size.ts";

/** Adds up changes, one sum per counter; zero sums are omitted. */
export class Sums {
  readonly #sums = new Map<string, { key: Key; value: number }>();

  add(key: Key, value: number): void {
    const text = keyText(key);
    this.#sums.set(text, { key, value: value + (this.#sums.get(text)?.value ?? 0) });
  }

  mutations(): Mutation[] {
    const changed = [...this.#sums.values()].filter(({ value }) => value !== 0);
    return changed.map(({ key, value }) => ({ type: "sum", key, value }));
  }
}
