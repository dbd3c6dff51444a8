import { createHmac, timingSafeEqual } from "node:crypto";

const PURPOSE = "andon hand on v1";
const LINE_PURPOSE = "andon channel v1";

/**
 * Proves that a text comes from a process with the same SECRETS_KEY. What travels is not the key, and not what it
 * was made from; bodies are not sealed.
 */
export class MessageAuth {
  readonly #key: Uint8Array;
  readonly #lineKey: Uint8Array;

  constructor(secretsKey: Uint8Array) {
    this.#key = createHmac("sha256", secretsKey).update(PURPOSE).digest();
    this.#lineKey = createHmac("sha256", secretsKey).update(LINE_PURPOSE).digest();
  }

  /** A key of 32 bytes that only those with the same SECRETS_KEY can make of the same text. */
  keyOf(text: string): Uint8Array {
    return createHmac("sha256", this.#lineKey).update(text).digest();
  }

  of(text: string): string {
    return this.#digest(text).toHex();
  }

  /** Takes the same time for every wrong one. */
  fits(text: string, auth: string | null): boolean {
    if (auth === null || !/^[0-9a-f]{64}$/.test(auth)) return false;
    return timingSafeEqual(Uint8Array.fromHex(auth), this.#digest(text));
  }

  #digest(text: string): Uint8Array {
    return new Uint8Array(createHmac("sha256", this.#key).update(text).digest());
  }
}
