import { assert, assertEquals, assertMatch } from "@std/assert";
import { testApp } from "./support.ts";

const FILES = ["/docs/swagger-ui.js", "/docs/swagger-ui.css", "/docs/docs.js", "/docs/docs.css"];

Deno.test("/docs needs no session, and names only its own files", async () => {
  await using app = await testApp();
  const { status, text, headers } = await app.call("GET /docs");
  assertEquals(status, 200);
  assertMatch(headers.get("content-type") ?? "", /^text\/html/);
  assert(!/https?:\/\//.test(text), text);
  const named = [...text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map((match) => match[1]);
  assertEquals(named.sort(), [...FILES].sort());
});

Deno.test("the policy of /docs lets in no script, style or request of another place", async () => {
  await using app = await testApp();
  const { headers, text } = await app.call("GET /docs");
  const policy = headers.get("content-security-policy") ?? "";
  assertMatch(policy, /default-src 'none'; script-src 'self'; style-src 'self';.*connect-src 'self'/);
  assert(!/unsafe|https?:/.test(policy), policy);
  assertEquals([...text.matchAll(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/g)].length, 0);
});

Deno.test("the files of /docs come packed when asked so, and again only when they changed", async () => {
  await using app = await testApp();
  for (const path of FILES) {
    const plain = await app.call(`GET ${path}`);
    assertEquals([path, plain.status, plain.headers.get("content-encoding")], [path, 200, null]);
    assertMatch(plain.headers.get("content-type") ?? "", /^text\/(javascript|css)/);
    const packed = await app.call(`GET ${path}`, { headers: { "accept-encoding": "br, gzip" } });
    assertEquals(packed.headers.get("content-encoding"), "gzip");
    const etag = plain.headers.get("etag") ?? "";
    assertEquals(packed.headers.get("etag"), etag);
    const again = await app.call(`GET ${path}`, { headers: { "if-none-match": etag } });
    assertEquals([again.status, again.text], [304, ""]);
  }
});

Deno.test("Swagger UI asks no other host for a badge of the document", async () => {
  await using app = await testApp();
  assertMatch((await app.call("GET /docs/docs.js")).text, /validatorUrl: null/);
});
