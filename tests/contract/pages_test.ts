import { assert, assertEquals, assertMatch } from "@std/assert";
import { testApp } from "./support.ts";

/** What a strict policy would block: scripts, styles and handlers that stand in the page itself. */
function inlineParts(html: string): string[] {
  return [
    ...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g),
    ...html.matchAll(/<style/g),
    ...html.matchAll(/<[^>]+\s(style|on\w+)=/g),
  ].map((match) => match[0]);
}

Deno.test("inlineParts() sees what a policy would block", () => {
  assertEquals(inlineParts('<script>1</script><p style="x"><a onclick="y"><style></style>').length, 4);
});

Deno.test("the pages hold no inline script or style, and name no other host", async () => {
  await using app = await testApp({ spendLoginLink: () => true });
  const pages = [
    await app.call("GET /", { as: "viewer" }),
    await app.call("GET /sign-in"),
    await app.call("GET /login/once?token=x"),
    await app.call("GET /nothing", { undocumented: true }),
  ];
  for (const { text, headers } of pages) {
    assertEquals(inlineParts(text), []);
    assert(!/https?:\/\//.test(text), text);
    assertMatch(headers.get("content-type") ?? "", /^text\/html/);
    assertMatch(headers.get("content-security-policy") ?? "", /script-src 'self'; style-src 'self'/);
    assertEquals(headers.get("cache-control"), "no-store");
  }
});

Deno.test("every file that a page names is served with its type, and again only when it changed", async () => {
  await using app = await testApp();
  const text = (await app.call("GET /", { as: "viewer" })).text + (await app.call("GET /sign-in")).text;
  const files = new Set([...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]));
  assertEquals(files.size, 4);
  for (const path of files) {
    const { status, headers } = await app.call(`GET ${path}`);
    assertEquals([path, status], [path, 200]);
    assertMatch(headers.get("content-type") ?? "", /^(text\/css|text\/javascript|image\/svg)/);
    const etag = headers.get("etag") ?? "";
    const again = await app.call(`GET ${path}`, { headers: { "if-none-match": etag } });
    assertEquals([again.status, again.text], [304, ""]);
  }
});

Deno.test("the wall asks for a session, and the sign-in page sends those away who have one", async () => {
  await using app = await testApp();
  const signedOut = await app.call("GET /");
  assertEquals([signedOut.status, signedOut.headers.get("location")], [303, "/sign-in"]);
  const signedIn = await app.call("GET /sign-in", { as: "viewer" });
  assertEquals([signedIn.status, signedIn.headers.get("location")], [303, "/"]);
});

Deno.test("what comes from outside is escaped in pages", async () => {
  await using app = await testApp({ spendLoginLink: () => true });
  const token = encodeURIComponent('"><script>alert(1)</script>');
  const { text } = await app.call(`GET /login/once?token=${token}`);
  assertEquals(inlineParts(text), []);
  assert(text.includes("&quot;&gt;&lt;script&gt;"), text);
  const { text: missing } = await app.call("GET /<b>x</b>", { undocumented: true });
  assert(!missing.includes("<b>"), missing);
});
