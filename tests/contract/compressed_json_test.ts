import { assertEquals } from "@std/assert";
import { gunzipSync } from "node:zlib";
import { createApp } from "../../routes/app.ts";
import { LEAST_BYTES } from "../../routes/pipeline/middleware/compressed_json.ts";
import { makePackage, type TestApp, testApp } from "./support.ts";

const PATH = "/api/packages";
const ADDRESS = { remoteAddr: { hostname: "127.0.0.1" } };
const GZIP = { "accept-encoding": "gzip, deflate, br" };

/** The bytes of the list of packages as they are sent. */
async function sent(app: TestApp, headers: Record<string, string>) {
  const request = new Request(`http://127.0.0.1${PATH}`, { headers });
  const answer = await createApp(app.deps).fetch(request, ADDRESS);
  const { headers: head } = answer;
  return { coding: head.get("content-encoding"), vary: head.get("vary"), bytes: await answer.bytes() };
}

/** Lengthens a description until the list has so many bytes. */
async function lengthen(app: TestApp, { id, to }: { id: number; to: number }): Promise<void> {
  const body = (description: string) => ({ as: "admin" as const, body: { name: "Utilities", description } });
  await app.call(`PUT ${PATH}/${id}`, body("x"));
  const { bytes } = await sent(app, { cookie: app.cookieOf("admin") });
  await app.call(`PUT ${PATH}/${id}`, body("x".repeat(1 + to - bytes.length)));
}

Deno.test("JSON from 1,000 bytes is compressed for a session that accepts gzip", async () => {
  await using app = await testApp();
  const id = await makePackage(app);
  const cookie = app.cookieOf("admin");
  for (const to of [LEAST_BYTES - 1, LEAST_BYTES]) {
    await lengthen(app, { id, to });
    const plain = await sent(app, { cookie });
    assertEquals([plain.coding, plain.bytes.length], [null, to]);
    const asked = await sent(app, { cookie, ...GZIP });
    assertEquals([asked.coding, asked.vary], [to < LEAST_BYTES ? null : "gzip", "Accept-Encoding"]);
    const bytes = to < LEAST_BYTES ? asked.bytes : new Uint8Array(gunzipSync(asked.bytes));
    assertEquals(bytes, plain.bytes);
  }
});

Deno.test("JSON is not compressed for a program with a key", async () => {
  await using app = await testApp();
  await lengthen(app, { id: await makePackage(app), to: LEAST_BYTES });
  const { body } = await app.call("POST /api/keys", {
    as: "admin",
    body: { name: "historian", role: "viewer" },
  });
  const { coding, bytes } = await sent(app, { authorization: `Bearer ${body.data.key}`, ...GZIP });
  assertEquals([coding, bytes.length], [null, LEAST_BYTES]);
});
