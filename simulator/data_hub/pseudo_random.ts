/** Stateless pseudo-random draws: pure functions of a seed and a number, so that any moment can be recomputed. */

const TWO_32 = 4_294_967_296;

/** Mixes a seed and a whole number (up to 2^53) into 32 well-spread bits. */
export function mix(seed: number, n: number): number {
  let h = (seed ^ Math.imul(n >>> 0, 0x9e3779b1) ^ Math.imul(Math.floor(n / TWO_32) | 0, 0x85ebca6b)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A seed for one named part of the plant, so that adding a stream changes no other stream. */
export function seedOf(seed: number, name: string): number {
  let h = mix(seed, 0x811c9dc5);
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return mix(h, name.length);
}

/** A draw in [0, 1). */
export function uniform(seed: number, n: number): number {
  return mix(seed, n) / TWO_32;
}

/** A draw in [-1, 1) with a triangular distribution (the mean of two). */
export function noise(seed: number, n: number): number {
  return uniform(seed, n) + uniform(seed ^ 0x5bd1e995, n) - 1;
}

/** A smooth curve in [-1, 1): draws at whole x, interpolated between them. */
export function smoothNoise(seed: number, x: number): number {
  const left = Math.floor(x);
  const part = x - left;
  const ease = part * part * (3 - 2 * part);
  const a = 2 * uniform(seed, left) - 1;
  const b = 2 * uniform(seed, left + 1) - 1;
  return a + (b - a) * ease;
}
