import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Api, ApiFailure } from "../../../../cli/plant/api.ts";

/** An Andon that answers each request by what is next. */
async function answering<T>(
  answers: ((request: Request) => Response)[],
  use: (api: Api, told: { lines: string[]; waits: number[] }) => Promise<T>,
): Promise<T> {
  const lines: string[] = [], waits: number[] = [];
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const { pathname, search } = new URL(request.url);
    lines.push(`${request.method} ${pathname}${search} ${request.headers.get("Authorization")}`);
    return (answers.shift() ?? (() => new Response("none left", { status: 500 })))(request);
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  return await use(new Api({ url, key: "andon_k", waiting: (seconds) => waits.push(seconds) }), {
    lines,
    waits,
  });
}

Deno.test("a list is read page by page, with the key", async () => {
  const page = (ids: number[], has_next: boolean) => () =>
    Response.json({ success: true, data: ids.map((id) => ({ id })), pagination: { has_next } });
  await answering([page([1, 2], true), page([3], false)], async (api, { lines }) => {
    assertEquals(await api.list("/api/x"), [{ id: 1 }, { id: 2 }, { id: 3 }]);
    assertEquals(lines, [
      "GET /api/x?limit=1000&offset=0 Bearer andon_k",
      "GET /api/x?limit=1000&offset=2 Bearer andon_k",
    ]);
  });
});

Deno.test("a request is sent again after the wait that Andon asks for", async () => {
  const later = (status: number) => () => new Response(null, { status, headers: { "Retry-After": "1" } });
  const answers = [later(429), later(503), () => Response.json({ success: true, data: { id: 1 } })];
  await answering(answers, async (api, { lines, waits }) => {
    assertEquals((await api.send("POST", "/api/x", {})).data, { id: 1 });
    assertEquals([lines.length, waits], [3, [1, 1]]);
  });
});

Deno.test("a refusal is told with all its issues, and what is no answer of Andon with a hint", async () => {
  const issues = [{ path: "name", message: "Is required" }, { path: "host", message: "Is no host" }];
  const refusal = () =>
    Response.json({ success: false, error: "2 issues", details: { issues } }, { status: 400 });
  const moved = () =>
    new Response(null, { status: 308, headers: { Location: "https://andon.example.org/" } });
  await answering([refusal, moved, () => new Response("<html>")], async (api) => {
    const refused = await assertRejects(() => api.send("POST", "/api/x", {}), ApiFailure);
    assertEquals([refused.message, refused.isFinal], [
      "2 issues: name: Is required; host: Is no host",
      false,
    ]);
    const elsewhere = await assertRejects(() => api.send("GET", "/api/x"), ApiFailure);
    assertStringIncludes(elsewhere.message, "leads to https://andon.example.org/; set ANDON_URL");
    await assertRejects(() => api.send("GET", "/api/x"), ApiFailure, "is ANDON_URL the address of Andon?");
  });
  const api = new Api({ url: "http://127.0.0.1:9", key: "k" });
  assertEquals((await assertRejects(() => api.send("GET", "/api/x"), ApiFailure)).isFinal, true);
});
