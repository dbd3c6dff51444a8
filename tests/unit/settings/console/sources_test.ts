import { assertEquals, assertNotEquals } from "@std/assert";
import { readConsoleManifest } from "../../../../settings/console/manifest.ts";
import { consoleSourcesHash } from "../../../../settings/console/sources.ts";

async function project(): Promise<string> {
  const root = await Deno.makeTempDir();
  for (const folder of ["console/pages", "console/dist", "console/generated", "domain", "tools/console"]) {
    await Deno.mkdir(`${root}/${folder}`, { recursive: true });
  }
  for (
    const path of [
      "console/main.tsx",
      "domain/a.ts",
      "deno.lock",
      "tools/build_console.ts",
      "tools/console/b.ts",
    ]
  ) {
    await Deno.writeTextFile(`${root}/${path}`, path);
  }
  return root;
}

Deno.test("consoleSourcesHash() changes with any source, its name, and nothing that is built or only type-checked", async () => {
  const root = await project();
  try {
    const before = consoleSourcesHash(root);
    await Deno.writeTextFile(`${root}/console/dist/main.js`, "built");
    await Deno.writeTextFile(`${root}/console/generated/api.ts`, "types");
    assertEquals(consoleSourcesHash(root), before);
    for (const path of ["console/main.tsx", "domain/a.ts", "deno.lock", "tools/console/b.ts"]) {
      await Deno.writeTextFile(`${root}/${path}`, "changed");
      assertNotEquals(consoleSourcesHash(root), before, path);
      await Deno.writeTextFile(`${root}/${path}`, path);
    }
    await Deno.rename(`${root}/domain/a.ts`, `${root}/domain/b.ts`);
    assertNotEquals(consoleSourcesHash(root), before);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("readConsoleManifest() passes over what is missing, cut off or of another version", async () => {
  const root = await project();
  const manifest = `${root}/console/dist/manifest.json`;
  try {
    assertEquals(readConsoleManifest(root), undefined);
    await Deno.writeTextFile(manifest, '{"v": 2, "sou');
    assertEquals(readConsoleManifest(root), undefined);
    await Deno.writeTextFile(manifest, '{"v": 1}');
    assertEquals(readConsoleManifest(root), undefined);
    await Deno.writeTextFile(manifest, '{"v": 2, "sources": "x"}');
    assertEquals(readConsoleManifest(root)?.sources, "x");
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
