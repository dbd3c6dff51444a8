import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { breachText } from "../../../tools/breach.ts";
import { layerBreaches } from "../../../tools/check_layers.ts";
import { runTask, withProject } from "./project.ts";

/** `path rule` of every breach in a project of these files. */
async function breaches(files: Record<string, string>): Promise<string[]> {
  let found: string[] = [];
  await withProject(files, (root) => {
    found = layerBreaches(root).map(({ path, line, rule }) => `${path}:${line} ${rule}`);
  });
  return found;
}

/** A type-only relative import of `to` from `from`. */
function importing(from: string, to: string): Record<string, string> {
  const up = "../".repeat(from.split("/").length - 1) || "./";
  return { [from]: `\nimport type { A } from "${up}${to}";` };
}

const FORBIDDEN: [from: string, to: string, rule: string][] = [
  ["domain/a/a.ts", "storage/keys.ts", "domain-imports"],
  ["domain/a/a.ts", "actors/runtime/types.ts", "domain-imports"],
  ["storage/a.ts", "connectors/outbound.ts", "storage-imports"],
  ["storage/a.ts", "actors/instance/contract.ts", "storage-imports"],
  ["storage/store/queued_commit.ts", "storage/writes/outbox.ts", "storage-imports"],
  ["connectors/data_hub/a.ts", "connectors/llm/a.ts", "connectors-imports"],
  ["connectors/data_hub/a.ts", "storage/keys.ts", "connectors-imports"],
  ["connectors/outbound.ts", "connectors/ai/a.ts", "connectors-imports"],
  ["connectors/source.ts", "connectors/ai/connector.ts", "connectors-imports"],
  ["connectors/sources.ts", "connectors/ai/client.ts", "connectors-imports"],
  ["actors/runtime/a.ts", "domain/event/types.ts", "runtime-imports"],
  ["actors/runtime/a.ts", "actors/source/contract.ts", "runtime-imports"],
  ["actors/source/a.ts", "actors/instance/actor.ts", "actor-imports"],
  ["actors/source/a.ts", "actors/instance/deep/contract.ts", "actor-imports"],
  ["actors/source/a.ts", "connectors/ai/model.ts", "actor-imports"],
  ["actors/source/a.ts", "connectors/sources.ts", "actor-imports"],
  ["actors/source/a.ts", "storage/events.ts", "actor-imports"],
  ["actors/source/a.ts", "routes/pipeline/deps.ts", "actor-imports"],
  ["actors/placement.ts", "actors/source/actor.ts", "actors-imports"],
  ["ports/a.ts", "actors/source/actor.ts", "ports-imports"],
  ["ports/a.ts", "storage/keys.ts", "ports-imports"],
  ["ports/a.ts", "routes/pipeline/deps.ts", "ports-imports"],
  ["domain/a/a.ts", "ports/a.ts", "domain-imports"],
  ["storage/a.ts", "ports/a.ts", "storage-imports"],
  ["services/a/a.ts", "actors/source/actor.ts", "services-imports"],
  ["services/a/a.ts", "actors/runtime/system.ts", "services-imports"],
  ["services/a/a.ts", "connectors/sources.ts", "services-imports"],
  ["services/a/a.ts", "routes/pipeline/deps.ts", "services-imports"],
  ["services/a/a.ts", "cluster/a.ts", "importer"],
  ["services/a/a.ts", "http/a.ts", "importer"],
  ["services/a/a.ts", "main/a.ts", "importer"],
  ["routes/a.ts", "services/a/a.ts", "importer"],
  ["cluster/a.ts", "services/a/a.ts", "importer"],
  ["http/a.ts", "domain/event/types.ts", "http-imports"],
  ["http/a.ts", "routes/pipeline/client.ts", "http-imports"],
  ["http/a.ts", "settings/types.ts", "importer"],
  ["cluster/a.ts", "http/a.ts", "importer"],
  ["routes/a.ts", "http/a.ts", "importer"],
  ["routes/a.ts", "actors/source/actor.ts", "routes-imports"],
  ["routes/a.ts", "actors/runtime/ref.ts", "routes-imports"],
  ["routes/a.ts", "connectors/source.ts", "routes-imports"],
  ["console/a.tsx", "routes/pipeline/deps.ts", "console-imports"],
  ["settings/a.ts", "storage/keys.ts", "settings-imports"],
  ["routes/a.ts", "settings/types.ts", "importer"],
  ["domain/a/a.ts", "settings/types.ts", "importer"],
  ["routes/a.ts", "main/a.ts", "importer"],
  ["tools/a.ts", "main/a.ts", "importer"],
  ["main/a.ts", "main.ts", "importer"],
  ["main.ts", "main/shard_worker.ts", "importer"],
  ["main.ts", "tests/support/a.ts", "importer"],
  ["storage/a.ts", "tools/a.ts", "importer"],
  ["deploy.ts", "simulator/data_hub/a.ts", "importer"],
  ["tools/a.ts", "simulator/data_hub/a.ts", "importer"],
  ["simulator/data_hub/a.ts", "connectors/source.ts", "simulator-imports"],
  ["main/a.ts", "connectors/data_hub/client.ts", "importer"],
];

for (const [from, to, rule] of FORBIDDEN) {
  Deno.test(`layerBreaches() finds ${from} importing ${to}, by type only`, async () => {
    assertEquals(await breaches(importing(from, to)), [`${from}:2 ${rule}`]);
  });
}

const ALLOWED: [from: string, to: string][] = [
  ["domain/a/a.ts", "domain/b/b.ts"],
  ["storage/deep/a.ts", "storage/keys.ts"],
  ["storage/a.ts", "domain/a.ts"],
  ["storage/store/store.ts", "storage/writes/compose.ts"],
  ["connectors/data_hub/a.ts", "connectors/outbound.ts"],
  ["connectors/data_hub/deep/a.ts", "connectors/data_hub/b.ts"],
  ["simulator/data_hub/a.ts", "simulator/data_hub/deep/b.ts"],
  ["simulator/ai/a.ts", "domain/a/a.ts"],
  ["connectors/outbound.ts", "connectors/outbound_address.ts"],
  ["actors/runtime/a.ts", "domain/shared/time.ts"],
  ["actors/source/a.ts", "actors/runtime/types.ts"],
  ["actors/source/a.ts", "actors/source/deep/b.ts"],
  ["actors/source/a.ts", "actors/evaluation/contract.ts"],
  ["actors/source/a.ts", "connectors/ai/contract.ts"],
  ["actors/source/a.ts", "connectors/source.ts"],
  ["connectors/sources.ts", "connectors/data_hub/connector.ts"],
  ["main/a.ts", "connectors/sources.ts"],
  ["actors/source/a.ts", "storage/keys.ts"],
  ["actors/source/a.ts", "storage/writes/events.ts"],
  ["actors/placement.ts", "actors/source/contract.ts"],
  ["ports/a.ts", "actors/instance/contract.ts"],
  ["ports/a.ts", "storage/contract.ts"],
  ["services/a/a.ts", "storage/contract.ts"],
  ["services/a/a.ts", "services/b/b.ts"],
  ["services/a/a.ts", "actors/source/contract.ts"],
  ["services/a/a.ts", "actors/runtime/types.ts"],
  ["services/a/a.ts", "connectors/source.ts"],
  ["services/a/a.ts", "ports/a.ts"],
  ["main/a.ts", "services/a/a.ts"],
  ["http/a.ts", "domain/shared/time.ts"],
  ["http/a.ts", "http/b.ts"],
  ["http/a.ts", "ports/a.ts"],
  ["main/a.ts", "http/a.ts"],
  ["routes/a.ts", "ports/a.ts"],
  ["cluster/a.ts", "ports/a.ts"],
  ["routes/a.ts", "actors/instance/contract.ts"],
  ["routes/a.ts", "actors/runtime/types.ts"],
  ["routes/deep/a.ts", "storage/contract.ts"],
  ["console/a.tsx", "domain/a.ts"],
  ["settings/a.ts", "domain/a.ts"],
  ["settings/a.ts", "settings/types.ts"],
  ["main.ts", "main/a.ts"],
  ["main/a.ts", "simulator/data_hub/a.ts"],
  ["main/a.ts", "settings/settings.ts"],
  ["main/a.ts", "actors/instance/actor.ts"],
  ["main/shard_worker.ts", "actors/runtime/worker.ts"],
  ["tests/unit/a_test.ts", "main/a.ts"],
  ["tests/unit/a_test.ts", "main.ts"],
  ["bench/a.ts", "simulator/data_hub/a.ts"],
  ["tools/a.ts", "routes/app.ts"],
];

for (const [from, to] of ALLOWED) {
  Deno.test(`layerBreaches() allows ${from} to import ${to}`, async () => {
    assertEquals(await breaches(importing(from, to)), []);
  });
}

const WORDS: [path: string, code: string, rule: string][] = [
  ["actors/source/a.ts", `await Deno.openKv();`, "kv"],
  ["main.ts", `let kv: Deno.Kv;`, "kv"],
  ["main.ts", `await Deno["openKv"]();`, "kv"],
  ["routes/a.ts", `let key: Deno.KvKey;`, "kv"],
  ["storage/a.ts", `Deno.env.get("PORT");`, "environment"],
  ["services/a/a.ts", `Deno.env.get("PORT");`, "environment"],
  ["settings/a.ts", `process.env.PORT;`, "environment"],
  ["domain/a/a.ts", `let conn: Deno.Conn;`, "domain-pure"],
  ["domain/a/a.ts", `globalThis.Deno;`, "domain-pure"],
  ["domain/a/a.ts", `await fetch("x");`, "domain-pure"],
  ["domain/a/a.ts", `Date.now();`, "domain-pure"],
  ["domain/a/a.ts", `new Date();`, "domain-pure"],
  ["domain/a/a.ts", `Math.random();`, "domain-pure"],
  ["domain/a/a.ts", `crypto.randomUUID();`, "domain-pure"],
  ["domain/a/a.ts", `setTimeout(() => {}, 1);`, "domain-pure"],
  ["ports/a.ts", `export const LIMIT = 1;`, "ports-types"],
  ["ports/a.ts", `export function limit() {}`, "ports-types"],
  ["routes/a.ts", `await Deno.readTextFile("x");`, "routes-deno"],
  ["routes/a.ts", `new Deno.Command("x");`, "routes-deno"],
  ["routes/a.ts", `const { readFile } = Deno;`, "routes-deno"],
  ["storage/a.ts", `import { z } from "zod";`, "zod"],
  ["domain/a/types.ts", `import type { ZodType } from "zod";`, "zod"],
  ["actors/source/a.ts", `import { z } from "@hono/zod-openapi";`, "zod"],
  ["routes/a.ts", `import { Hono } from "npm:hono";`, "bare-names"],
  ["tests/a_test.ts", `import "https://example.org/x.ts";`, "bare-names"],
  ["misc/a.ts", `1;`, "unknown-place"],
  ["stray.ts", `1;`, "unknown-place"],
];

for (const [path, code, rule] of WORDS) {
  Deno.test(`layerBreaches() finds ${code} in ${path}`, async () => {
    assertEquals(await breaches({ [path]: code }), [`${path}:1 ${rule}`]);
  });
}

const FINE: [path: string, code: string][] = [
  ["storage/store/open.ts", `const kv: Deno.Kv = await Deno.openKv();`],
  ["main.ts", `Deno.env.toObject();`],
  ["main/settings.ts", `Deno.env.toObject();`],
  ["tests/a_test.ts", `await Deno.openKv(":memory:"); Deno.env.get("X");`],
  ["domain/a/a.ts", `// Deno.openKv, Date.now()\nconst text = "Deno.env"; new Date(5).toISOString();`],
  ["domain/a/a.ts", `Math.max(1, 2); Date.UTC(2020, 0); source.fetch("x");`],
  ["domain/a/schema.ts", `import { z } from "zod";`],
  ["connectors/data_hub/wire.ts", `import { z } from "zod";`],
  ["settings/settings_table.ts", `import { z } from "zod";`],
  [
    "routes/deep/a.ts",
    `import { z } from "@hono/zod-openapi"; let info: Deno.ServeHandlerInfo<Deno.NetAddr>;`,
  ],
];

for (const [path, code] of FINE) {
  Deno.test(`layerBreaches() allows in ${path} ${code.split("\n")[0]}`, async () => {
    assertEquals(await breaches({ [path]: code }), []);
  });
}

Deno.test("layerBreaches() resolves a name of deno.json that maps to a local file", async () => {
  const files = {
    "deno.json": `{ "imports": { "@std/assert": "./tests/support/assert.ts" } }`,
    "storage/a.ts": `import { assert } from "@std/assert";`,
    "tests/a_test.ts": `import { assert } from "@std/assert";`,
  };
  assertEquals(await breaches(files), ["storage/a.ts:1 importer"]);
});

Deno.test("breachText() is file:line rule: what to do", () => {
  const text = breachText({ path: "a.ts", line: 3, rule: "kv", advice: "take the Storage" });
  assertEquals(text, "a.ts:3 kv: take the Storage");
});

Deno.test("check_layers.ts exits with 1 and a line per breach, and with 0 without breaches", async () => {
  const root = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${root}/domain`);
    await Deno.writeTextFile(`${root}/domain/a.ts`, `\nDate.now();\n`);
    const broken = await runTask("layers", root);
    assertEquals(broken.code, 1);
    assertMatch(broken.printed, /^domain\/a\.ts:2 domain-pure: .*parameter\n$/);
    await Deno.writeTextFile(`${root}/domain/a.ts`, `export const a = 1;\n`);
    const clean = await runTask("layers", root);
    assertEquals(clean.code, 0);
    assertStringIncludes(clean.printed, "Layers: no breach, no cycle");
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
