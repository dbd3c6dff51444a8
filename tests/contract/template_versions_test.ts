import { assertEquals, assertMatch } from "@std/assert";
import { deploy } from "../unit/storage/support.ts";
import { discover, type Json, pathsOf, templateBody, type TestApp, testApp } from "./support.ts";

const PATH = "/api/templates/1/versions";

/** A template with the id 1 and an instance of it; `isDeployed`: of version 1. */
async function appWithTemplate(isDeployed = false): Promise<TestApp> {
  const app = await testApp();
  await discover(app.storage, ["P1"]);
  await call(app, "POST /api/packages", { name: "Utilities", description: "" });
  await call(app, "POST /api/templates", templateBody(1));
  const body = { template_id: 1, instance_name: "I", placeholder_mappings: { PUMP: "P1", LIMIT: "4" } };
  await call(app, "POST /api/instances", body);
  if (!isDeployed) return app;
  await deploy(app.storage, 1);
  const record = { ...app.storage.instances.get(1)!, template_version: 1 };
  await app.storage.store.commit({ mutations: [{ type: "set", key: ["instance", 1], value: record }] }, 1);
  return app;
}

async function call(app: TestApp, line: string, body?: Json): Promise<Json> {
  const answer = await app.call(line, { as: "engineer", body });
  if (answer.status >= 300) throw new Error(`${line} answered ${answer.status} ${answer.text}`);
  return answer.body.data;
}

async function refused(app: TestApp, line: string, body?: Json): Promise<[number, string, string[]]> {
  const answer = await app.call(line, { as: "engineer", body });
  return [answer.status, answer.body.details?.error_code, pathsOf(answer)];
}

Deno.test("a draft is added, read, released and deleted by whoever may change templates", async () => {
  await using app = await appWithTemplate();
  const draft = await call(app, `POST ${PATH}`, { note: "Higher", description: null });
  assertEquals([draft.version, draft.status, draft.note, draft.deployed_instances], [
    2,
    "draft",
    "Higher",
    0,
  ]);
  assertEquals(await call(app, `GET ${PATH}/2`), draft);
  const released = await call(app, `POST ${PATH}/2/release`);
  assertEquals([released.status, released.released_by], ["current", "engineer"]);
  const listed = await call(app, `GET ${PATH}`);
  assertEquals(listed.map((one: Json) => [one.version, one.status]), [[1, "superseded"], [2, "current"]]);
  const paged = (await app.call(`GET ${PATH}?limit=1&offset=1`, { as: "viewer" })).body;
  assertEquals([paged.data[0].version, paged.pagination.total], [2, 2]);
  const deleted = await app.call(`DELETE ${PATH}/1`, { as: "engineer" });
  assertEquals([deleted.status, deleted.body.message], [200, "Version 1 is deleted"]);
  for (
    const line of [`POST ${PATH}`, `POST ${PATH}/2/release`, `DELETE ${PATH}/2`, `POST ${PATH}/2/upgrade`]
  ) {
    assertEquals((await app.call(line, { as: "operator", body: {} })).status, 403, line);
  }
});

Deno.test("a draft accepts a template as it was read: read-only fields are ignored, others are refused", async () => {
  await using app = await appWithTemplate();
  const template = await call(app, "GET /api/templates/1");
  assertEquals((await call(app, `POST ${PATH}`, { ...template, color: "#000000" })).color, "#000000");
  const draft = await call(app, `GET ${PATH}/2`);
  assertEquals((await call(app, `POST ${PATH}`, draft)).version, 3);
  assertEquals(await refused(app, `POST ${PATH}`, { colour: "#000000" }), [400, "VALIDATION_FAILED", [
    "colour",
  ]]);
  const [rule] = template.rules;
  const bad = { rules: [rule, rule], placeholders: [], note: "n".repeat(2_001) };
  const [status, code, paths] = await refused(app, `POST ${PATH}`, bad);
  assertEquals([status, code], [400, "VALIDATION_FAILED"]);
  assertEquals(paths.includes("note") && paths.some((path) => path.startsWith("rules.")), true, paths.join());
});

Deno.test("an unknown template or version in the path is 404 before the body is checked", async () => {
  await using app = await appWithTemplate();
  for (
    const line of [
      "GET /api/templates/9/versions",
      "POST /api/templates/9/versions",
      "GET /api/templates/9/versions/1",
    ]
  ) {
    assertEquals((await refused(app, line)).slice(0, 2), [404, "TEMPLATE_NOT_FOUND"], line);
  }
  for (const version of ["2", "0", "01", "one", "1.5"]) {
    for (
      const line of [
        `GET ${PATH}/${version}`,
        `DELETE ${PATH}/${version}`,
        `POST ${PATH}/${version}/release`,
        `POST ${PATH}/${version}/upgrade`,
      ]
    ) {
      assertEquals((await refused(app, line)).slice(0, 2), [404, "NOT_FOUND"], line);
    }
  }
});

Deno.test("while instances are deployed versions come and go, PUT and DELETE of the template are refused", async () => {
  await using app = await appWithTemplate(true);
  await call(app, `POST ${PATH}`, {});
  await call(app, `POST ${PATH}/2/release`);
  const inUse: [number, string, string[]] = [403, "TEMPLATE_IN_USE", []];
  assertEquals(await refused(app, "PUT /api/templates/1", { description: "d" }), inUse);
  assertEquals(await refused(app, "DELETE /api/templates/1"), inUse);
  for (const version of [1, 2]) {
    const { status, body } = await app.call(`DELETE ${PATH}/${version}`, { as: "engineer" });
    const [type, id] = version === 1 ? ["instance", 1] : ["template", 1];
    assertEquals(
      [status, body.details.error_code, body.details.used_by[0].type, body.details.used_by[0].id],
      [
        ...[403, "RESOURCE_IN_USE"],
        ...[type, id],
      ],
    );
  }
  const [first] = await call(app, `GET ${PATH}`);
  assertEquals([first.version, first.deployed_instances], [1, 1]);
  const instance = await call(app, "GET /api/instances/1");
  assertEquals([instance.template_version, instance.upgraded_at], [1, null]);
});

Deno.test("an upgrade goes to the current version only; a dry run accepts any, and explains a missing backtest", async () => {
  await using app = await appWithTemplate(true);
  const { rules } = await call(app, "GET /api/templates/1");
  await call(app, `POST ${PATH}`, { rules: [{ ...rules[0], on_delay_seconds: 5 }] });
  const upgrade = `POST ${PATH}/2/upgrade`;
  assertEquals(await refused(app, upgrade, { instance_ids: [1] }), [400, "VALIDATION_FAILED", ["version"]]);
  const dry = await call(app, upgrade, { instance_ids: [1, 7, 1], dry_run: true });
  assertEquals(dry.items.map((item: Json) => [item.id, item.status, item.problems?.[0].path]), [
    [1, "would_upgrade", undefined],
    [7, "failed", "instance_ids.1"],
  ]);
  assertEquals([dry.summary.total, dry.summary.would_upgrade, dry.summary.failed], [2, 1, 1]);
  assertEquals(dry.differences.map((one: Json) => [one.from_version, one.rules[0].fields]), [[1, [
    "on_delay_seconds",
  ]]]);
  assertEquals(dry.backtest, null);
  assertMatch(dry.backtest_problem, /^No data source is configured/);
  const without = await call(app, upgrade, { instance_ids: [1], dry_run: true, backtest: false });
  assertEquals([without.backtest, without.backtest_problem], [null, null]);
  assertEquals(await refused(app, upgrade, {}), [400, "VALIDATION_FAILED", ["instance_ids"]]);
  assertEquals(await refused(app, upgrade, { instance_ids: [] }), [400, "VALIDATION_FAILED", [
    "instance_ids",
  ]]);
  const turned = {
    instance_ids: [1],
    dry_run: true,
    from: "2026-02-01T00:00:00Z",
    to: "2026-01-01T00:00:00Z",
  };
  assertEquals(await refused(app, upgrade, turned), [400, "VALIDATION_FAILED", ["from"]]);
});

Deno.test("a dry run lists instances of other templates, undeployed ones, and a missing binding", async () => {
  await using app = await appWithTemplate(true);
  const template = await call(app, "GET /api/templates/1");
  await call(app, "POST /api/templates", { ...templateBody(1), name: "Other" });
  const bound = { placeholder_mappings: { PUMP: "P1", LIMIT: "4" } };
  await call(app, "POST /api/instances", { ...bound, template_id: 2, instance_name: "O" });
  await call(app, "POST /api/instances", { ...bound, template_id: 1, instance_name: "U" });
  const placeholders = [...template.placeholders, { ...template.placeholders[1], placeholder_name: "NEW" }];
  const rules = [{ ...template.rules[0], event_description: "<NEW>" }];
  await call(app, `POST ${PATH}`, { placeholders, rules });
  const { items } = await call(app, `POST ${PATH}/2/upgrade`, { instance_ids: [1, 2, 3], dry_run: true });
  assertEquals(items.map((item: Json) => [item.status, item.problems[0].path]), [
    ["failed", "placeholders.NEW"],
    ["failed", "instance_ids.1"],
    ["failed", "instance_ids.2"],
  ]);
  assertMatch(items[1].problems[0].message, /another template/);
  assertMatch(items[2].problems[0].message, /not deployed/);
});

Deno.test("a package's document holds the current version alone; an import is a new number", async () => {
  await using app = await appWithTemplate();
  await call(app, `POST ${PATH}`, { description: "draft" });
  await call(app, `POST ${PATH}`, { description: "released" });
  await call(app, `POST ${PATH}/3/release`);
  const { body: document } = await app.call("GET /api/packages/1/export", { as: "engineer" });
  const [exported] = (document.data ?? document).templates;
  assertEquals(exported.description, "released");
  assertEquals(Object.keys(exported).filter((name) => /version/.test(name)), []);
  const changed = { ...(document.data ?? document), templates: [{ ...exported, description: "imported" }] };
  await call(app, "POST /api/packages/import", { document: changed, instances: false });
  const listed = await call(app, `GET ${PATH}`);
  assertEquals(listed.map((one: Json) => [one.version, one.status, one.description]), [
    [1, "superseded", "Watches a pump"],
    [2, "draft", "draft"],
    [4, "current", "imported"],
  ]);
});
