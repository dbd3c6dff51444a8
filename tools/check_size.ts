/** Checks that no source file is too long, and prints the sizes. Usage: check_size.ts [root] */
import { type Breach, report } from "./breach.ts";
import { readSourceFiles, type SourceFile } from "./source_files.ts";

export const MOST_LINES = 400;

/** One breach per file of more than `MOST_LINES` lines. */
export function sizeBreaches(files: SourceFile[]): Breach[] {
  return files.filter((file) => linesOf(file) > MOST_LINES).map((file) => ({
    path: file.path,
    line: MOST_LINES + 1,
    rule: "size",
    advice: `${linesOf(file)} lines; split it, no file is over ${MOST_LINES}`,
  }));
}

/** `source: 40 files, 3100 lines, median 60, p95 210`. */
export function sizeSummary(name: string, files: SourceFile[]): string {
  const lines = files.map(linesOf).sort((one, other) => one - other);
  const total = lines.reduce((sum, count) => sum + count, 0);
  return `${name}: ${files.length} files, ${total} lines, median ${rank(lines, 0.5)}, p95 ${
    rank(lines, 0.95)
  }`;
}

function linesOf({ text }: SourceFile): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** The nearest-rank percentile; 0 for an empty list. */
function rank(sorted: number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function main(root: string): number {
  const files = readSourceFiles(root);
  const tests = files.filter(({ path }) => /^(tests|bench)\//.test(path));
  const source = files.filter((file) => !tests.includes(file));
  return report(sizeBreaches(files), `${sizeSummary("source", source)}\n${sizeSummary("tests", tests)}`);
}

if (import.meta.main) Deno.exit(main(Deno.args[0] ?? "."));
