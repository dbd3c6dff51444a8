import { QUALITIES, type Sample, type SampleValue } from "./types.ts";

/** A sum of two digests stays below 2^53, so that it is exact. */
const SPAN = 2 ** 52;

/**
 * A digest of a set of samples, whatever their order: start at 0 and add each sample. Two different sets have
 * the same digest with a probability of one in 2^52.
 */
export function addedSample(digest: number, sample: Sample): number {
  return addedDigest(digest, hashOf(sample));
}

export function addedDigest(a: number, b: number): number {
  return (a + b) % SPAN;
}

/** A whole number below 2^52. */
function hashOf({ time, value, quality }: Sample): number {
  const hash = new Hash();
  hash.number(time);
  hash.word(QUALITIES.indexOf(quality));
  hash.value(value);
  return hash.result();
}

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);

/** Two 32-bit hashes side by side, each word mixed into both. */
class Hash {
  #a = 0x9e3779b9;
  #b = 0x85ebca6b;

  word(word: number): void {
    this.#a = mixed(Math.imul(this.#a ^ word, 0x2c1b3c6d));
    this.#b = mixed(Math.imul(this.#b + word | 0, 0x297a2d39));
  }

  number(value: number): void {
    float[0] = value;
    this.word(words[0]!);
    this.word(words[1]!);
  }

  value(value: SampleValue | null): void {
    if (typeof value === "number") return this.number(value);
    this.word(value === null ? 1 : typeof value === "boolean" ? 2 + Number(value) : 4);
    if (typeof value !== "string") return;
    for (let i = 0; i < value.length; i++) this.word(value.charCodeAt(i));
  }

  result(): number {
    return (mixed(this.#a) >>> 0) * 2 ** 20 + (mixed(this.#b) >>> 12);
  }
}

function mixed(word: number): number {
  const once = Math.imul(word ^ word >>> 15, 0x85ebca77);
  return once ^ once >>> 13;
}
