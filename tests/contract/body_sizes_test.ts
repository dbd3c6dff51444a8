import { assert, assertEquals } from "@std/assert";
import { DocumentItems, MAX_PART_BYTES, MOST_INSTANCES } from "../../domain/package/document_items.ts";
import { joinedBytes } from "../../domain/shared/bytes.ts";
import { JSON_LIMITS } from "../../domain/shared/json_size.ts";
import { MOST_ISSUES } from "../../domain/shared/refusal.ts";
import {
  BODY_LIMITS,
  MAX_BODY_BYTES,
  MAX_OPEN_BODY_BYTES,
} from "../../routes/pipeline/middleware/json_body.ts";
import { PERMISSIONS } from "../support/api_admissions.ts";
import { apiContract } from "../support/api_contract.ts";
import { BODIES } from "./limit_bodies.ts";
import { createLimitFixture, LONG_NODES } from "./limit_fixture.ts";
import {
  type Answer,
  discover,
  type Json,
  makePackage,
  pathsOf,
  templateBody,
  type TestApp,
  testApp,
} from "./support.ts";
// After the app, whose schemas must be extended for the document first.
import { type ImportOrder, importPackage } from "../../routes/rules/package_import.ts";

/** The most bytes of a refusal: 100 issues, each with a path and a message. */
const MOST_REFUSAL_BYTES = MOST_ISSUES * 2_000;

const { operations, document } = await apiContract();
const lines = operations.map(({ method, path }) => `${method} ${path}`).filter((line) => line in BODIES);
const many = <T>(count: number, one: T): T[] => Array(count).fill(one);

function pathOf(line: string): string {
  return line.replaceAll(/\{\w+\}/g, (name) => name === "{floc_id}" ? LONG_NODES[0] : "1");
}

/** Bodies that are as large as any may be, or larger. */
const ATTACKS: Readonly<Record<string, (bytes: number) => string>> = {
  "open lists": (bytes) => "[".repeat(bytes),
  "open objects": (bytes) => '{"a":'.repeat(bytes / 5),
  "many values": (bytes) => `{"a":[${many(Math.floor(bytes / 2) - 4, 0).join()}]}`,
  "unknown fields": (bytes) =>
    `{${Array.from({ length: Math.floor(bytes / 14) }, (_, i) => `"x${i}":0`).join()}}`,
  "one long unknown field": (bytes) => `{"${"x".repeat(bytes - 20)}":0}`,
  "as many values as a body may hold": (bytes) =>
    `{${Array.from({ length: Math.min(19_900, Math.floor(bytes / 14)) }, (_, i) => `"x${i}":0`).join()}}`,
  "__proto__ again and again": (bytes) =>
    `{${many(Math.min(6_000, Math.floor(bytes / 25)), '"__proto__":{"a":[{}]}').join()}}`,
};

Deno.test("no body leads to a crash, or to an answer larger than 100 issues take", async () => {
  await using app = await createLimitFixture();
  const made = new Map<string, string>();
  for (const line of lines) {
    const bytes = Math.min(BODY_LIMITS[line.split(" ")[1]] ?? MAX_BODY_BYTES, MAX_BODY_BYTES);
    for (const [what, make] of Object.entries(ATTACKS)) {
      const attack = `${what} ${bytes}`;
      made.set(attack, made.get(attack) ?? make(bytes));
      const answer = await app.call(pathOf(line), { as: "admin", body: made.get(attack) });
      assertEquals(answer.status, 400, `${line}, ${what}: ${answer.text.slice(0, 300)}`);
      assert(answer.text.length <= MOST_REFUSAL_BYTES, `${line}, ${what}: ${answer.text.length} bytes`);
      assert(pathsOf(answer).length <= MOST_ISSUES);
    }
  }
});

Deno.test("every list and map of a body says how many items it takes", () => {
  const unlimited: string[] = [];
  const look = (schema: Json, at: string, seen: readonly string[] = []) => {
    if (schema?.$ref !== undefined) {
      if (seen.includes(schema.$ref)) return;
      look(document.components.schemas[schema.$ref.split("/").at(-1)], at, [...seen, schema.$ref]);
      return;
    }
    if (schema?.type === "array" && schema.maxItems === undefined) unlimited.push(at);
    if (typeof schema?.additionalProperties === "object" && schema.maxProperties === undefined) {
      unlimited.push(at);
    }
    for (const [name, inner] of Object.entries(schema?.properties ?? {})) look(inner, `${at}.${name}`, seen);
    for (const inner of [...schema?.anyOf ?? [], schema?.items, schema?.additionalProperties]) {
      if (typeof inner === "object") look(inner, `${at}[]`, seen);
    }
  };
  for (const { method, path } of operations) {
    const { requestBody } = document.paths[path][method.toLowerCase()];
    look(requestBody?.content["application/json"].schema, `${method} ${path}`);
  }
  assertEquals(unlimited, []);
});

Deno.test("the length of a list is checked before its items, and told alone", async () => {
  await using app = await testApp();
  const post = (rules: unknown) =>
    app.call("POST /api/templates", { as: "engineer", body: { name: "", category: 5, rules } });
  assertEquals((await post(many(51, {}))).body.details.issues, [
    { path: "rules", message: "Takes at most 50 items" },
  ]);
  assert(pathsOf(await post(many(50, {}))).includes("rules.49.rule_id") === false);
  const nested = await post([{ conditions: [{ any: many(51, {}) }] }]);
  assertEquals(pathsOf(nested), ["rules.0.conditions.0.any"]);
});

Deno.test("at most 100 issues are told, and that there are more", async () => {
  await using app = await testApp();
  const post = (fields: number) =>
    app.call("POST /api/packages", {
      as: "engineer",
      body: { name: "P", ...Object.fromEntries(Array.from({ length: fields }, (_, i) => [`x${i}`, 0])) },
    });
  const some = await post(100), more = await post(150);
  assertEquals([pathsOf(some).length, some.body.error], [100, 'x0: Unknown field "x0" (and 99 more)']);
  assertEquals(pathsOf(more).length, 100);
  const wrong = {
    ...templateBody(1),
    rules: many(50, { ...templateBody(1).rules[0], conditions: many(50, {}) }),
  };
  const answer = await app.call("POST /api/templates", { as: "engineer", body: wrong });
  assertEquals([answer.status, pathsOf(answer).length], [400, 100]);
  assert(/ \(and at least 99 more\)$/.test(answer.body.error), answer.body.error);
});

Deno.test("a body holds 20,000 values and 32 levels; one more is refused in words", async () => {
  await using app = await testApp();
  const post = async (body: string) =>
    (await app.call("POST /api/packages", { as: "engineer", body })).body.error;
  const values = (count: number) => `{"name":[${many(count - 1, 0).join()}]}`;
  const levels = (count: number) => `{"name":${"[".repeat(count - 1)}${"]".repeat(count - 1)}}`;
  const wrongType = "name: Expected string, received array";
  assertEquals(await post(values(JSON_LIMITS.values)), wrongType);
  assert(/^A body may hold 20,000 fields and list items/.test(await post(values(JSON_LIMITS.values + 1))));
  assertEquals(await post(levels(JSON_LIMITS.depth)), wrongType);
  assert(/^Lists and objects may be nested 32 deep/.test(await post(levels(JSON_LIMITS.depth + 1))));
});

/** A small body of each path that needs no session, and the answer to it. */
const OPEN_BODIES: Readonly<Record<string, [text: string, status: number]>> = {
  "/api/auth/login": ['{"username":"x","password":"y"}', 401],
  "/api/auth/login/code": ['{"code":"1"}', 401],
  "/api/auth/login/passkey": [
    '{"credential_id":"a","client_data_json":"a","authenticator_data":"a","signature":"a"}',
    401,
  ],
  "/api/auth/login/passkey/options": ["{}", 200],
  "/api/auth/second-factors/code": ['{"code":"1"}', 401],
  "/api/auth/second-factors/code/begin": ["{}", 401],
  "/api/auth/second-factors/passkeys": [
    '{"name":"a","credential_id":"a","client_data_json":"a","attestation_object":"a"}',
    401,
  ],
  "/api/auth/second-factors/passkeys/options": ["{}", 401],
  "/login/once": ["token=x", 401],
};

/** Paths that need no session and read no body, or ignore it (heartbeats_test). */
const BODILESS = new Set(["/api/screens/pairing", "/api/heartbeats/:name"]);

Deno.test("before sign-in a body holds 4 KiB, whoever sends it", async () => {
  const open = Object.entries(PERMISSIONS).filter(([line, access]) =>
    access === "public" && !line.startsWith("GET ")
  ).map(([line]) => line.split(" ")[1]).filter((path) => !BODILESS.has(path));
  const limited = Object.keys(BODY_LIMITS).filter((path) => BODY_LIMITS[path] === MAX_OPEN_BODY_BYTES);
  assertEquals([MAX_OPEN_BODY_BYTES, [...open, "/login/once"].sort()], [4_096, limited.toSorted()]);
  await using app = await testApp({ spendLoginLink: () => false });
  for (const path of limited) {
    const [text, status] = OPEN_BODIES[path];
    const send = async (bytes: number, headers?: Record<string, string>) =>
      (await app.call(`POST ${path}`, { body: text.padEnd(bytes), headers, undocumented: true })).status;
    assertEquals(await send(MAX_OPEN_BODY_BYTES), status, path);
    assertEquals(await send(MAX_OPEN_BODY_BYTES + 1), 413, path);
    assertEquals(await send(MAX_OPEN_BODY_BYTES, { "content-length": "4097" }), 413, path);
  }
});

async function imported(app: TestApp, document: Json, fields: Json = {}): Promise<Answer> {
  const body = {
    document: { format: "andon-package", version: 1, package: { name: "P" }, ...document },
    ...fields,
  };
  return await app.call("POST /api/packages/import", { as: "engineer", body });
}

Deno.test("an import of empty items answers one problem each when there are thousands", async () => {
  await using app = await testApp();
  const answer = await imported(app, { templates: many(1_000, {}), instances: many(MOST_INSTANCES, {}) });
  const { items, summary } = answer.body.data;
  assertEquals([answer.status, items.length, summary.refused], [200, 21_001, 21_000]);
  const counts = items.slice(1).map((item: Json) => item.problems.length);
  assertEquals(Math.max(...counts) <= 100 && Math.min(...counts) === 1, true);
  assert(answer.text.length < items.length * 400, `${answer.text.length} bytes`);
});

Deno.test("an import refuses more than 1,000 templates or 20,000 instances, and items that are too large", async () => {
  await using app = await testApp();
  const refused = async (document: Json) => pathsOf(await imported(app, document));
  assertEquals(await refused({ templates: many(1_001, {}) }), ["document.templates"]);
  assertEquals(await refused({ templates: [], instances: many(20_001, {}) }), ["document.instances"]);
  assertEquals(await refused({ templates: [0, "x".repeat(MAX_PART_BYTES)] }), ["document.templates.1"]);
  assertEquals(await refused({ templates: [many(20_001, 0)] }), ["document.templates.0"]);
  assertEquals(app.storage.packages.list(), []);
});

Deno.test("an import is refused whole if one of its items is no JSON", async () => {
  await using app = await testApp();
  const text = JSON.stringify({
    document: { format: "andon-package", version: 1, package: { name: "P" }, templates: [] },
  });
  const body = text.replace("[]", '[{"name":"A","category":"health"},{"name" 1}]');
  const answer = await app.call("POST /api/packages/import", { as: "engineer", body });
  assertEquals([answer.status, /^The body is not JSON/.test(answer.body.error)], [400, true]);
  assertEquals(app.storage.packages.list(), []);
});

Deno.test("an import yields between its items", async () => {
  await using app = await testApp();
  const { rules: [rule], ...head } = templateBody(1);
  const rules = Array.from({ length: 3 }, (_, i) => ({ ...rule, rule_id: `r${i}` }));
  const text = (i: number) => JSON.stringify({ ...head, package_id: undefined, name: `T${i}`, rules });
  const parts = Array.from({ length: 1_000 }, (_, i) => new TextEncoder().encode(text(i)));
  const items = new DocumentItems(joinedBytes(parts, parts.reduce((sum, { length }) => sum + length, 0)));
  parts.reduce((from, { length }) => {
    items.add(from, from + length);
    return from + length;
  }, 0);
  const given: ImportOrder["given"] = {
    document: {
      format: "andon-package",
      version: 1,
      package: { name: "P", description: "" },
      templates: parts.map((_, i) => i),
    },
    dry_run: true,
    instances: true,
  };
  const order: string[] = [];
  const timer = new Promise((resolve) => setTimeout(resolve, 0)).then(() => order.push("timer"));
  const { items: told } = await importPackage(app.storage, {
    given,
    items,
    by: { name: "test", role: "admin" },
  });
  order.push(`import of ${told.length}`);
  await timer;
  assertEquals(order, ["timer", "import of 1001"]);
});

Deno.test("the instances of a bulk creation tell 1,000 problems in all, and then one each", async () => {
  await using app = await testApp();
  await discover(app.storage, Array.from({ length: 40 }, (_, i) => `L${i}.P`));
  const { rules: _, ...head } = templateBody(await makePackage(app));
  const placeholders = Array.from(
    { length: 61 },
    (_, i) => ({ placeholder_name: `P${i}`, data_type: "NUM" }),
  );
  const template = await app.call("POST /api/templates", { as: "engineer", body: { ...head, placeholders } });
  const body = {
    template_id: template.body.template.id,
    instance_name: "*",
    placeholders: { P0: "*.P" },
    dry_run: true,
  };
  const { items } = (await app.call("POST /api/instances/bulk", { as: "engineer", body })).body.data;
  const counts = items.map((item: Json) => item.problems.length);
  assertEquals(counts, [...Array(16).fill(60), 40, ...Array(23).fill(1)]);
});
