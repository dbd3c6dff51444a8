/** Checks that retired words are used nowhere, neither in texts nor in file names. Usage: check_words.ts [root] */
import { type Breach, report } from "./breach.ts";
import { EXEMPT, RETIRED_WORDS } from "./retired_words.ts";
import { readFilesOf, type SourceFile } from "./source_files.ts";

const CHECKED = /\.(ts|tsx|mts|js|css|html|md)$/;
/** A word between these quotes is mentioned, not used. */
const QUOTES = "`\"'";

/** One breach for each use of a retired word. */
export function wordUses(
  files: readonly SourceFile[],
  words: Readonly<Record<string, string>> = RETIRED_WORDS,
): Breach[] {
  const findable = Object.entries(words).filter(([word]) => !hasNote(word));
  const insteadOf = new Map(findable.map(([word, instead]) => [word.toLowerCase(), instead]));
  const pattern = new RegExp(
    `(?<![\\w$])(${[...insteadOf.keys()].map(asPattern).join("|")})(?![\\w$])`,
    "gi",
  );
  return files.filter(({ path }) => !EXEMPT.has(path)).flatMap(({ path, text }) =>
    [path.replace(/\W|_/g, " "), ...text.split("\n")].flatMap((line, index) =>
      [...line.matchAll(pattern)].filter((match) => !isQuoted(line, match)).map(([word]) => ({
        path,
        line: index,
        rule: "word",
        advice: `"${word}" is retired; write ${insteadOf.get(asKey(word))} (tools/retired_words.ts)`,
      }))
    )
  );
}

/** Whether the word is retired in one sense only, which its note gives: "door (a listener)". */
function hasNote(word: string): boolean {
  return word.endsWith(")");
}

function asKey(found: string): string {
  return found.replace(/\s+/g, " ").toLowerCase();
}

function asPattern(word: string): string {
  return word.replaceAll(" ", "\\s+");
}

function isQuoted(line: string, { index, 0: word }: RegExpExecArray): boolean {
  const before = line[index - 1] ?? "";
  return before !== "" && QUOTES.includes(before) && line[index + word.length] === before;
}

if (import.meta.main) {
  Deno.exit(report(wordUses(readFilesOf(Deno.args[0] ?? ".", CHECKED)), "Words: none is retired"));
}
