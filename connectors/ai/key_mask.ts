/** Shorter keys are placeholders for servers without keys, such as "none", which occur in ordinary text. */
const MIN_KEY_LENGTH = 12;
const MASK = "[key]";

/** Masks a provider's API key in the texts of its server, since answers are shown and logged. */
export class KeyMask {
  readonly #key: string | undefined;
  #held = "";

  constructor(apiKey: string | null) {
    if (apiKey !== null && apiKey.length >= MIN_KEY_LENGTH) this.#key = apiKey;
  }

  mask(text: string): string {
    return this.#key === undefined ? text : text.replaceAll(this.#key, MASK);
  }

  /** Masks a text that comes in chunks: holds back an end that may be the start of the key. */
  maskChunk(text: string): string {
    const all = this.mask(this.#held + text);
    const heldLength = this.#keyPrefixLength(all);
    this.#held = all.slice(all.length - heldLength);
    return all.slice(0, all.length - heldLength);
  }

  /** Returns what was held back, at the end of the text. */
  rest(): string {
    const held = this.#held;
    this.#held = "";
    return held;
  }

  /** How many characters at the end of a text are a prefix of the key. */
  #keyPrefixLength(text: string): number {
    if (this.#key === undefined) return 0;
    for (let length = Math.min(this.#key.length - 1, text.length); length > 0; length--) {
      if (text.endsWith(this.#key.slice(0, length))) return length;
    }
    return 0;
  }
}
