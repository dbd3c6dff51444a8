/** How large a JSON body may be besides its bytes: its fields and list items in all, and how deep they are nested. */
export const JSON_LIMITS = { values: 20_000, depth: 32 } as const;

const QUOTE = 0x22, BACKSLASH = 0x5c, COMMA = 0x2c, COLON = 0x3a;
const OPEN_LIST = 0x5b, CLOSE_LIST = 0x5d, OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d;

/** What follows a byte of JSON text outside of strings. */
export type JsonMark = "open" | "close" | "comma" | "colon" | "string";

/**
 * Reads JSON text byte by byte without parsing it: finds its structure, counts its values and its depth. Text that is
 * no JSON is read too; a parser refuses it later.
 */
export class JsonScan {
  /** Fields and list items so far. */
  values = 0;
  depth = 0;
  /** The last string: the index of its opening quote, and the index after the closing one. */
  stringFrom = 0;
  stringTo = 0;
  #isInString = false;
  /** True directly after an opening bracket: an empty list or object holds no value. */
  #isEmpty = false;

  /** Takes the byte at an index; the byte after a backslash inside a string is skipped by `skips`. */
  take(byte: number, at: number): JsonMark | undefined {
    if (this.#isInString) return byte === QUOTE ? this.#endString(at) : undefined;
    switch (byte) {
      case QUOTE:
        this.#isInString = true;
        this.stringFrom = at;
        this.#value();
        return undefined;
      case OPEN_LIST:
      case OPEN_OBJECT:
        this.#value();
        this.depth++;
        this.#isEmpty = true;
        return "open";
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        this.#isEmpty = false;
        this.depth--;
        return "close";
      case COMMA:
        this.values++;
        return "comma";
      case COLON:
        return "colon";
    }
    if (byte > 0x20) this.#value();
    return undefined;
  }

  /** Whether the byte after this one belongs to an escape. */
  skips(byte: number): boolean {
    return this.#isInString && byte === BACKSLASH;
  }

  #endString(at: number): JsonMark {
    this.#isInString = false;
    this.stringTo = at + 1;
    return "string";
  }

  #value(): void {
    if (!this.#isEmpty) return;
    this.#isEmpty = false;
    this.values++;
  }
}

/** Why a JSON text is refused before it is parsed; undefined: it is small enough. */
export function jsonSizeProblem(bytes: Uint8Array): string | undefined {
  const scan = new JsonScan();
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (scan.skips(byte)) at++;
    else if (scan.take(byte, at) !== undefined) {
      const problem = scanProblem(scan);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** The limit that a scan has passed. */
export function scanProblem({ values, depth }: { values: number; depth: number }): string | undefined {
  if (depth > JSON_LIMITS.depth) {
    return `Lists and objects may be nested ${JSON_LIMITS.depth} deep; nest them less`;
  }
  if (values <= JSON_LIMITS.values) return undefined;
  return `A body may hold ${
    JSON_LIMITS.values.toLocaleString("en-US")
  } fields and list items in all; send fewer`;
}
