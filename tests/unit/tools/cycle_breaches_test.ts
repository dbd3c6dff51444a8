import { assertEquals } from "@std/assert";
import { cycleBreaches } from "../../../tools/cycle_breaches.ts";
import { scanProject } from "../../../tools/scanned_files.ts";
import { withProject } from "./project.ts";

async function cycles(files: Record<string, string>): Promise<string[]> {
  let found: string[] = [];
  await withProject(files, (root) => {
    found = cycleBreaches(scanProject(root)).map(({ path, line, advice }) =>
      `${path}:${line} ${advice.split(";")[0]}`
    );
  });
  return found;
}

Deno.test("cycleBreaches() finds a cycle of type-only imports", async () => {
  const files = {
    "domain/a.ts": `import type { B } from "./b.ts";`,
    "domain/b.ts": `import type { C } from "./c.ts";`,
    "domain/c.ts": `\nexport type { A } from "./a.ts";`,
  };
  assertEquals(await cycles(files), [
    "domain/c.ts:2 domain/a.ts -> domain/b.ts -> domain/c.ts -> domain/a.ts",
  ]);
});

Deno.test("cycleBreaches() finds a file that imports itself, and a dynamic cycle", async () => {
  const files = {
    "a.ts": `import "./a.ts";`,
    "b.ts": `await import("./c.ts");`,
    "c.ts": `import "./b.ts";`,
  };
  assertEquals(await cycles(files), ["a.ts:1 a.ts -> a.ts", "c.ts:1 b.ts -> c.ts -> b.ts"]);
});

Deno.test("cycleBreaches() finds both cycles that share a file", async () => {
  const files = {
    "a.ts": `import "./b.ts";\nimport "./c.ts";`,
    "b.ts": `import "./a.ts";`,
    "c.ts": `import "./a.ts";`,
  };
  assertEquals(await cycles(files), ["b.ts:1 a.ts -> b.ts -> a.ts", "c.ts:1 a.ts -> c.ts -> a.ts"]);
});

Deno.test("cycleBreaches() finds nothing when two paths lead to one file", async () => {
  const files = {
    "a.ts": `import "./b.ts";\nimport "./c.ts";`,
    "b.ts": `import "./d.ts";`,
    "c.ts": `import "./d.ts";\nimport "./b.ts";`,
    "d.ts": `import "zod"; // import "./a.ts";`,
  };
  assertEquals(await cycles(files), []);
});
