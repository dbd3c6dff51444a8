import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createStandbyApp, type StandbyDeps } from "../../cluster/standby_app.ts";
import { gauge } from "../../services/metrics/family.ts";

const LOCAL = { remoteAddr: { hostname: "127.0.0.1" } };

function ask(path: string, deps: Partial<StandbyDeps> = {}, init: RequestInit = {}): Promise<Response> {
  const { fetch } = createStandbyApp({
    metrics: { token: null, families: () => [gauge("andon_processes", "Live processes.", 2)] },
    log: () => {},
    trustProxy: 0,
    nextId: () => "an id",
    leader: () => "andon-1-ab12",
    obstacle: () => null,
    ...deps,
  });
  const request = new Request(`http://localhost${path}`, { headers: { host: "localhost" }, ...init });
  return Promise.resolve(fetch(request, LOCAL));
}

Deno.test("a process that stands by is alive, and ready unless something keeps it from taking over", async () => {
  const alive = await ask("/healthz");
  assertEquals([alive.status, await alive.json()], [200, { success: true, data: { status: "ok" } }]);
  const ready = await ask("/readyz");
  assertEquals([ready.status, await ready.json()], [200, { success: true, data: { status: "ready" } }]);
  const unable = await ask("/readyz", { obstacle: () => "The store does not answer" });
  assertEquals([unable.status, (await unable.json()).error], [503, "The store does not answer"]);
  assertEquals((await ask("/healthz", { obstacle: () => "x" })).status, 200);
});

Deno.test("/leaderz of a process that stands by is 503 and names the leader", async () => {
  const answer = await ask("/leaderz");
  assertEquals([answer.status, answer.headers.get("retry-after")], [503, "1"]);
  assertEquals((await answer.json()).details, { leader: "andon-1-ab12", error_code: "UNAVAILABLE" });
  const { details } = await (await ask("/leaderz", { leader: () => null })).json();
  assertEquals(details.leader, null);
});

Deno.test("a process that stands by reports its own metrics", async () => {
  const answer = await ask("/metrics");
  assertEquals(answer.status, 200);
  assertMatch(await answer.text(), /^andon_processes 2$/m);
});

Deno.test("a process that stands by answers programs with the envelope, whatever they ask", async () => {
  for (
    const [path, method] of [["/api/packages", "GET"], ["/api/packages", "POST"], ["/api", "GET"], [
      "/mcp",
      "POST",
    ]]
  ) {
    const answer = await ask(path, {}, { method, headers: { host: "localhost", accept: "text/html" } });
    assertEquals([answer.status, answer.headers.get("retry-after")], [503, "1"], path);
    const { success, error, details } = await answer.json();
    assertEquals([success, details.error_code, details.leader], [false, "UNAVAILABLE", "andon-1-ab12"]);
    assertStringIncludes(error, "stands by");
  }
  const headers = { host: "localhost", upgrade: "websocket", connection: "upgrade" };
  assertEquals((await ask("/api/ws", {}, { headers })).status, 503);
});

Deno.test("a process that stands by shows browsers a page that loads itself again and needs nothing else", async () => {
  for (const path of ["/", "/events/7", "/sign-in", "/n/secret"]) {
    const answer = await ask(path);
    assertEquals([answer.status, answer.headers.get("retry-after")], [503, "1"], path);
    assertMatch(answer.headers.get("content-type") ?? "", /^text\/html/);
    assertMatch(answer.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
    const page = await answer.text();
    assertMatch(page, /<meta http-equiv="refresh" content="1">/);
    assertEquals(page.match(/\b(?:src|href)=/g), null);
  }
});
