import { Refusal } from "../../domain/shared/refusal.ts";

/** Somebody whose answers are counted, and how many may be open at once. */
export interface Holder {
  key: string;
  most: number;
  /** As a refusal names it. */
  noun: string;
}

/** Counts the answers of MCP that are being computed or sent. */
export class OpenAnswers {
  readonly #open = new Map<string, number>();

  /** Counts one more for each holder. Returns what ends it. Throws UNAVAILABLE when a holder has too many. */
  begin(holders: readonly Holder[]): () => void {
    const full = holders.find(({ key, most }) => this.count(key) >= most);
    if (full !== undefined) {
      throw new Refusal(
        "UNAVAILABLE",
        `${full.most} requests of ${full.noun} are being answered already; wait until one has ended`,
      );
    }
    for (const { key } of holders) this.#open.set(key, this.count(key) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      for (const { key } of holders) this.#end(key);
    };
  }

  count(key: string): number {
    return this.#open.get(key) ?? 0;
  }

  #end(key: string): void {
    const left = this.count(key) - 1;
    if (left === 0) this.#open.delete(key);
    else this.#open.set(key, left);
  }
}
