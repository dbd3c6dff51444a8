import { assert, assertEquals, assertMatch } from "@std/assert";
import { builtConsole } from "../support/console_build.ts";
import { FOREIGN_PATHS } from "../support/foreign_paths.ts";
import { testApp } from "./support.ts";
import { hashOf } from "../../storage/access/token_hashes.ts";

/** What a strict policy would block: inline scripts, styles and handlers. */
function inlineParts(html: string): string[] {
  return [
    ...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g),
    ...html.matchAll(/<style/g),
    ...html.matchAll(/<[^>]+\s(style|on\w+)=/g),
  ].map((match) => match[0]);
}

Deno.test("inlineParts() finds what a policy would block", () => {
  assertEquals(inlineParts('<script>1</script><p style="x"><a onclick="y"><style></style>').length, 4);
});

Deno.test("the pages hold no inline script or style, and name no other host", async () => {
  await using app = await testApp({ spendLoginLink: () => true, console: await builtConsole() });
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

Deno.test("every file of the console is served with its type, packed where asked, for good", async () => {
  const console = await builtConsole();
  await using app = await testApp({ console });
  const { text } = await app.call("GET /", { as: "viewer" });
  const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]);
  for (const path of [console.script, console.styles]) assert(named.includes(path), path);
  assert(console.files.size > 8);
  for (const path of console.files.keys()) {
    const { status, headers } = await app.call(`GET ${path}`);
    assertEquals([path, status], [path, 200]);
    assertMatch(
      headers.get("content-type") ?? "",
      /^(text\/css|text\/javascript|font\/woff2|application\/json)/,
    );
    assertEquals(headers.get("cache-control"), "public, max-age=31536000, immutable");
    const etag = headers.get("etag") ?? "";
    const again = await app.call(`GET ${path}`, { headers: { "if-none-match": etag } });
    assertEquals([again.status, again.text], [304, ""]);
  }
  const codings = { "gzip, deflate, br": "br", "gzip, deflate": "gzip", "": null };
  for (const path of [console.script, console.styles]) {
    for (const [accepted, coding] of Object.entries(codings)) {
      const { headers } = await app.call(`GET ${path}`, { headers: { "accept-encoding": accepted } });
      assertEquals([headers.get("content-encoding"), headers.get("vary")], [coding, "Accept-Encoding"]);
    }
  }
});

Deno.test("a document names the scripts and styles of its page, and of a first page no others", async () => {
  const console = await builtConsole();
  await using app = await testApp({ console });
  for (const path of [...console.firstPages, "/rules"]) {
    const { text } = await app.call(`GET ${path}`, path === "/sign-in" ? {} : { as: "viewer" });
    const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) =>
      match[1]
    );
    assertEquals(
      [...new Set(named)].sort(),
      [
        console.script,
        ...console.pageScripts.get(path) ?? [],
        console.styles,
        ...console.firstPages.includes(path) ? [] : [console.laterStyles],
      ].sort(),
    );
    assertMatch(text, path === "/sign-in" ? /<h1>Sign in to Andon<\/h1>/ : /No active events/);
  }
});

Deno.test("the plain pages' files are served with their type, and again only when they changed", async () => {
  await using app = await testApp();
  for (const path of ["/assets/andon.css", "/assets/icon.svg", "/assets/icon_critical.svg"]) {
    const { status, headers } = await app.call(`GET ${path}`);
    assertEquals([path, status], [path, 200]);
    assertMatch(headers.get("content-type") ?? "", /^(text\/css|image\/svg)/);
    const etag = headers.get("etag") ?? "";
    const again = await app.call(`GET ${path}`, { headers: { "if-none-match": etag } });
    assertEquals([again.status, again.text], [304, ""]);
  }
});

Deno.test("every page requires a session, and sign-in returns to the requested page", async () => {
  await using app = await testApp({ console: await builtConsole() });
  const asked = ["/", "/wall", "/events?severity=error", "/events/42"];
  const led = [
    "/sign-in",
    "/sign-in?next=%2Fwall",
    "/sign-in?next=%2Fevents%3Fseverity%3Derror",
    "/sign-in?next=%2Fevents%2F42",
  ];
  for (const [index, path] of asked.entries()) {
    const { status, headers } = await app.call(`GET ${path}`);
    assertEquals([status, headers.get("location")], [303, led[index]]);
    assertEquals((await app.call(`GET ${path}`, { as: "viewer" })).status, 200);
  }
});

Deno.test("the old address of what is shelved leads to the page of all that is hidden", async () => {
  await using app = await testApp({ console: await builtConsole() });
  const { status, headers } = await app.call("GET /shelved", { as: "viewer" });
  assertEquals([status, headers.get("location")], [301, "/hidden"]);
});

Deno.test("a page whose address has more than 2,000 characters leads to sign-in without a way back", async () => {
  await using app = await testApp({ console: await builtConsole() });
  const path = (length: number) => "/events?text=".padEnd(length, "x");
  const place = async (line: string, as?: "viewer") => (await app.call(line, { as })).headers.get("location");
  assertEquals(await place(`GET ${path(2_000)}`), `/sign-in?next=${encodeURIComponent(path(2_000))}`);
  assertEquals(await place(`GET ${path(2_001)}`), "/sign-in");
  const back = (length: number) => place(`GET /sign-in?next=${encodeURIComponent(path(length))}`, "viewer");
  assertEquals([await back(2_000), await back(2_001)], [path(2_000), "/"]);
});

Deno.test("the sign-in page redirects users with a session, never to another site", async () => {
  await using app = await testApp({ console: await builtConsole() });
  assertEquals((await app.call("GET /sign-in")).status, 200);
  const places = {
    "": "/",
    "?next=/wall": "/wall",
    "?next=%2Fevents%3Fpage%3D2": "/events?page=2",
    "?next=//evil.example/": "/",
    "?next=/.//evil.example/x": "/",
    "?next=%2f%2fevil.example": "/",
    "?next=/%2f%2fevil.example": "/",
    "?next=https://evil.example/": "/",
    "?next=/\\evil.example": "/",
    ...Object.fromEntries(FOREIGN_PATHS.map((text) => [`?next=${encodeURIComponent(text)}`, "/"])),
    "?next=/events/42%23notes": "/events/42#notes",
  };
  for (const [query, place] of Object.entries(places)) {
    const { status, headers } = await app.call(`GET /sign-in${query}`, { as: "viewer" });
    assertEquals([query, status, headers.get("location")], [query, 303, place]);
  }
});

Deno.test("a page's document contains its user, the user's role and the plant's time zone", async () => {
  await using app = await testApp({
    console: await builtConsole(),
    settings: { plantTimeZone: "Europe/Zurich" },
  });
  const { text } = await app.call("GET /", { as: "operator" });
  assertMatch(
    text,
    /data-user="operator" data-display-name="" data-role="operator"\s+data-grants="\[\]"\s+data-shared-desk="false"\s+data-time-zone="Europe\/Zurich"\s+data-mode="start"/,
  );
  assertMatch((await app.call("GET /sign-in")).text, /data-user="" data-display-name="" data-role=""/);
});

Deno.test("a screen's browser has its start page and no other, and once ended the page with a code", async () => {
  await using app = await testApp({ console: await builtConsole() });
  const { screens } = app.storage;
  const token = screens.newToken();
  const start_page = "/wall?layout=category";
  const draft = {
    name: "Line 3",
    start_page,
    cookie: "plain",
    address: "127.0.0.1",
    userAgent: null,
  } as const;
  const by = { name: "admin", role: "admin" } as const;
  const node = { floc_id: "ROOT", name: "Works", node_type: "enterprise", parent_id: null } as const;
  await app.storage.plant.create(node, by);
  const area = await app.storage.areas.create({ name: "Works", plant_node_ids: ["ROOT"] }, by);
  const areas = [area.id];
  const { id } = await screens.create({ ...draft, areas, tokenHash: hashOf(token) }, by);
  const call = { headers: { cookie: `andon_screen=${token}` } };
  const placeOf = async (path: string) => {
    const { status, headers } = await app.call(`GET ${path}`, call);
    return [status, headers.get("location")];
  };
  for (const path of ["/", "/screen", "/settings/users", "/events/1"]) {
    assertEquals([path, ...await placeOf(path)], [path, 303, start_page]);
  }
  const wall = await app.call(`GET ${start_page}`, call);
  assertMatch(wall.text, /data-user="screen:Line 3" data-display-name="Line 3" data-role="viewer"/);
  assertMatch(wall.text, /data-screen="\/wall\?layout=category" *\n? *data-screen-areas="1"/);
  assertMatch(wall.headers.get("set-cookie") ?? "", /^andon_screen=.*Max-Age=34560000/);
  await screens.remove(id, by);
  assertEquals(await placeOf("/wall"), [303, "/screen"]);
  const waiting = await app.call("GET /screen", call);
  assertMatch(waiting.text, /data-user="" [^>]*data-screen="" *\n? *data-screen-areas=""/);
  const person = await app.call("GET /screen", { as: "admin" });
  assertMatch(person.text, /data-user="" /);
});

Deno.test("input from outside is escaped in pages", async () => {
  await using app = await testApp({ spendLoginLink: () => true });
  const token = encodeURIComponent('"><script>alert(1)</script>');
  const { text } = await app.call(`GET /login/once?token=${token}`);
  assertEquals(inlineParts(text), []);
  assert(text.includes("&quot;&gt;&lt;script&gt;"), text);
  const { text: missing } = await app.call("GET /<b>x</b>", { undocumented: true });
  assert(!missing.includes("<b>"), missing);
});
