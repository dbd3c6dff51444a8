import { assert, assertEquals } from "@std/assert";
import { brotliCompressSync, gzipSync } from "node:zlib";
import {
  firstPage,
  MOST_FIRST,
  neededAtOnce,
  overBudget,
  overFirst,
  pageWeights,
} from "../../../../tools/console/budget.ts";

const scripts = new Map([
  ["main.js", `import{a as b}from"./shared.js";import"./side.js";const l=()=>import("./page.js");`],
  ["shared.js", `import{c}from"./deep.js";export{c as a};`],
  ["side.js", "console.log(1);"],
  ["deep.js", "export const c=1;"],
  ["page.js", `import{a}from"./shared.js";import{p}from"./only_page.js";export default a;`],
  ["only_page.js", "export const p=2;"],
]);

function packed(...names: string[]): number {
  return names.reduce((sum, name) => sum + gzipSync(scripts.get(name) ?? "", { level: 9 }).length, 0);
}

Deno.test("neededAtOnce() follows static imports, not dynamic ones", () => {
  assertEquals([...neededAtOnce(scripts, "main.js")].sort(), ["deep.js", "main.js", "shared.js", "side.js"]);
});

Deno.test("pageWeights() counts scripts shared with the entry once", () => {
  const bytes = packed("main.js", "shared.js", "side.js", "deep.js", "page.js", "only_page.js");
  assertEquals(pageWeights(scripts, "main.js"), [{ page: "page.js", bytes }]);
});

Deno.test("overBudget() accepts a page of exactly the budget", () => {
  assertEquals(overBudget([{ page: "a", bytes: 200_000 }]), []);
  assertEquals(overBudget([{ page: "a", bytes: 200_001 }]).length, 1);
  assert(pageWeights(scripts, "main.js")[0].bytes < 200_000);
});

Deno.test("overFirst() accepts a first page of exactly the files and bytes", () => {
  const page = { path: "/", ...MOST_FIRST };
  assertEquals(overFirst([page]), []);
  assertEquals(overFirst([{ ...page, files: page.files + 1 }]).length, 1);
  assertEquals(overFirst([{ ...page, bytes: page.bytes + 1 }]).length, 1);
});

Deno.test("firstPage() counts files and their bytes as Brotli", () => {
  const file = new TextEncoder().encode("const a = 1;".repeat(100));
  assertEquals(firstPage("/", [file, file]), {
    path: "/",
    files: 2,
    bytes: 2 * brotliCompressSync(file).length,
  });
});
