import { assertEquals, assertStringIncludes } from "@std/assert";
import { sizeBreaches, sizeSummary } from "../../../tools/check_size.ts";
import { readSourceFiles } from "../../../tools/source_files.ts";
import { runTask, withProject } from "./project.ts";

function file(path: string, lines: number) {
  return { path, text: "x\n".repeat(lines) };
}

Deno.test("sizeBreaches() finds a file from 401 lines on", () => {
  const found = sizeBreaches([file("a.ts", 400), file("b.ts", 401)]);
  assertEquals(found.map(({ path, line }) => `${path}:${line}`), ["b.ts:401"]);
});

Deno.test("sizeBreaches() counts a last line without an end", () => {
  assertEquals(sizeBreaches([{ path: "a.ts", text: "x\n".repeat(400) + "x" }]).length, 1);
});

Deno.test("sizeSummary() has files, lines, median and p95", () => {
  const files = Array.from({ length: 20 }, (_, index) => file(`${index}.ts`, index + 1));
  assertEquals(sizeSummary("source", files), "source: 20 files, 210 lines, median 10, p95 19");
  assertEquals(sizeSummary("tests", []), "tests: 0 files, 0 lines, median 0, p95 0");
});

Deno.test("readSourceFiles() skips hidden folders, packages, built files and other files", () =>
  withProject({
    "a.ts": "",
    "console/b.tsx": "",
    ".data/c.ts": "",
    "node_modules/d.ts": "",
    "console/dist/e.js": "",
    "docs/f.md": "",
  }, (root) => {
    assertEquals(readSourceFiles(root).map(({ path }) => path), ["a.ts", "console/b.tsx"]);
  }));

Deno.test("check_size.ts exits 1 for a file too long, and prints the summary otherwise", async () => {
  const root = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${root}/a.ts`, "x\n".repeat(401));
    const broken = await runTask("size", root);
    assertEquals(broken.code, 1);
    assertStringIncludes(broken.printed, "a.ts:401 size: 401 lines; split it, no file is over 400");
    await Deno.writeTextFile(`${root}/a.ts`, "x\n");
    const fine = await runTask("size", root);
    assertEquals(fine.code, 0);
    assertStringIncludes(fine.printed, "source: 1 files, 1 lines, median 1, p95 1");
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
