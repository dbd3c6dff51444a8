import { assert, assertEquals } from "@std/assert";
import type { InstanceRecord } from "../../../domain/instance/types.ts";
import type { Rule } from "../../../domain/rule/types.ts";
import { MAX_TEMPLATE_BYTES } from "../../../domain/template/size.ts";
import { MOST_VERSIONS } from "../../../domain/template/versions.ts";
import type { Storage } from "../../../storage/contract.ts";
import { keys } from "../../../storage/keys.ts";
import {
  BY,
  deploy,
  instanceDraft,
  interleaving,
  invalidAt,
  refusalOf,
  refusedAs,
  templateDraft,
  testStorage,
} from "./support.ts";

const BEN = { name: "ben", role: "engineer" } as const;

function rule(rule_id: string): Rule {
  return {
    rule_id,
    rule_name: rule_id,
    event_name: rule_id,
    event_description: "",
    logic: "all",
    until: null,
    severity: "warning",
    on_delay_seconds: 0,
    off_delay_seconds: 0,
    enrichment: {},
    cause: null,
    display_name: null,
    re_alarm_minutes: null,
    consequence: null,
    action: null,
    conditions: [{ stream: "A", operator: "greater_than", value: 1 }],
  };
}

async function templateOf({ packages, templates }: Storage, name = "Overheating"): Promise<number> {
  const { id } = await packages.create({ name: `Package of ${name}`, description: "" }, BY);
  return (await templates.create(templateDraft(id, { name, rules: [rule("a")] }), BY)).id;
}

/** `[version, status]` of each. */
async function versionsOf({ templates }: Storage, id: number): Promise<[number, string][]> {
  return (await templates.versions.list(id)).map(({ version, status }) => [version, status]);
}

/** A deployed instance that runs on a version; `from`: it was upgraded from these. */
async function deployedOn(
  storage: Storage,
  template: number,
  { name, version, from = [] }: { name: string; version: number; from?: number[] },
): Promise<number> {
  const { id } = await storage.instances.create(instanceDraft(template, name), BY);
  assert(await deploy(storage, id));
  const stored = (await storage.store.get<InstanceRecord>(keys.instance(id)))!.value;
  const upgrades = from.map((from_version) => ({ at: "2026-01-31T08:00:00.000Z", from_version }));
  const value: InstanceRecord = { ...stored, template_version: version, upgrades };
  await storage.store.commit({ mutations: [{ type: "set", key: keys.instance(id), value }] }, 1);
  return id;
}

Deno.test("a template begins with one version; a draft takes absent fields from the current one", async () => {
  await using test = await testStorage();
  const { templates } = test.storage;
  const id = await templateOf(test.storage);
  const [first] = await templates.versions.list(id);
  assertEquals([first.version, first.status, first.released_by], [1, "current", "anna"]);
  const draft = await templates.versions.add(id, { rules: [rule("b")], note: "B instead of A" }, BEN);
  assertEquals(
    [draft.version, draft.status, draft.note, draft.name, draft.rules[0].rule_id],
    [2, "draft", "B instead of A", "Overheating", "b"],
  );
  assertEquals([draft.created_by, draft.released_at], ["ben", null]);
  assertEquals(await templates.versions.get(id, 2), draft);
  assertEquals(await templates.versions.get(id, 3), undefined);
  assertEquals(templates.get(id)?.version, 1, "a draft changes nothing");
  assertEquals(await refusalOf(() => templates.versions.list(9)), refusedAs("TEMPLATE_NOT_FOUND"));
});

Deno.test("a release makes a version current, keeps the previous one, and can be reverted", async () => {
  await using test = await testStorage();
  const { templates } = test.storage;
  const id = await templateOf(test.storage);
  await templates.versions.add(id, { rules: [rule("b")], name: "Hot", note: "new" }, BEN);
  test.clock.ms += 1_000;
  const released = await templates.versions.release(id, 2, BY);
  assertEquals([released.status, released.released_at, released.created_by], [
    "current",
    "2026-01-31T08:15:03.123Z",
    "ben",
  ]);
  const { version, name, rules } = templates.get(id)!;
  assertEquals([version, name, rules[0].rule_id], [2, "Hot", "b"]);
  assertEquals(await versionsOf(test.storage, id), [[1, "superseded"], [2, "current"]]);
  assertEquals(await templates.versions.release(id, 2, BY), released, "again it changes nothing");
  await templates.versions.release(id, 1, BY);
  assertEquals(templates.get(id)?.rules[0].rule_id, "a");
  assertEquals(await versionsOf(test.storage, id), [[1, "current"], [2, "superseded"]]);
  assertEquals((await templates.versions.get(id, 2))?.note, "new");
  assertEquals(await refusalOf(() => templates.versions.release(id, 7, BY)), refusedAs("NOT_FOUND"));
  const actions = (await test.storage.audit.list({ offset: 0, limit: 9 })).rows.map((entry) => entry.action);
  assertEquals(actions.slice(0, 3), ["version_released", "version_released", "version_added"]);
});

Deno.test("no number is used twice, neither after a removed draft nor by an update", async () => {
  await using test = await testStorage();
  const { templates } = test.storage;
  const id = await templateOf(test.storage);
  assertEquals((await templates.update(id, { description: "d" }, BY)).version, 2);
  await templates.versions.add(id, {}, BY);
  await templates.versions.remove(id, 3, BY);
  assertEquals((await templates.versions.add(id, {}, BY)).version, 4);
  assertEquals((await templates.update(id, { description: "e" }, BEN)).version, 5);
  assertEquals(await versionsOf(test.storage, id), [[4, "draft"], [5, "current"]]);
  assertEquals((await templates.versions.get(id, 5))?.released_by, "ben");
});

Deno.test("versions are added and released while instances are deployed; an update is still refused", async () => {
  await using test = await testStorage();
  const { templates } = test.storage;
  const id = await templateOf(test.storage);
  await deployedOn(test.storage, id, { name: "I", version: 1 });
  await templates.versions.add(id, { rules: [rule("b")] }, BY);
  await templates.versions.release(id, 2, BY);
  assertEquals(
    await refusalOf(() => templates.update(id, { description: "d" }, BY)),
    refusedAs("TEMPLATE_IN_USE"),
  );
  assertEquals(await refusalOf(() => templates.remove(id, BY)), refusedAs("TEMPLATE_IN_USE"));
});

Deno.test("the current version stays, and one that deployed instances run on, or ran on before an upgrade", async () => {
  await using test = await testStorage();
  const { templates } = test.storage;
  const id = await templateOf(test.storage);
  for (const version of [2, 3, 4]) {
    await templates.versions.add(id, {}, BY);
    await templates.versions.release(id, version, BY);
  }
  const on = await deployedOn(test.storage, id, { name: "On", version: 2, from: [1] });
  const refused = (version: number) => refusalOf(() => templates.versions.remove(id, version, BY));
  for (const version of [1, 2, 4]) assertEquals(await refused(version), refusedAs("RESOURCE_IN_USE"));
  await templates.versions.remove(id, 3, BY);
  assertEquals(await refused(3), refusedAs("NOT_FOUND"));
  assert(await deploy(test.storage, on, false));
  await templates.versions.remove(id, 1, BY);
  await templates.versions.remove(id, 2, BY);
  assertEquals(await versionsOf(test.storage, id), [[4, "current"]]);
});

Deno.test(`a template keeps ${MOST_VERSIONS} versions: a new one replaces the oldest unused one, else it is refused`, async () => {
  await using test = await testStorage();
  const { templates } = test.storage;
  const id = await templateOf(test.storage);
  for (const version of [2, 3, 4]) {
    await templates.versions.add(id, {}, BY);
    await templates.versions.release(id, version, BY);
  }
  await deployedOn(test.storage, id, { name: "Old", version: 1 });
  for (let version = 5; version <= MOST_VERSIONS; version++) await templates.versions.add(id, {}, BY);
  assertEquals((await versionsOf(test.storage, id)).length, MOST_VERSIONS);
  assertEquals((await templates.versions.add(id, {}, BY)).version, MOST_VERSIONS + 1);
  const kept = (await versionsOf(test.storage, id)).map(([version]) => version);
  assertEquals([kept.length, kept.slice(0, 3)], [MOST_VERSIONS, [1, 3, 4]], "1 is in use, 2 was not");
  await templates.versions.add(id, {}, BY);
  const full = await refusalOf(() => templates.versions.add(id, {}, BY));
  assertEquals(full, invalidAt(""));
  assertEquals((await versionsOf(test.storage, id)).length, MOST_VERSIONS);
});

Deno.test("a release applies its name, and is refused when the name is taken", async () => {
  await using test = await testStorage();
  const { templates } = test.storage;
  const id = await templateOf(test.storage);
  const { package_id } = templates.get(id)!;
  await templates.create(templateDraft(package_id, { name: "Hot" }), BY);
  await templates.versions.add(id, { name: "Hot" }, BY);
  assertEquals(await refusalOf(() => templates.versions.release(id, 2, BY)), invalidAt("name"));
  await templates.versions.add(id, { name: "Hotter" }, BY);
  await templates.versions.release(id, 3, BY);
  await templates.create(templateDraft(package_id, { name: "Overheating" }), BY);
});

Deno.test("versions of the largest template are added, released and removed", async () => {
  await using test = await testStorage();
  const { templates } = test.storage;
  const id = await templateOf(test.storage);
  const filler = (size: number) => ({ ...rule("b"), event_description: "x".repeat(size) });
  const size = JSON.stringify(["Overheating", "", [filler(0)], []]).length;
  const largest = [filler(MAX_TEMPLATE_BYTES - size)];
  for (let version = 2; version <= 4; version++) {
    await templates.versions.add(id, { rules: largest }, BY);
    await templates.versions.release(id, version, BY);
  }
  for (let version = 5; version <= MOST_VERSIONS + 1; version++) await templates.versions.add(id, {}, BY);
  assertEquals((await versionsOf(test.storage, id)).length, MOST_VERSIONS);
  assertEquals(
    await refusalOf(() => templates.versions.add(id, { rules: [filler(MAX_TEMPLATE_BYTES - size + 1)] }, BY)),
    invalidAt("rules"),
  );
});

Deno.test("a version that is removed during its release is not released", async () => {
  const meanwhile: { remove?: () => Promise<unknown> } = {};
  const { wrap, arm } = interleaving("template_version", () => meanwhile.remove?.() ?? Promise.resolve());
  await using test = await testStorage({ wrap });
  const { templates } = test.storage;
  const id = await templateOf(test.storage);
  await templates.versions.add(id, { rules: [rule("b")] }, BY);
  meanwhile.remove = () => templates.versions.remove(id, 2, BY);
  arm();
  assertEquals(await refusalOf(() => templates.versions.release(id, 2, BY)), refusedAs("NOT_FOUND"));
  assertEquals(await versionsOf(test.storage, id), [[1, "current"]]);
});

Deno.test("the removal of a template includes its versions, even one added meanwhile", async () => {
  const meanwhile: { add?: () => Promise<unknown> } = {};
  const { wrap, arm } = interleaving("template_version", () => meanwhile.add?.() ?? Promise.resolve());
  await using test = await testStorage({ wrap });
  const { templates, store } = test.storage;
  const id = await templateOf(test.storage);
  await templates.versions.add(id, {}, BY);
  meanwhile.add = () => templates.versions.add(id, {}, BY);
  arm();
  await templates.remove(id, BY);
  assertEquals(await store.list({ prefix: ["template_version"] }), []);
  assertEquals(await store.list({ prefix: ["template_versions"] }), []);
});

Deno.test("ten releases and ten updates at once: each number has one content", async () => {
  await using test = await testStorage();
  const { templates } = test.storage;
  const id = await templateOf(test.storage);
  const seen = new Map<number, string>();
  const note = ({ version, description }: { version: number; description: string }) => {
    assertEquals(seen.get(version) ?? description, description, `version ${version}`);
    seen.set(version, description);
  };
  await Promise.all(Array.from({ length: 20 }, async (_, i) => {
    const description = String(i);
    if (i % 2 === 0) return note(await templates.update(id, { description }, BY));
    const added = await templates.versions.add(id, { description }, BY);
    note(added);
    note(await templates.versions.release(id, added.version, BY));
  }));
  for (const version of await templates.versions.list(id)) note(version);
  // The first version is kept when a release preceded every update.
  seen.delete(1);
  assertEquals(seen.size, 20);
});
