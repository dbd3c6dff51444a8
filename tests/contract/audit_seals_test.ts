import { assert, assertEquals } from "@std/assert";
import { testApp } from "./support.ts";

const AS = { as: "admin" } as const;

async function withEntries() {
  const app = await testApp();
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
