/** Checks that relative links in Markdown pages lead to a file, and to a heading of it. Usage: check_links.ts [root] */
import { dirname, join } from "node:path/posix";
import { type Breach, report } from "./breach.ts";
import { readFilesOf, type SourceFile } from "./source_files.ts";

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const HAS_SCHEME = /^[a-z]+:/;

/** One breach for each link that leads nowhere. `exists` tells whether a path from the root is there. */
export function brokenLinks(pages: readonly SourceFile[], exists: (path: string) => boolean): Breach[] {
  const anchors = new Map(pages.map(({ path, text }) => [path, headingAnchors(text)]));
  return pages.flatMap(({ path, text }) =>
    withoutCode(text).split("\n").flatMap((line, index) =>
      [...line.matchAll(LINK)].map(([, target = ""]) => target).filter((target) => !HAS_SCHEME.test(target))
        .filter((target) => {
          const [file = "", anchor] = target.split("#");
          const to = file === "" ? path : join(dirname(path), file);
          return !exists(to) || (anchor !== undefined && anchors.get(to)?.has(anchor) !== true);
        })
        .map((target) => ({
          path,
          line: index + 1,
          rule: "link",
          advice: `"${target}" leads nowhere; name a file, and a heading of it`,
        }))
    )
  );
}

/** The anchors that GitHub makes of a page's headings. */
function headingAnchors(text: string): Set<string> {
  const titles = withoutCode(text).split("\n").filter((line) => /^#+ /.test(line));
  return new Set(
    titles.map((line) =>
      line.replace(/^#+ /, "").toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(" ", "-")
    ),
  );
}

/** The text with fenced code left empty, line by line. */
function withoutCode(text: string): string {
  return text.replace(/^```[^]*?^```/gm, (block) => block.replace(/[^\n]/g, ""));
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path) !== undefined;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  const root = Deno.args[0] ?? ".";
  const pages = readFilesOf(root, /\.md$/);
  Deno.exit(report(brokenLinks(pages, (path) => isThere(join(root, path))), "Links: none is broken"));
}
