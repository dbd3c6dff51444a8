import { assert, assertEquals, assertMatch } from "@std/assert";
import { PAIRING_LIMITS } from "../../domain/screen/pairing.ts";
import { pathsOf, type TestApp, testApp } from "./support.ts";
import { by, claim, cookieIn, onClock, paired, showing, stateOf } from "./screens_support.ts";

Deno.test("a code gives nothing to who guesses it: without the browser's cookie nobody is the screen", async () => {
  await using app = await testApp();
  const screen = await showing(app);
  const other = await showing(app);
  await claim(app, { code: screen.code });
  for (const cookie of ["", other.cookie, `andon_screen=${screen.code}`, `andon_screen=${"A".repeat(43)}`]) {
    const answer = await app.call("GET /api/screens/pairing", { headers: { cookie } });
    assert(answer.body.data.status !== "paired", cookie);
    assertEquals((await app.call("GET /api/rule-events/active", { headers: { cookie } })).status, 401);
  }
});

Deno.test("a code is claimed once, by an admin only, within 10 minutes", async () => {
  const { app, clock } = await onClock();
  await using _ = app;
  const first = await showing(app);
  for (const as of ["viewer", "operator", "engineer"] as const) {
    assertEquals((await claim(app, { code: first.code }, as)).status, 403);
  }
  assertEquals((await claim(app, { code: first.code }, null)).status, 401);
  assertEquals(
    (await app.call("POST /api/screens", { ...by(first), body: { code: first.code, name: "a" } })).status,
    401,
  );
  assertEquals((await claim(app, { code: first.code })).status, 201);
  const replayed = await claim(app, { code: first.code, name: "Another" });
  assertEquals([replayed.status, pathsOf(replayed)], [400, ["code"]]);
  const [early, late] = [await showing(app), await showing(app)];
  clock.nowMs += PAIRING_LIMITS.validMs - 1;
  assertEquals((await claim(app, { code: early.code, name: "Early" })).status, 201);
  clock.nowMs += 1;
  assertEquals(await stateOf(app, by(late)), "none");
  assertEquals(pathsOf(await claim(app, { code: late.code, name: "Late" })), ["code"]);
});

Deno.test("a refused name does not use up the code, and two claims at once make one screen", async () => {
  await using app = await testApp();
  await paired(app);
  const { code } = await showing(app);
  for (
    const [path, body] of [
      ["name", { name: "line 3" }],
      ["name", { name: " " }],
      ["start_page", { name: "Line 5", start_page: "/settings/users" }],
      ["start_page", { name: "Line 5", start_page: "//evil.example/wall" }],
      ["start_page", { name: "Line 5", start_page: "https://evil.example/wall" }],
      ["start_page", { name: "Line 5", start_page: "/wall/../settings" }],
      ["code", { name: "Line 5", code: "12345" }],
    ] as const
  ) {
    const refused = await claim(app, { code, ...body });
    assertEquals([refused.status, pathsOf(refused)], [400, [path]], JSON.stringify(body));
  }
  const both = await Promise.all(["Line 5", "Line 6"].map((name) => claim(app, { code, name })));
  assertEquals(both.map(({ status }) => status).sort(), [201, 400]);
  assertEquals(app.storage.screens.list().length, 2);
});

Deno.test("after ten wrong codes within 10 minutes an admin waits, also with the right one", async () => {
  const { app, clock } = await onClock();
  await using _ = app;
  const { code } = await showing(app);
  const wrong = code === "000000" ? "000001" : "000000";
  for (let tries = 1; tries <= PAIRING_LIMITS.wrongCodes; tries++) {
    assertEquals((await claim(app, { code: wrong })).status, 400);
  }
  const refused = await claim(app, { code });
  assertEquals([refused.status, refused.headers.get("retry-after")], [429, "600"]);
  clock.nowMs += PAIRING_LIMITS.validMs;
  const again = await showing(app);
  assertEquals((await claim(app, { code: again.code })).status, 201);
});

Deno.test("20 codes of one address and 200 in all can wait", async () => {
  const { app, clock } = await onClock();
  await using _ = app;
  const begin = (from: string, cookie = "") =>
    app.call("POST /api/screens/pairing", { from, headers: { cookie }, base: "http://localhost:8000" });
  const codes = new Set<string>();
  for (let address = 0; address < PAIRING_LIMITS.all / PAIRING_LIMITS.address; address++) {
    for (let n = 0; n < PAIRING_LIMITS.address; n++) {
      // An IPv6 network is one address.
      const answer = await beginFrom(app, `2001:db8:0:${address}::${n + 1}`);
      assertEquals(answer.status, 200);
      codes.add(answer.body.data.code);
    }
    if (address === 0) {
      const refused = await beginFrom(app, "2001:db8:0:0::ffff");
      assertEquals([refused.status, refused.headers.get("retry-after")], [429, "600"]);
    }
  }
  assertEquals(codes.size, PAIRING_LIMITS.all);
  assertEquals((await begin("127.0.0.1")).status, 429);
  clock.nowMs += PAIRING_LIMITS.validMs;
  const own = await begin("127.0.0.1");
  assertEquals(own.status, 200);
  for (let n = 1; n < PAIRING_LIMITS.address; n++) assertEquals((await begin("127.0.0.1")).status, 200);
  assertEquals((await begin("127.0.0.1")).status, 429);
  const renewed = await begin("127.0.0.1", cookieIn(own));
  assertEquals(renewed.status, 200, "a browser's new code replaces its old one");
  assertEquals((await claim(app, { code: own.body.data.code })).status, 400);
});

/** Over TLS from elsewhere. */
const beginFrom = (app: TestApp, from: string) =>
  app.call("POST /api/screens/pairing", { from, base: "https://andon.example" });

Deno.test("from elsewhere the cookie is for TLS only, and plain HTTP pairs no screen", async () => {
  await using app = await testApp();
  const plain = await app.call("POST /api/screens/pairing", {
    from: "192.0.2.7",
    base: "http://andon.example",
  });
  assertEquals(plain.status, 403);
  const begun = await beginFrom(app, "192.0.2.7");
  assertMatch(
    begun.headers.get("set-cookie") ?? "",
    /^__Host-andon_screen=.*; HttpOnly; SameSite=Lax; Path=\/;.*; Secure$/,
  );
  assertEquals((await claim(app, { code: begun.body.data.code })).status, 201);
  const [name, token] = cookieIn(begun).split("=");
  const read = (cookie: string) =>
    app.call("GET /api/plant-settings", {
      from: "192.0.2.7",
      base: "https://andon.example",
      headers: { cookie },
    });
  assertEquals((await read(`${name}=${token}`)).status, 200);
  assertEquals((await read(`andon_screen=${token}`)).status, 401);
});

Deno.test("a page of another site neither begins a pairing nor asks for it", async () => {
  await using app = await testApp();
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  for (const line of ["POST /api/screens/pairing", "GET /api/screens/pairing"]) {
    const answer = await app.call(line, { headers });
    assertEquals([line, answer.status, answer.headers.get("set-cookie")], [line, 403, null]);
  }
});
