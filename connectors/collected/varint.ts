/** Whole numbers of any sign in few bytes: small ones take one. Up to 2^52. */
export class VarintWriter {
  #bytes = new Uint8Array(1_024);
  #length = 0;

  add(value: number): void {
    if (this.#length + 8 > this.#bytes.length) this.#grow();
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = rest % 128 | 128;
    this.#bytes[this.#length++] = rest;
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(): void {
    const grown = new Uint8Array(2 * this.#bytes.length);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

export class VarintReader {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  next(): number {
    let value = 0;
    for (let scale = 1;; scale *= 128) {
      const byte = this.bytes[this.#at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  }
}
