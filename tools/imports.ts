import type { Token } from "./tokens.ts";

export interface Import {
  specifier: string;
  line: number;
}

/** Everything that a file imports or re-exports by a literal name: static, dynamic and in types (`import("x").T`). */
export function importsOf(tokens: Token[]): Import[] {
  const found: Import[] = [];
  tokens.forEach((token, index) => {
    const specifier = specifierAt(tokens, index);
    if (specifier !== undefined) found.push({ specifier: specifier.value, line: token.line });
  });
  return found;
}

function specifierAt(tokens: Token[], index: number): Token | undefined {
  if (isSign(tokens[index - 1], ".")) return undefined;
  if (isWord(tokens[index], "import")) return importedAt(tokens, index + 1);
  if (isWord(tokens[index], "export")) return exportedAt(tokens, index + 1);
  return undefined;
}

function importedAt(tokens: Token[], index: number): Token | undefined {
  const next = tokens[index];
  if (next?.kind === "text") return next;
  if (isSign(next, "(")) return tokens[index + 1]?.kind === "text" ? tokens[index + 1] : undefined;
  const ends = isSign(next, ".") || isSign(next, ":") || isSign(next, "=");
  return ends ? undefined : afterFrom(tokens, index);
}

function exportedAt(tokens: Token[], index: number): Token | undefined {
  const at = isWord(tokens[index], "type") ? index + 1 : index;
  if (isSign(tokens[at], "*")) return afterFrom(tokens, at);
  if (!isSign(tokens[at], "{")) return undefined;
  const close = tokens.findIndex((token, place) => place > at && isSign(token, "}"));
  return close !== -1 && isWord(tokens[close + 1], "from") ? afterFrom(tokens, close) : undefined;
}

/** The text after the first `from` within the statement. */
function afterFrom(tokens: Token[], index: number): Token | undefined {
  for (let at = index; at + 1 < tokens.length; at += 1) {
    if (isSign(tokens[at], ";") || isSign(tokens[at], "=")) return undefined;
    if (isWord(tokens[at], "from") && tokens[at + 1].kind === "text") return tokens[at + 1];
  }
  return undefined;
}

function isSign(token: Token | undefined, value: string): boolean {
  return token?.kind === "sign" && token.value === value;
}

function isWord(token: Token | undefined, value: string): boolean {
  return token?.kind === "word" && token.value === value;
}
