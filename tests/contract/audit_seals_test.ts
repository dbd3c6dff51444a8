import { assert, assertEquals } from "@std/assert";
import { keys } from "../../storage/keys.ts";
import { breakValue } from "../support/tampered_audit.ts";
import { testApp } from "./support.ts";

const AS = { as: "admin" } as const;

async function withEntries(path?: string) {
  const app = await testApp({ path });
  for (let n = 0; n < 3; n++) {
    await app.call("POST /api/packages", { ...AS, body: { name: `Package ${n}`, description: "" } });
  }
  await app.storage.auditSeals.sealAll();
  return app;
}

Deno.test("the audit log is verified, its head shown, and a kept head compared", async () => {
  await using app = await withEntries();
  const { body: { data: head } } = await app.call("GET /api/audit-log/head", AS);
  assertEquals([head.unsealed, head.signature.length, head.public_key.length], [0, 128, 64]);
  const { status, body } = await app.call(`GET /api/audit-log/verify?head=${head.head}`, AS);
  assertEquals([status, body.data.is_whole, body.data.head], [200, true, head.head]);
  const other = head.head.slice(0, -1) + (head.head.endsWith("0") ? "1" : "0");
  const { body: { data } } = await app.call(`GET /api/audit-log/verify?head=${other}`, AS);
  assertEquals([data.is_whole, data.problems[0].problem], [false, "kept_head"]);
});

Deno.test("a head that is none is refused, and only admins verify and export", async () => {
  await using app = await withEntries();
  const { status, body } = await app.call("GET /api/audit-log/verify?head=1:2:xyz", AS);
  assertEquals([status, body.details.issues[0].path], [400, "head"]);
  for (const line of ["GET /api/audit-log/head", "GET /api/audit-log/verify", "GET /files/audit-log.jsonl"]) {
    assertEquals((await app.call(line, { as: "engineer" })).status, 403, line);
    const signedOut = await app.call(line);
    assertEquals(
      [signedOut.status, signedOut.body.details.error_code],
      [401, "AUTHENTICATION_REQUIRED"],
      line,
    );
  }
});

Deno.test("the export is JSON lines, one for each block and entry", async () => {
  await using app = await withEntries();
  const { status, text, headers } = await app.call("GET /files/audit-log.jsonl", AS);
  assertEquals([status, headers.get("content-type")], [200, "application/x-ndjson; charset=utf-8"]);
  const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
  const { body: { data } } = await app.call("GET /api/audit-log/verify", AS);
  assertEquals(lines.filter(({ kind }) => kind !== undefined).length, data.blocks);
  assertEquals(lines.filter(({ entry }) => entry).length, data.entries);
  assert(text.endsWith("\n"));
});

Deno.test("a log with entries and a block that cannot be decoded is answered with 200, and the store stays up", async () => {
  const folder = await Deno.makeTempDir(), path = `${folder}/andon.sqlite`;
  try {
    await using app = await withEntries(path);
    const { data: log } = (await app.call("GET /api/audit-log", AS)).body;
    const damaged = [log[0].id, log[2].id];
    for (const id of damaged) breakValue(path, keys.audit(id));
    // A text between the ids that no block has.
    const kv = await Deno.openKv(path);
    await kv.set(keys.audit(`${log[1].id}x`), { v: 1 });
    kv.close();
    breakValue(path, keys.audit(`${log[1].id}x`), new Uint8Array());
    const verify = async () => {
      const { status, body } = await app.call("GET /api/audit-log/verify", AS);
      assertEquals([status, body.data.is_whole, app.storage.store.healthy()], [200, false, true]);
      return body.data.problems;
    };
    const found = await verify();
    assertEquals(
      found.map(({ entry_id, problem }: Record<string, string>) => `${entry_id} ${problem}`).sort(),
      [...damaged.map((id) => `${id} undecodable`), `${log[1].id}x inserted`].sort(),
    );
    await app.call("GET /api/audit-log", AS);
    assertEquals((await app.call("GET /api/packages", AS)).status, 200);
    breakValue(path, keys.auditBlock(1));
    assertEquals((await verify())[0], { block: 1, entry_id: null, problem: "undecodable" });
    breakValue(path, keys.auditHead());
    breakValue(path, keys.auditKey());
    const kinds = (await verify()).map(({ problem }: Record<string, string>) => problem);
    for (const kind of ["head", "key"]) assert(kinds.includes(kind), kind);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
