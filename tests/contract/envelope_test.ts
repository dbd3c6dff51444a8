import { assert, assertEquals, assertMatch } from "@std/assert";
import { MAX_BODY_BYTES } from "../../routes/pipeline/middleware/json_body.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { makePackage, pathsOf, testApp } from "./support.ts";

Deno.test("an unknown path is 404 in the envelope, and 401 without a session", async () => {
  await using app = await testApp();
  for (const line of ["GET /api/nothing", "GET /api", "GET /api/packages/1/other", "DELETE /api/packages"]) {
    const found = await app.call(line, { as: "admin", undocumented: true });
    assertEquals([line, found.status, found.body.success], [line, 404, false]);
    assertEquals(found.body.details.error_code, "NOT_FOUND");
    assertEquals((await app.call(line, { undocumented: true })).status, 401, line);
  }
});

Deno.test("the checks of every request run before the path is matched", async () => {
  await using app = await testApp();
  const odd = ["/api//packages", "/api/packages/", "/api/%0A", "/api/packages/a%0Ab", "/api/%zz", "/api/*"];
  for (const path of odd) {
    const { status, headers } = await app.call(`GET ${path}`, { undocumented: true });
    assertEquals([path, status, headers.get("x-api-version")], [path, 401, "beta"]);
  }
});

Deno.test("an id that is no integer or does not exist is 404 before the body is checked", async () => {
  await using app = await testApp();
  const nouns = ["packages", "templates", "instances", "rule-events"];
  for (const noun of nouns) {
    for (const id of ["abc", "1.5", "-1", "0", "01", "1e3", "999999", "99999999999999999999", "%20"]) {
      const { status, body } = await app.call(`PUT /api/${noun}/${id}`, { as: "admin", body: "{broken" });
      assertEquals([noun, id, status], [noun, id, 404]);
      assertEquals(body.details.error_code, noun === "templates" ? "TEMPLATE_NOT_FOUND" : "NOT_FOUND");
    }
  }
  const { body } = await app.call("GET /api/template-instances/7", { as: "viewer" });
  assertEquals(body.details.error_code, "TEMPLATE_NOT_FOUND");
});

Deno.test("a broken body is 400, whatever its content type", async () => {
  await using app = await testApp();
  for (const body of ["{broken", "", "[]", "null", '"text"', "5", new Uint8Array([0x7b, 0xff, 0x7d])]) {
    const answer = await app.call("POST /api/packages", { as: "admin", body });
    assertEquals([body, answer.status], [body, 400]);
    assertEquals(answer.body.details.error_code, "VALIDATION_FAILED");
    assertEquals(pathsOf(answer), [""]);
  }
  const missing = await app.call("POST /api/packages", { as: "admin" });
  assertEquals(missing.status, 400);
});

Deno.test("a JSON body is accepted with any content type", async () => {
  await using app = await testApp();
  for (const [at, type] of ["text/plain", "application/x-www-form-urlencoded", "image/png"].entries()) {
    const body = JSON.stringify({ name: `P${at}` });
    const answer = await app.call("POST /api/packages", {
      as: "admin",
      body,
      headers: { "content-type": type },
    });
    assertEquals([type, answer.status], [type, 201]);
  }
});

Deno.test("a body over 1 MiB is 413, with and without a stated length", async () => {
  await using app = await testApp();
  const text = JSON.stringify({ name: "x", description: "y".repeat(MAX_BODY_BYTES) });
  const stated = await app.call("POST /api/packages", {
    as: "admin",
    body: "{}",
    headers: { "content-length": String(MAX_BODY_BYTES + 1) },
  });
  const streamed = await app.call("POST /api/packages", { as: "admin", body: new Blob([text]).stream() });
  for (const answer of [stated, streamed]) {
    assertEquals([answer.status, answer.body.details.error_code], [413, "PAYLOAD_TOO_LARGE"]);
  }
});

Deno.test("a body of exactly 1 MiB is read", async () => {
  await using app = await testApp();
  const body = '{"name":"x"}'.padEnd(MAX_BODY_BYTES);
  assertEquals((await app.call("POST /api/packages", { as: "admin", body })).status, 201);
  assertEquals((await app.call("POST /api/packages", { as: "admin", body: body + " " })).status, 413);
});

Deno.test("unknown fields are refused by name, all problems at once", async () => {
  await using app = await testApp();
  const answer = await app.call("POST /api/packages", {
    as: "admin",
    body: { name: " ", description: 5, colour: "red", id: 9 },
  });
  assertEquals(pathsOf(answer), ["colour", "description", "name"]);
  assertMatch(answer.body.error, /^name: /);
});

Deno.test("every answer carries the version and a fresh request id", async () => {
  await using app = await testApp();
  const lines = [...JSON_LINES, ...OTHER_LINES];
  const ids = new Set<string | null>();
  for (const line of lines) {
    const { headers } = await app.call(line, { undocumented: line === "GET /api/nothing" });
    assertEquals([line, headers.get("x-api-version")], [line, "beta"]);
    ids.add(headers.get("x-request-id"));
  }
  assertEquals([ids.size, ids.has(null)], [lines.length, false]);
});

const JSON_LINES = [
  "GET /api/packages",
  "GET /api/nothing",
  "GET /api/openapi.json",
  "GET /api/auth/session",
  "GET /healthz",
  "POST /mcp",
];
const OTHER_LINES = ["GET /sign-in", "GET /nothing", "GET /assets/andon.css", "GET /docs", "GET /metrics"];

const ON_ALL = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
};
const ON_PAGES = {
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

Deno.test("JSON may be neither sniffed, stored, framed, loaded elsewhere nor load anything", async () => {
  await using app = await testApp();
  for (const line of JSON_LINES) {
    const { headers } = await app.call(line, { as: "viewer", body: bodyFor(line), undocumented: true });
    assertEquals([line, headers.get("content-type")], [line, "application/json"]);
    assertEquals(
      headers.get("content-security-policy"),
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    );
    assertEquals([line, headers.get("cache-control")], [line, "no-store"]);
    assertEquals(of(headers, { ...ON_ALL, ...ON_PAGES }), { ...ON_ALL, ...noneOf(ON_PAGES) });
  }
});

Deno.test("responses that are not JSON have all the headers of a page", async () => {
  await using app = await testApp();
  for (const line of OTHER_LINES) {
    const { headers } = await app.call(line, { undocumented: true });
    const policy = headers.get("content-security-policy") ?? "";
    assertMatch(
      policy,
      /^default-src 'none'; script-src 'self'; .*base-uri 'none'; .*frame-ancestors 'none'/,
    );
    assertEquals([line, of(headers, { ...ON_ALL, ...ON_PAGES })], [line, { ...ON_ALL, ...ON_PAGES }]);
  }
});

function bodyFor(line: string): unknown {
  return line === "POST /mcp" ? { jsonrpc: "2.0", id: 1, method: "nothing" } : undefined;
}

function of(headers: Headers, named: Record<string, string>): Record<string, string | null> {
  return Object.fromEntries(Object.keys(named).map((name) => [name, headers.get(name)]));
}

function noneOf(named: Record<string, string>): Record<string, null> {
  return Object.fromEntries(Object.keys(named).map((name) => [name, null]));
}

Deno.test("a crash is answered blank with its request id, and logged whole", async () => {
  await using app = await testApp({
    sourceStatuses: () => {
      throw new Error("secret at /etc/passwd");
    },
  });
  const { status, body, text, headers } = await app.call("GET /api/system-tags", { as: "viewer" });
  assertEquals([status, body.details.error_code], [500, "INTERNAL_ERROR"]);
  assertEquals(body.details.request_id, headers.get("x-request-id"));
  assert(!text.includes("secret") && !text.includes(".ts"), text);
  const [entry] = app.logged.filter(({ level }) => level === "error");
  assertEquals(entry.fields?.request_id, body.details.request_id);
  assertMatch(String(entry.fields?.error), /secret at/);
});

Deno.test("a crash in an actor is answered as blank as one in a route", async () => {
  await using app = await testApp({
    sourceStatuses: () => {
      throw new Refusal("INTERNAL_ERROR", "TypeError: secret");
    },
  });
  const { status, body, text, headers } = await app.call("GET /api/system-tags", { as: "viewer" });
  assertEquals([status, body.details.error_code], [500, "INTERNAL_ERROR"]);
  assertEquals(body.details.request_id, headers.get("x-request-id"));
  assert(!text.includes("secret"), text);
  const entry = app.logged.find(({ level }) => level === "error");
  assertMatch(String(entry?.fields?.error), /secret/);
});

Deno.test("health answers without a session; readiness follows storage and actors", async () => {
  let ready = true;
  await using app = await testApp({ ready: () => ready });
  assertEquals((await app.call("GET /readyz")).status, 200);
  ready = false;
  assertEquals((await app.call("GET /healthz")).status, 200);
  for (const line of ["GET /readyz", "GET /api/packages", "POST /api/auth/login"]) {
    const { status, body } = await app.call(line);
    assertEquals([line, status, body.details.error_code], [line, 503, "UNAVAILABLE"]);
  }
});

Deno.test("a list is whole until a page is asked for; both ways of paging together are 400", async () => {
  await using app = await testApp();
  for (const name of ["a", "b", "c"]) await makePackage(app, name);
  const list = (query: string) => app.call(`GET /api/packages${query}`, { as: "viewer" });
  assertEquals(Object.keys((await list("")).body), ["success", "data"]);
  const page = await list("?page=2&per_page=2");
  assertEquals(page.body.pagination, { limit: 2, offset: 2, total: 3, has_next: false, has_prev: true });
  assertEquals(page.body.data.map((one: { name: string }) => one.name), ["c"]);
  assertEquals(pathsOf(await list("?limit=1&page=1")), ["page"]);
  for (
    const query of ["limit=0", "limit=1001", "limit=x", "limit=", "offset=-1", "page=0", "per_page=1001"]
  ) {
    assertEquals([query, (await list(`?${query}`)).status], [query, 400]);
  }
  assertEquals(pathsOf(await list("?limit=0&offset=x&page=1")), ["limit", "offset", "page"]);
});

Deno.test("event lists are always paged and refuse filters outside their range", async () => {
  await using app = await testApp();
  for (const path of ["/api/rule-events", "/api/rule-events/history"]) {
    const { body } = await app.call(`GET ${path}`, { as: "viewer" });
    assertEquals(body.pagination, { limit: 50, offset: 0, total: 0, has_next: false, has_prev: false });
    for (
      const query of ["hours=0", "hours=8761", "hours=x", "severity=loud", "is_active=1", "instance_id=ins_1"]
    ) {
      const refused = await app.call(`GET ${path}?${query}`, { as: "viewer" });
      assertEquals([query, pathsOf(refused)], [query, [query.split("=")[0]]]);
    }
    for (const hours of ["0.5", String(1 / 3)]) {
      assertEquals((await app.call(`GET ${path}?hours=${hours}`, { as: "viewer" })).status, 200);
    }
  }
});

Deno.test("the OpenAPI document is 3.1 and holds every path of the permission table", async () => {
  await using app = await testApp();
  const { body } = await app.call("GET /api/openapi.json");
  assertEquals([body.openapi, body.info.version], ["3.1.0", "beta"]);
  assertEquals(body.paths["/api/templates"].post.requestBody.required, true);
  assert("/api/rule-events/{id}/close" in body.paths);
});
