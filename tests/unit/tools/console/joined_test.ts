import { assertEquals } from "@std/assert";
import { withJoiningImports } from "../../../../tools/console/joined.ts";

const LARGE = `export const large="${"x".repeat(2_000)}";`;
const page = (...imported: string[]) =>
  imported.map((name) => `import{a}from"./${name}";`).join("") + "page();";
const scripts = new Map([
  ["main.js", `import{a}from"./chunk-first.js";const l=()=>import("./page_1.js");`],
  ["chunk-first.js", "export const a=1;"],
  ["chunk-small.js", `import{a}from"./chunk-first.js";export const b=2;`],
  ["chunk-of-two.js", "export const c=3;"],
  ["chunk-large.js", LARGE],
  ["chunk-leads-to-large.js", `export*from"./chunk-large.js";`],
  ["chunk-usual.js", LARGE],
  ["page_1.js", page("chunk-small.js", "chunk-of-two.js", "chunk-usual.js")],
  ["page_2.js", page("chunk-small.js", "chunk-of-two.js", "chunk-leads-to-large.js", "chunk-usual.js")],
  ["page_3.js", page("chunk-small.js", "chunk-large.js", "chunk-usual.js")],
  ["page_4.js", page("chunk-usual.js")],
  ["page_5.js", page("chunk-usual.js")],
]);

/** The imports that were added, by script. */
function added(name: string, isFirst = (page: string): boolean => page === "page_1.js"): string[] {
  const joined = withJoiningImports(scripts, { entry: "main.js", isFirst });
  const text = joined.get(name) ?? "";
  return [...text.slice(0, text.indexOf(scripts.get(name) ?? "")).matchAll(/"\.\/([^"]+)"/g)].map(([, to]) =>
    to
  );
}

Deno.test("withJoiningImports() lets each page import the entry", () => {
  for (const name of ["page_1.js", "page_2.js", "page_3.js"]) assertEquals(added(name), ["main.js"]);
});

Deno.test("withJoiningImports() lets the entry import what is small for three pages or needed by most, and no more", () => {
  assertEquals(added("main.js"), ["chunk-first.js", "chunk-small.js", "chunk-usual.js"]);
  for (const name of scripts.keys()) if (name.startsWith("chunk-")) assertEquals(added(name), []);
});

Deno.test("withJoiningImports() leaves what is small for a few pages to them, if none of them is opened first", () => {
  assertEquals(added("main.js", () => false), ["chunk-first.js", "chunk-usual.js"]);
});
