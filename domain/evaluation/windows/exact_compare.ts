/**
 * Compares means and standard deviations with whole numbers, when floating-point sums are not precise enough.
 */

/** A value with the time for which it was held (ticks). */
export interface HeldSpan {
  value: number;
  length: number;
}

/** The sign of the difference: weighted mean of the spans minus `limit`. Needs at least one span. */
export function compareMeanExactly(spans: readonly HeldSpan[], limit: number): number {
  const { sum, length } = totals(spans);
  return signOf(sum - scaled(limit) * length);
}

/**
 * The sign of the difference: standard deviation of the spans (population) minus `limit`. Needs at least one
 * span.
 */
export function compareSpreadExactly(spans: readonly HeldSpan[], limit: number): number {
  if (limit < 0) return 1;
  const { sum, squares, length } = totals(spans), r = scaled(limit);
  return signOf(length * squares - sum * sum - r * r * length * length);
}

/** The sign of the difference: sum of finite numbers minus `limit`. */
export function compareSumExactly(parts: readonly number[], limit: number): number {
  return signOf(parts.reduce((sum, part) => sum + scaled(part), 0n) - scaled(limit));
}

function totals(spans: readonly HeldSpan[]): { sum: bigint; squares: bigint; length: bigint } {
  let sum = 0n, squares = 0n, length = 0n;
  for (const span of spans) {
    const value = scaled(span.value), held = BigInt(span.length);
    sum += value * held;
    squares += value * value * held;
    length += held;
  }
  return { sum, squares, length };
}

const FRACTION_BITS = 52n;

/** A finite number times 2^1074, which is whole for every double. */
function scaled(value: number): bigint {
  const bits = BigInt.asUintN(64, new BigInt64Array(Float64Array.of(value).buffer)[0]!);
  const exponent = (bits >> FRACTION_BITS) & 0x7ffn;
  const fraction = bits & ((1n << FRACTION_BITS) - 1n);
  const size = exponent === 0n ? fraction : (fraction | 1n << FRACTION_BITS) << (exponent - 1n);
  return value < 0 ? -size : size;
}

function signOf(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}
