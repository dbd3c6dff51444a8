import { createHmac, timingSafeEqual } from "node:crypto";

const PURPOSE = "andon hand on v1";
const CHANNEL_PURPOSE = "andon channel v1";

/**
 * Proves that a text comes from a process with the same SECRETS_KEY. Neither that key nor a key derived from it
 * is sent. Bodies are encrypted and authenticated by TLS (`internal_tls.ts`).
 */
export class MessageAuth {
  readonly #key: Uint8Array;
  readonly #channelKey: Uint8Array;

  constructor(secretsKey: Uint8Array) {
    this.#key = createHmac("sha256", secretsKey).update(PURPOSE).digest();
    this.#channelKey = createHmac("sha256", secretsKey).update(CHANNEL_PURPOSE).digest();
  }

  /** A key of 32 bytes that only a process with the same SECRETS_KEY can derive from the same text. */
  keyOf(text: string): Uint8Array {
    return createHmac("sha256", this.#channelKey).update(text).digest();
  }

  sign(text: string): string {
    return this.#digest(text).toHex();
  }

  /** Constant time. */
  verify(text: string, signature: string | null): boolean {
    if (signature === null || !/^[0-9a-f]{64}$/.test(signature)) return false;
    return timingSafeEqual(Uint8Array.fromHex(signature), this.#digest(text));
  }

  #digest(text: string): Uint8Array {
    return new Uint8Array(createHmac("sha256", this.#key).update(text).digest());
  }
}
