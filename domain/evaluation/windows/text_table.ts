import type { HistoryRing } from "./history_ring.ts";

/** Texts by number, each once, so that a ring of numbers can hold them. */
export class TextTable {
  readonly #texts: string[] = [];
  readonly #places = new Map<string, number>();

  placeOf(text: string): number {
    let place = this.#places.get(text);
    if (place === undefined) {
      place = this.#texts.push(text) - 1;
      this.#places.set(text, place);
    }
    return place;
  }

  textAt(place: number): string {
    return this.#texts[place] ?? "";
  }

  copy(): TextTable {
    const copy = new TextTable();
    for (const text of this.#texts) copy.placeOf(text);
    return copy;
  }

  /** The texts that are still in the ring, whose rows get their new numbers. */
  only({ value, head, end }: HistoryRing): TextTable {
    const kept = new TextTable();
    for (let row = head; row < end; row++) {
      const place = value[row] ?? NaN;
      if (!Number.isNaN(place)) value[row] = kept.placeOf(this.textAt(place));
    }
    return kept;
  }
}
