/**
 * A sum in pairs of doubles, with 106 bits. `isExact` and `greatest` tell its precision: exact, or with an
 * error below 2^-80 of the greatest intermediate value (up to 2^24 terms).
 */
export class WideSum {
  high = 0;
  low = 0;
  isExact = true;
  greatest = 0;

  reset(high = 0, low = 0): this {
    this.high = high;
    this.low = low;
    this.isExact = true;
    this.greatest = Math.abs(high);
    return this;
  }

  add(term: number): this {
    const sum = this.high + term;
    const carried = errorOfSum(this.high, term, sum);
    const low = this.low + carried;
    if (errorOfSum(this.low, carried, low) !== 0) this.isExact = false;
    this.high = sum + low;
    this.low = errorOfSum(sum, low, this.high);
    const size = Math.abs(this.high);
    if (size > this.greatest) this.greatest = size;
    return this;
  }

  /** Adds `a` × `b`. Both must be small and large enough to keep all bits of the product (see `isTame`). */
  addProduct(a: number, b: number): this {
    const product = a * b;
    this.add(product);
    return this.add(errorOfProduct(a, b, product));
  }

  /** Adds the square of a value, times `by`. */
  addSquare(value: number, by: number): this {
    const square = value * value;
    return this.addProduct(square, by).addProduct(errorOfProduct(value, value, square), by);
  }

  subtractSquareOf({ high, low, isExact }: WideSum): this {
    this.addProduct(-high, high).addProduct(-2 * high, low).addProduct(-low, low);
    if (!isExact) this.isExact = false;
    return this;
  }
}

/** Whether products of a value with times and with itself keep all their bits. */
export function isTame(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size > 1e-100 && size < 1e100);
}

/** The rounding error of `sum` = a + b. */
function errorOfSum(a: number, b: number, sum: number): number {
  const rounded = sum - a;
  return (a - (sum - rounded)) + (b - rounded);
}

const HALVES = 2 ** 27 + 1;

/** The rounding error of `product` = a × b (Dekker). */
function errorOfProduct(a: number, b: number, product: number): number {
  const aShifted = HALVES * a, bShifted = HALVES * b;
  const aHigh = aShifted - (aShifted - a), bHigh = bShifted - (bShifted - b);
  const aLow = a - aHigh, bLow = b - bHigh;
  return aLow * bLow - (((product - aHigh * bHigh) - aLow * bHigh) - aHigh * bLow);
}
