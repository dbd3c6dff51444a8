import { assertEquals } from "@std/assert";
import { withPlainNames } from "../../../../tools/console/plain_names.ts";

/** A bundle of two scripts, with the hashes and paths of one folder. */
function bundle(hashes: [string, string], cache: string): Map<string, string> {
  const [page, chunk] = hashes;
  const map = JSON.stringify({
    sources: ["../api/a.ts", "../../domain/b.ts", `${cache}/npm/registry/qr/1.0.0/i.js`],
  });
  return new Map([
    ["main.js", `import("./page-${page}.js")`],
    [`page-${page}.js`, `import "./chunk-${chunk}.js"`],
    [`page-${page}.js.map`, map],
    [`chunk-${chunk}.js`, "export {}"],
  ]);
}

Deno.test("withPlainNames() gives the same scripts and maps wherever the project and the cache are", () => {
  const here = withPlainNames(bundle(["AAAAAAAA", "BBBBBBBB"], "../../../root/.cache/deno"));
  const there = withPlainNames(bundle(["ZZZZZZZ2", "CCCCCCC3"], "../../cache"));
  const sorted = (files: Map<string, string>) => [...files].sort();
  assertEquals(sorted(here), sorted(there));
  assertEquals(here.get("main.js"), 'import("./page-1.js")');
  assertEquals(here.get("page-1.js"), 'import "./chunk-0.js"');
  assertEquals(JSON.parse(here.get("page-1.js.map") ?? "").sources, [
    "api/a.ts",
    "domain/b.ts",
    "npm/qr/1.0.0/i.js",
  ]);
});
