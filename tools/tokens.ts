/** A word, a literal text or a sign of a source file. Comments and regular expressions produce none. */
export interface Token {
  kind: "word" | "text" | "sign";
  /** For a text: the characters between its quotes, with escapes unprocessed. */
  value: string;
  /** From 1. */
  line: number;
}

/** Words and signs after which a slash starts a regular expression, not a division. */
const BEFORE_REGEX = new Set([
  ...[
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "do",
    "else",
    "void",
    "delete",
    "throw",
    "new",
    "await",
    "yield",
  ],
  ...["instanceof", ..."(,=:[!&|?{};+-*%~^>"],
]);

const WORD = /[\p{ID_Start}$_#@][\p{ID_Continue}$]*/uy;
const NUMBER = /\d[\w.]*/y;
const BLANK = /\s+/y;
const LINE_COMMENT = /\/\/[^\n]*/y;
const BLOCK_COMMENT = /\/\*[^]*?\*\//y;
const QUOTED = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/y;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_PART = /(?:[^`\\$]|\\[^]|\$(?!\{))*/y;

/**
 * Splits TypeScript (or TSX) into tokens, precisely enough to find imports: nothing inside a comment, a text or
 * a regular expression counts as code, and the code inside `${}` does.
 */
export function tokensOf(source: string): Token[] {
  const scanner = new Scanner(source);
  scanner.run();
  return scanner.tokens;
}

class Scanner {
  readonly tokens: Token[] = [];
  #at = 0;
  #line = 1;
  /** For each open `${`, the depth of braces at which it closes. */
  readonly #substitutions: number[] = [];
  #braces = 0;

  constructor(readonly source: string) {}

  run(): void {
    while (this.#at < this.source.length) this.#step();
  }

  #step(): void {
    if (this.#take(BLANK) ?? this.#take(LINE_COMMENT) ?? this.#take(BLOCK_COMMENT)) return;
    const line = this.#line;
    const quoted = this.#take(QUOTED);
    if (quoted !== undefined) return this.#push("text", quoted.slice(1, -1), line);
    const word = this.#take(WORD) ?? this.#take(NUMBER);
    if (word !== undefined) return this.#push("word", word, line);
    if (this.source[this.#at] === "/" && this.#mayBeRegex() && this.#take(REGEX) !== undefined) return;
    this.#sign();
  }

  #sign(): void {
    const sign = this.source[this.#at++];
    if (sign === "`") return this.#template();
    if (sign === "{") this.#braces += 1;
    if (sign === "}") {
      if (this.#substitutions.at(-1) === this.#braces) {
        this.#substitutions.pop();
        return this.#template();
      }
      this.#braces -= 1;
    }
    this.#push("sign", sign, this.#line);
  }

  /** Continues after a backtick, or after the brace that closes a substitution. */
  #template(): void {
    const line = this.#line;
    const part = this.#take(TEMPLATE_PART) ?? "";
    if (this.source.startsWith("${", this.#at)) {
      this.#at += 2;
      this.#substitutions.push(this.#braces);
      return;
    }
    this.#at += 1;
    this.#push("text", part, line);
  }

  #mayBeRegex(): boolean {
    const before = this.tokens.at(-1);
    return before === undefined || (before.kind !== "text" && BEFORE_REGEX.has(before.value));
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.source)?.[0];
    if (found === undefined) return undefined;
    this.#at += found.length;
    for (const char of found) if (char === "\n") this.#line += 1;
    return found;
  }

  #push(kind: Token["kind"], value: string, line: number): void {
    this.tokens.push({ kind, value, line });
  }
}
