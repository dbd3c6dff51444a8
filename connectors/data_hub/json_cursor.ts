/** The text is not in the usual form; it may still be valid JSON. */
export class Unusual extends Error {
  override readonly name = "Unusual";
}

const QUOTE = 34, MINUS = 45, DOT = 46, ZERO = 48, NINE = 57, BACKSLASH = 92, BLANK = 32, NOT_ASCII = 128;
const UPPER_E = 69, LOWER_E = 101, LOWER_F = 102, LOWER_N = 110, LOWER_T = 116, PLUS = 43;
/** Whole numbers of up to 15 digits are exact as doubles, and so is 10 to the power of 15. */
const MOST_DIGITS = 15;
const POWERS = Float64Array.from({ length: MOST_DIGITS + 1 }, (_, power) => 10 ** power);
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads JSON in the usual form of services: without whitespace and escapes. Throws `Unusual` for any other text. What it
 * accepts has the same meaning to JSON.parse.
 */
export class JsonCursor {
  at = 0;
  readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  /** Skips these bytes if they are next. */
  passes(expected: Literal): boolean {
    const { at } = this, { length } = expected.bytes;
    const isThere = at + length + WORD <= this.bytes.length
      ? this.#hasWords(expected)
      : this.#hasBytes(expected);
    if (isThere) this.at = at + length;
    return isThere;
  }

  #hasWords({ words, mask, last }: Literal): boolean {
    const { view, at } = this, { length } = words;
    for (let i = 0; i < length; i++) if (view.getInt32(at + WORD * i) !== words[i]) return false;
    return (view.getInt32(at + WORD * length) & mask) === last;
  }

  #hasBytes({ bytes: expected }: Literal): boolean {
    const { bytes, at } = this;
    return expected.every((code, i) => bytes[at + i] === code);
  }

  passesByte(expected: number): boolean {
    if (this.bytes[this.at] !== expected) return false;
    this.at++;
    return true;
  }

  pass(expected: Literal): void {
    if (!this.passes(expected)) throw new Unusual();
  }

  passByte(expected: number): void {
    if (this.bytes[this.at++] !== expected) throw new Unusual();
  }

  /** After an opening quote, skips to after the closing one and returns the position of that quote. */
  passText(): number {
    const { bytes } = this;
    for (let at = this.at;; at++) {
      const code = bytes[at]!;
      if (code === QUOTE) {
        this.at = at + 1;
        return at;
      }
      if (code === BACKSLASH || !(code >= BLANK)) throw new Unusual();
    }
  }

  /** A text, a number, a boolean or null. */
  scalar(): string | number | boolean | null {
    switch (this.bytes[this.at]) {
      case QUOTE: {
        const from = ++this.at;
        return this.text(from, this.passText());
      }
      case LOWER_T:
        this.pass(TRUE);
        return true;
      case LOWER_F:
        this.pass(FALSE);
        return false;
      case LOWER_N:
        this.pass(NULL);
        return null;
      default:
        return this.number();
    }
  }

  /** A number of up to 15 digits is a whole number divided by a power of ten; both are exact, so the quotient is. */
  number(): number {
    const { bytes } = this, from = this.at;
    const isNegative = bytes[from] === MINUS;
    const first = isNegative ? from + 1 : from;
    let at = first, whole = 0;
    for (; isDigit(bytes[at]); at++) whole = 10 * whole + bytes[at]! - ZERO;
    const dot = at;
    if (bytes[at] === DOT) { for (at++; isDigit(bytes[at]); at++) whole = 10 * whole + bytes[at]! - ZERO; }
    const decimals = at > dot ? at - dot - 1 : 0, digits = dot - first + decimals;
    if (digits > MOST_DIGITS || isExponent(bytes[at])) return this.#anyNumber(from);
    const isWritten = dot > first && (bytes[first] !== ZERO || dot === first + 1) &&
      (at === dot || decimals > 0);
    if (!isWritten) throw new Unusual();
    this.at = at;
    return (isNegative ? -whole : whole) / POWERS[decimals]!;
  }

  /** Whether `length` bytes at two positions are equal. */
  isSame(one: number, other: number, length: number): boolean {
    const { bytes, view } = this, words = length - length % WORD;
    if (Math.max(one, other) + length > bytes.length) return false;
    for (let i = 0; i < words; i += WORD) {
      if (view.getInt32(one + i) !== view.getInt32(other + i)) return false;
    }
    for (let i = words; i < length; i++) if (bytes[one + i] !== bytes[other + i]) return false;
    return true;
  }

  get isAtNumber(): boolean {
    const code = this.bytes[this.at];
    return isDigit(code) || code === MINUS;
  }

  text(from: number, to: number): string {
    const { bytes } = this;
    let text = "";
    for (let at = from; at < to; at++) {
      if (bytes[at]! >= NOT_ASCII) return UTF8.decode(bytes.subarray(from, to));
      text += String.fromCharCode(bytes[at]!);
    }
    return text;
  }

  #anyNumber(from: number): number {
    let to = from;
    while (isOfNumber(this.bytes[to])) to++;
    this.at = to;
    try {
      return JSON.parse(this.text(from, to));
    } catch {
      throw new Unusual();
    }
  }
}

/** An expected text: its 4-byte words, and the masked remainder. */
export interface Literal {
  bytes: Uint8Array;
  words: Int32Array;
  mask: number;
  last: number;
}

export function literal(text: string): Literal {
  const bytes = new TextEncoder().encode(text), whole = Math.floor(bytes.length / WORD);
  const padded = new Uint8Array(WORD * (whole + 1));
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  const words = Int32Array.from({ length: whole }, (_, i) => view.getInt32(WORD * i));
  const mask = ~(-1 >>> (8 * (bytes.length % WORD)));
  return { bytes, words, mask: bytes.length % WORD === 0 ? 0 : mask, last: view.getInt32(WORD * whole) };
}

const WORD = 4;
const TRUE = literal("true"), FALSE = literal("false"), NULL = literal("null");

function isDigit(code: number | undefined): boolean {
  return code! >= ZERO && code! <= NINE;
}

function isExponent(code: number | undefined): boolean {
  return code === LOWER_E || code === UPPER_E;
}

function isOfNumber(code: number | undefined): boolean {
  return isDigit(code) || isExponent(code) || code === MINUS || code === PLUS || code === DOT;
}
