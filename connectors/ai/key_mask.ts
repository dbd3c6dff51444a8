/** Shorter keys are such as servers without keys are given: words that stand in answers too. */
const LEAST_KEY = 12;
const MASK = "[key]";

/** Takes a provider's key out of what its server says, for answers are shown and logged. */
export class KeyMask {
  readonly #key: string | undefined;
  #held = "";

  constructor(apiKey: string | null) {
    if (apiKey !== null && apiKey.length >= LEAST_KEY) this.#key = apiKey;
  }

  masked(text: string): string {
    return this.#key === undefined ? text : text.replaceAll(this.#key, MASK);
  }

  /** The same of a text in pieces: an end that may be the beginning of the key is kept for the next one. */
  piece(text: string): string {
    const all = this.masked(this.#held + text);
    const kept = this.#beginnings(all);
    this.#held = all.slice(all.length - kept);
    return all.slice(0, all.length - kept);
  }

  /** What was kept, at the end. */
  rest(): string {
    const held = this.#held;
    this.#held = "";
    return held;
  }

  /** How many characters at the end of a text the key begins with. */
  #beginnings(text: string): number {
    if (this.#key === undefined) return 0;
    for (let length = Math.min(this.#key.length - 1, text.length); length > 0; length--) {
      if (text.endsWith(this.#key.slice(0, length))) return length;
    }
    return 0;
  }
}
