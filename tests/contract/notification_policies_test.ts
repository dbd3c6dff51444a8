import { assertEquals, assertMatch } from "@std/assert";
import { POLICY_LIMITS } from "../../domain/notification_policy/limits.ts";
import { policySchema } from "../../domain/notification_policy/schema.ts";
import type { Key } from "../../domain/shared/commit.ts";
import { keys } from "../../storage/keys.ts";
import { BY, idOf, plantApp, POLICIES as PATH } from "./policy_fixture.ts";
import type { Json, TestApp } from "./support.ts";

const make = (app: TestApp, body: Json) => app.call(`POST ${PATH}`, { as: "engineer", body });
const pathsOf = ({ body }: Json) => body.details.issues.map(({ path }: Json) => path);
const names = ({ body }: Json) => body.data.map(({ name }: Json) => name);

Deno.test("a policy is made before the last one, read by everybody, changed, deleted and audited", async () => {
  await using app = await plantApp();
  const anna = idOf(app, "anna");
  const given = {
    name: "Critical in North",
    match: { area_ids: [1], severities: ["critical"] },
    steps: [{ after_minutes: 0, to: [{ kind: "team", id: 1 }, { kind: "user", id: anna }] }],
  };
  const made = await make(app, given);
  assertEquals(made.status, 201);
  const { id, recipients, missing, is_last, repeat, stop_on, match } = made.body.data;
  assertEquals([id > 1, is_last, repeat, stop_on, missing], [true, false, 0, [
    "acknowledge",
    "close",
    "shelve",
  ], []]);
  assertEquals(match.plant_node_ids, []);
  assertEquals(recipients, [{ kind: "team", id: 1, name: "Shift leads" }, {
    kind: "user",
    id: anna,
    name: "anna",
  }]);
  const listed = await app.call(`GET ${PATH}`, { as: "viewer" });
  assertEquals(names(listed), ["Critical in North", "Everything else"]);
  const written = await app.call(`PUT ${PATH}/${id}`, {
    as: "engineer",
    body: { ...made.body.data, repeat: 3 },
  });
  assertEquals([written.status, written.body.data.repeat], [200, 3]);
  assertEquals((await app.call(`DELETE ${PATH}/${id}`, { as: "engineer" })).status, 200);
  assertEquals((await app.call(`GET ${PATH}/${id}`, { as: "viewer" })).status, 404);
  const audit = await app.call("GET /api/audit-log?resource_type=notification_policy", { as: "admin" });
  assertEquals(audit.body.data.map(({ action }: Json) => action), ["deleted", "updated", "created"]);
});

Deno.test("rounds until somebody answers need something that stops them, and 5 minutes between them", async () => {
  await using app = await plantApp();
  const endless = { name: "Endless", repeat: "until_answered", repeat_interval_minutes: 5 };
  const made = await make(app, { ...endless, stop_on: ["acknowledge"] });
  assertEquals([made.status, made.body.data.repeat], [201, "until_answered"]);
  const change = (body: Json) => app.call(`PUT ${PATH}/${made.body.data.id}`, { as: "engineer", body });
  assertEquals((await change({ stop_on: ["close"] })).status, 200);
  assertEquals(pathsOf(await change({ stop_on: ["shelve"] })), ["stop_on"]);
  assertEquals(pathsOf(await change({ repeat_interval_minutes: 4 })), ["repeat_interval_minutes"]);
  assertEquals((await change({ repeat: 9, repeat_interval_minutes: 1, stop_on: ["shelve"] })).status, 200);
  assertEquals(pathsOf(await change({ repeat: "until_answered" })), ["stop_on", "repeat_interval_minutes"]);
  const unknown = await change({ repeat: "forever" });
  assertEquals(pathsOf(unknown), ["repeat"]);
  assertMatch(unknown.body.details.issues[0].message, /from 0 to 9, or "until_answered"/);
});

Deno.test("the last policy takes every event, is changed but neither narrowed, moved nor deleted", async () => {
  await using app = await plantApp();
  const change = (body: Json) => app.call(`PUT ${PATH}/1`, { as: "engineer", body });
  const steps = [{ after_minutes: 0, to: [{ kind: "roster", id: 1 }] }];
  assertEquals((await change({ steps })).body.data.steps, steps);
  assertEquals(pathsOf(await change({ match: { severities: ["info"] }, continue: true })), [
    "match.severities",
    "continue",
  ]);
  const refused = await app.call(`DELETE ${PATH}/1`, { as: "engineer" });
  assertEquals(refused.status, 400);
  assertMatch(refused.body.error, /cannot be deleted/);
  const moved = await app.call(`PUT ${PATH}/order`, { as: "engineer", body: { policy_ids: [1] } });
  assertEquals([moved.status, pathsOf(moved)], [400, ["policy_ids.0"]]);
});

Deno.test("policies are put into another order as a whole", async () => {
  await using app = await plantApp();
  const ids: number[] = [];
  for (const name of ["A", "B", "C"]) ids.push((await make(app, { name })).body.data.id);
  const [a, b, c] = ids;
  const reorder = (policy_ids: number[]) =>
    app.call(`PUT ${PATH}/order`, { as: "engineer", body: { policy_ids } });
  const moved = await reorder([c, a, b]);
  assertEquals([moved.status, names(moved)], [200, ["C", "A", "B", "Everything else"]]);
  assertEquals(names(await app.call(`GET ${PATH}`, { as: "viewer" })), ["C", "A", "B", "Everything else"]);
  for (const wrong of [[a, b], [a, b, c, 99], [a, a, b]]) assertEquals((await reorder(wrong)).status, 400);
  assertEquals(names(await app.call(`GET ${PATH}`, { as: "viewer" })), ["C", "A", "B", "Everything else"]);
});

Deno.test("a taken name and unknown things are told with their paths", async () => {
  await using app = await plantApp();
  await make(app, { name: "North" });
  assertEquals(pathsOf(await make(app, { name: "NORTH" })), ["name"]);
  const refused = await make(app, {
    name: "South",
    match: { area_ids: [9], plant_node_ids: ["NORTH", "EAST"], template_ids: [7] },
    steps: [{
      after_minutes: 0,
      to: [{ kind: "user", id: 99 }, { kind: "team", id: 2 }, { kind: "roster", id: 3 }],
    }],
  });
  assertEquals(pathsOf(refused), [
    "match.area_ids.0",
    "match.plant_node_ids.1",
    "match.template_ids.0",
    "steps.0.to.0",
    "steps.0.to.1",
    "steps.0.to.2",
  ]);
});

Deno.test("steps are ordered by their minutes, and repeats in lists are dropped", async () => {
  await using app = await plantApp();
  const to = [{ kind: "team", id: 1 }];
  const steps = [{ after_minutes: 5, to }, { after_minutes: 4, to: [...to, ...to] }];
  assertEquals(pathsOf(await make(app, { name: "A", steps })), ["steps"]);
  const twice = {
    name: "B",
    match: { area_ids: [1, 1] },
    steps: steps.toReversed(),
    group_by: ["template", "template"],
  };
  const { body } = await make(app, twice);
  assertEquals([body.data.match.area_ids, body.data.group_by, body.data.steps[0].to], [
    [1],
    ["template"],
    to,
  ]);
  const empty = [{ after_minutes: 0, to: [] }];
  assertEquals(pathsOf(await make(app, { name: "A", steps: empty, stop_on: [] })), ["steps.0.to", "stop_on"]);
});

/** What can be deleted, and a policy that names it. */
const NAMES: Record<string, Json> = {
  "areas/1": { match: { area_ids: [1] } },
  "plant-model/NORTH-A": { match: { plant_node_ids: ["NORTH-A"] } },
  "teams/1": { steps: [{ after_minutes: 0, to: [{ kind: "team", id: 1 }] }] },
  "rosters/1": { steps: [{ after_minutes: 0, to: [{ kind: "roster", id: 1 }] }] },
  "contact-points/2": { steps: [{ after_minutes: 0, to: [{ kind: "contact_point", id: 2 }] }] },
};

const NAMED = ["areas/1", "plant-model/NORTH-A", "teams/1", "rosters/1", "contact-points/2"];

Deno.test("a contact point that reaches only persons is no recipient", async () => {
  await using app = await plantApp();
  const steps = [{
    after_minutes: 0,
    to: [{ kind: "contact_point", id: 2 }, { kind: "contact_point", id: 1 }],
  }];
  const refused = await make(app, { name: "A", steps });
  assertEquals([refused.status, pathsOf(refused)], [400, ["steps.0.to.1"]]);
  assertMatch(refused.body.error, /no receiver of its own/);
});

Deno.test("what a policy names cannot be deleted, but a user; the policy then shows who is missing", async () => {
  await using app = await plantApp();
  const anna = idOf(app, "anna");
  const made = await make(app, {
    name: "North",
    match: { area_ids: [1], plant_node_ids: ["NORTH-A"] },
    steps: [{
      after_minutes: 0,
      to: [
        { kind: "team", id: 1 },
        { kind: "roster", id: 1 },
        { kind: "contact_point", id: 2 },
        { kind: "user", id: anna },
      ],
    }],
  });
  const { id } = made.body.data;
  for (const path of NAMED) {
    const refused = await app.call(`DELETE /api/${path}`, { as: "admin" });
    assertEquals([refused.status, refused.body.details.error_code], [403, "RESOURCE_IN_USE"], path);
    assertEquals(refused.body.details.used_by, [{ type: "notification_policy", id, name: "North" }], path);
  }
  assertEquals((await app.call(`DELETE /api/users/${anna}`, { as: "admin" })).status, 200);
  const shown = await app.call(`GET ${PATH}/${id}`, { as: "viewer" });
  assertEquals(shown.body.data.missing, [{ path: "steps.0.to.3", message: `User ${anna} does not exist` }]);
  assertEquals(shown.body.data.recipients[3].name, null);
  const kept = await app.call(`PUT ${PATH}/${id}`, {
    as: "engineer",
    body: { ...shown.body.data, repeat: 1 },
  });
  assertEquals(kept.status, 200);
  assertEquals((await app.call(`DELETE ${PATH}/${id}`, { as: "engineer" })).status, 200);
  for (const path of NAMED) {
    assertEquals((await app.call(`DELETE /api/${path}`, { as: "admin" })).status, 200, path);
  }
});

Deno.test("there are 200 policies at most, also when they are made at once", async () => {
  await using app = await plantApp();
  const some = (from: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => make(app, { name: `Policy ${from + i}` })));
  for (let at = 0; at < POLICY_LIMITS.policies - 3; at += 1) {
    await app.storage.notificationPolicies.create(policySchema.parse({ name: `First ${at}` }), BY);
  }
  const last = await some(900, 4);
  assertEquals(last.map(({ status }) => status).sort(), [201, 201, 400, 400]);
  assertEquals(app.storage.notificationPolicies.list().length, POLICY_LIMITS.policies);
});

Deno.test("a policy has 10 steps of 50 recipients at most", async () => {
  await using app = await plantApp();
  const userIds: number[] = [];
  for (let n = 0; n <= POLICY_LIMITS.recipients; n++) {
    const { id } = await app.storage.access.createUser({
      username: `user${n}`,
      password: "a password of theirs",
      role: "viewer",
    }, BY);
    userIds.push(id);
  }
  const steps = (count: number, recipients: number) =>
    Array.from({ length: count }, () => ({
      after_minutes: 0,
      to: userIds.slice(0, recipients).map((id) => ({ kind: "user", id })),
    }));
  const made = await make(app, { name: "Largest", steps: steps(10, 50) });
  assertEquals([made.status, made.body.data?.steps.map(({ to }: Json) => to.length)], [
    201,
    Array(10).fill(50),
  ]);
  const change = (body: Json) => app.call(`PUT ${PATH}/${made.body.data.id}`, { as: "engineer", body });
  for (const ask of [(body: Json) => make(app, { name: "Larger", ...body }), change]) {
    assertEquals(pathsOf(await ask({ steps: steps(11, 1) })), ["steps"]);
    assertEquals(pathsOf(await ask({ steps: steps(1, 51) })), ["steps.0.to"]);
  }
});

Deno.test("a policy never names what is deleted at the same time", async () => {
  for (const [path, named] of Object.entries(NAMES)) {
    await using app = await plantApp();
    const results = await Promise.all([
      make(app, { name: "North", ...named }),
      app.call(`DELETE /api/${path}`, { as: "admin" }),
    ]);
    assertEquals(results.map(({ status }) => status < 300).toSorted(), [false, true], path);
    const [policy] = (await app.call(`GET ${PATH}`, { as: "viewer" })).body.data;
    assertEquals(policy.missing, [], path);
  }
});

Deno.test("what a policy names is not deleted, also when the policy is made during the deletion", async () => {
  for (const [path, named] of Object.entries(NAMES)) {
    await using app = await plantApp();
    const { store } = app.storage, getMany = store.getMany.bind(store);
    let isMade = false;
    store.getMany = async <T>(read: readonly Key[]) => {
      if (read.some(isMark) && !isMade) {
        isMade = true;
        assertEquals((await make(app, { name: "North", ...named })).status, 201, path);
      }
      return await getMany<T>(read);
    };
    const { status } = await app.call(`DELETE /api/${path}`, { as: "admin" });
    assertEquals([isMade, status], [true, 403], path);
  }
});

/** Read by whatever removes what policies may name. */
function isMark([noun]: Key): boolean {
  return noun === keys.notificationPolicies()[0] || noun === keys.recipientUses()[0];
}

Deno.test("changes of a policy and of the order at the same time are all kept", async () => {
  await using app = await plantApp();
  const ids: number[] = [];
  for (const name of ["A", "B", "C"]) ids.push((await make(app, { name })).body.data.id);
  const [a, b, c] = ids;
  const put = (path: string, body: Json) => app.call(`PUT ${PATH}/${path}`, { as: "engineer", body });
  const done = await Promise.all([
    put(`${a}`, { repeat: 3 }),
    put(`${a}`, { notify_resolved: false }),
    put(`${a}`, { continue: true }),
    app.call(`DELETE ${PATH}/${b}`, { as: "engineer" }),
    make(app, { name: "D" }),
  ]);
  assertEquals(done.map(({ status }) => status), [200, 200, 200, 200, 201]);
  const { body } = await app.call(`GET ${PATH}/${a}`, { as: "viewer" });
  const { repeat, notify_resolved, continue: goesOn } = body.data;
  assertEquals([repeat, notify_resolved, goesOn], [3, false, true]);
  assertEquals(names(await app.call(`GET ${PATH}`, { as: "viewer" })), ["A", "C", "D", "Everything else"]);
  const [moved, added] = await Promise.all([
    put("order", { policy_ids: [c, a, done[4].body.data.id] }),
    make(app, { name: "E" }),
  ]);
  assertEquals(added.status, 201);
  const order = names(await app.call(`GET ${PATH}`, { as: "viewer" }));
  const kept = ["D", "E", "Everything else"];
  assertEquals(order, moved.status === 200 ? ["C", "A", ...kept] : ["A", "C", ...kept]);
});

Deno.test("two policies of one name, made at once: one is refused", async () => {
  await using app = await plantApp();
  const made = await Promise.all(["North", "NORTH", "north"].map((name) => make(app, { name })));
  assertEquals(made.map(({ status }) => status).toSorted(), [201, 400, 400]);
});
