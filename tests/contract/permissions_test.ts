import { assert, assertEquals } from "@std/assert";
import { checkPermissionTable, PERMISSIONS } from "../../routes/permissions.ts";
import { testApp } from "./support.ts";

/** From least to most. */
const ROLES = ["viewer", "operator", "engineer", "admin"] as const;

const lines = Object.entries(PERMISSIONS);
/** Ids that name nothing: past the role stands a 404 or 400, so nothing is changed by the walk. */
const somewhere = (line: string) => line.replace(/:\w+/g, "999999");

Deno.test("every route refuses those without a session, but for the public ones", async () => {
  await using app = await testApp();
  for (const [line, access] of lines) {
    const { status, body } = await app.call(somewhere(line));
    if (access === "public") assert(status !== 401 && status !== 403, `${line}: ${status}`);
    else assertEquals([line, status, body.details.error_code], [line, 401, "AUTHENTICATION_REQUIRED"]);
  }
});

Deno.test("every route refuses each role below its own, and lets its own pass", async () => {
  await using app = await testApp();
  for (const [line, access] of lines) {
    if (access === "public" || line.endsWith("/auth/logout")) continue;
    for (const role of ROLES) {
      const { status, body } = await app.call(somewhere(line), { as: role });
      const refused = status === 403;
      assertEquals([line, role, refused], [line, role, ROLES.indexOf(role) < ROLES.indexOf(access)]);
      if (refused) assertEquals([body.details.error_code, body.error.includes(access)], ["FORBIDDEN", true]);
    }
  }
});

Deno.test("checkPermissionTable() refuses a route without a line and a line without a route", () => {
  const routes = lines.map(([line]) => ({ method: line.split(" ")[0], path: line.split(" ")[1] }));
  checkPermissionTable(routes);
  for (const wrong of [routes.slice(1), [...routes, { method: "POST", path: "/api/secret" }]]) {
    let refused = false;
    try {
      checkPermissionTable(wrong);
    } catch {
      refused = true;
    }
    assert(refused);
  }
});

Deno.test("the roles are those of the decisions", () => {
  const of = (access: string) => lines.filter(([, one]) => one === access).map(([line]) => line);
  assertEquals(of("public").sort(), [
    "GET /api/auth/session",
    "GET /api/openapi.json",
    "POST /api/auth/login",
  ]);
  assertEquals(of("admin").sort(), ["GET /api/audit-log", "POST /api/configuration"]);
  assertEquals(of("operator").sort(), ["POST /api/rule-events/:id/close", "PUT /api/rule-events/:id"]);
  assert(of("engineer").includes("DELETE /api/rule-events/:id"));
});
