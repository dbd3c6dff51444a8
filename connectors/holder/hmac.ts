import { hash } from "node:crypto";

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/**
 * HMAC-SHA256 (RFC 2104) of short texts under one key, as node:crypto's `createHmac` gives it, which makes a stream of
 * each and takes three times as long.
 */
export class Hmac {
  #inner = new Uint8Array(BLOCK_BYTES + 4_096);
  readonly #outer = new Uint8Array(BLOCK_BYTES + DIGEST_BYTES);

  /** RangeError for a key of more than 64 bytes. */
  constructor(key: Uint8Array) {
    if (key.length > BLOCK_BYTES) throw new RangeError(`The key has ${key.length} bytes, more than a block`);
    for (let i = 0; i < BLOCK_BYTES; i++) {
      this.#inner[i] = 0x36 ^ (key[i] ?? 0);
      this.#outer[i] = 0x5c ^ (key[i] ?? 0);
    }
  }

  /** In hex. */
  of(text: string): string {
    const inner = this.#roomFor(text);
    const { written } = new TextEncoder().encodeInto(text, inner.subarray(BLOCK_BYTES));
    const digest = hash("sha256", inner.subarray(0, BLOCK_BYTES + written), "hex");
    this.#outer.subarray(BLOCK_BYTES).setFromHex(digest);
    return hash("sha256", this.#outer, "hex");
  }

  #roomFor({ length }: string): Uint8Array {
    const needed = BLOCK_BYTES + 3 * length;
    if (this.#inner.length >= needed) return this.#inner;
    const larger = new Uint8Array(needed);
    larger.set(this.#inner.subarray(0, BLOCK_BYTES));
    return this.#inner = larger;
  }
}
