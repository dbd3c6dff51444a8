import { assertEquals, assertMatch } from "@std/assert";
import { testApp } from "./support.ts";

const write = (name: string, headers: Record<string, string>) =>
  ["POST /api/packages", { as: "admin", body: { name }, headers }] as const;

Deno.test("a write that another site started is refused by its Origin", async () => {
  await using app = await testApp();
  for (
    const origin of [
      "http://evil.test",
      "http://localhost:9999",
      "null",
      "http://localhost:8000.evil.test",
      "x",
    ]
  ) {
    const { status, body } = await app.call(...write("x", { origin, "sec-fetch-site": "same-origin" }));
    assertEquals([origin, status, body.details.error_code], [origin, 403, "FORBIDDEN"]);
  }
  assertEquals((await app.call(...write("a", { origin: "http://localhost:8000" }))).status, 201);
  assertEquals((await app.call(...write("b", { origin: "https://localhost:8000" }))).status, 201);
});

Deno.test("without an Origin, Sec-Fetch-Site decides; without both the client is no browser", async () => {
  await using app = await testApp();
  const status = async (name: string, headers: Record<string, string>) =>
    (await app.call(...write(name, headers))).status;
  assertEquals(await status("a", { "sec-fetch-site": "cross-site" }), 403);
  assertEquals(await status("b", { "sec-fetch-site": "same-origin" }), 201);
  assertEquals(await status("c", { "sec-fetch-site": "none" }), 201);
  assertEquals(await status("d", {}), 201);
});

Deno.test("PUBLIC_URL's origin may write, and an http page may not write to https", async () => {
  await using app = await testApp({ settings: { publicUrl: "https://andon.example/base", trustProxy: 1 } });
  assertEquals((await app.call(...write("a", { origin: "https://andon.example" }))).status, 201);
  const headers = { origin: "http://localhost:8000", "x-forwarded-proto": "https" };
  assertEquals((await app.call(...write("b", headers))).status, 403);
});

Deno.test("pages may be opened from anywhere, and sign-in is refused although it brings no cookie", async () => {
  await using app = await testApp();
  const headers = { origin: "http://evil.test" };
  for (const line of ["GET /docs", "GET /healthz"]) {
    assertEquals((await app.call(line, { headers })).status, 200);
  }
  assertEquals((await app.call("GET /api/packages", { as: "viewer", headers })).status, 403);
  assertEquals((await app.call("POST /api/auth/login", { body: {}, headers })).status, 403);
});

Deno.test("Host is free until PUBLIC_URL or ALLOWED_HOSTS is set", async () => {
  const status = async (settings: { publicUrl?: string; allowedHosts?: string[] }, base: string) => {
    await using app = await testApp({ settings });
    return (await app.call("GET /api/auth/session", { base })).status;
  };
  assertEquals(await status({}, "http://other.example"), 200);
  const both = { publicUrl: "https://andon.example", allowedHosts: ["plant.local", "10.0.0.5:8000"] };
  for (
    const host of [
      "andon.example",
      "plant.local:8000",
      "10.0.0.5:8000",
      "localhost:1",
      "127.0.0.1",
      "[::1]:8000",
    ]
  ) {
    assertEquals([host, await status(both, `http://${host}`)], [host, 200]);
  }
  for (const host of ["other.example", "andon.example.evil.test", "10.0.0.5:9000", "10.0.0.5"]) {
    assertEquals([host, await status(both, `http://${host}`)], [host, 403]);
  }
});

Deno.test("checks and metrics may name a process by its address with PUBLIC_URL set too", async () => {
  await using app = await testApp({
    settings: { publicUrl: "https://andon.example" },
    metrics: { token: "token-of-the-metrics", families: () => [] },
  });
  const headers = { authorization: "Bearer token-of-the-metrics" };
  for (const path of ["/healthz", "/readyz", "/leaderz", "/metrics"]) {
    const { status } = await app.call(`GET ${path}`, { base: "http://10.0.0.6:8000", headers });
    assertEquals([path, status], [path, 200]);
  }
  assertEquals((await app.call("GET /sign-in", { base: "http://10.0.0.6:8000" })).status, 403);
});

Deno.test("a refused Host answers the envelope under /api and a page elsewhere", async () => {
  await using app = await testApp({ settings: { allowedHosts: ["plant.local"] } });
  const api = await app.call("GET /api/packages", { as: "admin", base: "http://other.example" });
  assertEquals([api.status, api.body.details.error_code], [403, "FORBIDDEN"]);
  const page = await app.call("GET /sign-in", { base: "http://other.example" });
  assertMatch(page.headers.get("content-type") ?? "", /^text\/html/);
});
