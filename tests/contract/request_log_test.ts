import { assert, assertEquals, assertMatch } from "@std/assert";
import { createLog } from "../../settings/log.ts";
import { type TestApp, testApp } from "./support.ts";

function requestsOf(app: TestApp) {
  return app.logged.filter(({ message }) => message === "Request");
}

Deno.test("each request is one line at debug: method, route, status, time, id and user", async () => {
  await using app = await testApp();
  const { headers } = await app.call("GET /api/packages/12?token=secret", { as: "viewer" });
  await app.call("GET /healthz");
  const [first, second, ...others] = requestsOf(app);
  assertEquals(others, []);
  const { duration_ms, ...fields } = first.fields ?? {};
  assertEquals([first.level, fields], ["debug", {
    request_id: headers.get("x-request-id"),
    method: "GET",
    route: "/api/packages/:package_id",
    status: 404,
    user: "viewer",
  }]);
  assert(typeof duration_ms === "number" && duration_ms >= 0);
  assertEquals(second.fields?.user, undefined);
});

Deno.test("a request that failed inside is logged at info, under the id of its answer", async () => {
  await using app = await testApp({
    sourceStatuses: () => {
      throw new Error("broken");
    },
  });
  const { status, body } = await app.call("GET /api/system-tags", { as: "viewer" });
  const [line] = requestsOf(app);
  assertEquals([status, line.level, line.fields?.status], [500, "info", 500]);
  assertEquals(line.fields?.request_id, body.details.request_id);
});

Deno.test("no line holds a query, a cookie or a key", async () => {
  await using app = await testApp();
  const headers = { authorization: "Bearer andon_hidden1" };
  await app.call("GET /login/once?token=hidden2", { headers });
  await app.call("GET /api/hidden3?token=hidden2", { as: "viewer", undocumented: true });
  await app.call("POST /api/auth/login", { body: { username: "viewer", password: "hidden4" } });
  const lines: string[] = [];
  const log = createLog({ level: "debug", format: "json", now: Date.now, write: (line) => lines.push(line) });
  for (const { message, fields } of app.logged) log("debug", message, fields);
  assertEquals(lines.length, 3);
  assert(!/hidden/.test(lines.join("\n")), lines.join("\n"));
  assert(!lines.join("\n").includes(app.cookieOf("viewer").split("=")[1]));
});

Deno.test("X-Request-Id is the client's when it fits [A-Za-z0-9._-]{1,64}, else one of our own", async () => {
  await using app = await testApp();
  const answered = async (given: string) =>
    (await app.call("GET /healthz", { headers: { "x-request-id": given } })).headers.get("x-request-id");
  for (const fit of ["a", "A9._-z", "x".repeat(64)]) assertEquals(await answered(fit), fit);
  for (const unfit of ["", "x".repeat(65), "a b", "a,b", "a\u00e9", 'a"b', "a/b"]) {
    assertMatch(await answered(unfit) ?? "", /^[0-9a-f]{16}-[0-9a-z]+$/, `"${unfit}"`);
  }
});
