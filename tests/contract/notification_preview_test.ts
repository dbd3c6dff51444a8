import { assertEquals, assertMatch } from "@std/assert";
import { POLICY_LIMITS } from "../../domain/notification_policy/limits.ts";
import { policySchema } from "../../domain/notification_policy/schema.ts";
import { rosterSchema } from "../../domain/roster/schema.ts";
import { storedEvents } from "../support/stored_events.ts";
import { eventRecord, instanceDraft, templateDraft } from "../unit/storage/support.ts";
import { BY, idOf, plantApp, POLICIES } from "./policy_fixture.ts";
import type { Json, TestApp } from "./support.ts";

const preview = (app: TestApp, body: Json) => app.call(`POST ${POLICIES}/preview`, { as: "engineer", body });
const make = (app: TestApp, body: Json) => app.call(`POST ${POLICIES}`, { as: "engineer", body });
const issuesOf = ({ status, body }: Json) => {
  assertEquals(status, 400, JSON.stringify(body));
  return body.details.issues.map(({ path, message }: Json) => `${path}: ${message}`);
};
const pathsOf = ({ body }: Json) => body.details.issues.map(({ path }: Json) => path);

Deno.test("the preview says who would be told of an event, when and by which way, step by step", async () => {
  await using app = await plantApp();
  const anna = idOf(app, "anna"), ben = idOf(app, "ben");
  const made = await make(app, {
    name: "Critical in North",
    match: { plant_node_ids: ["NORTH"], severities: ["critical"] },
    steps: [
      { after_minutes: 0, to: [{ kind: "roster", id: 1 }, { kind: "user", id: anna }] },
      { after_minutes: 10, to: [{ kind: "user", id: ben }] },
    ],
    repeat: 1,
    repeat_interval_minutes: 60,
  });
  const event = { severity: "critical", plant_node_floc_id: "NORTH-A" };
  const { body: { data } } = await preview(app, { event });
  assertEquals(data.policies, [{ id: made.body.data.id, name: "Critical in North" }]);
  const short = data.messages.map((
    one: Json,
  ) => [one.after_seconds, one.reason, one.to.username, one.to.contact_point]);
  assertEquals(short, [
    [0, "opened", "anna", "Mail"],
    [600, "escalated", "ben", "Mail"],
    [4_200, "repeated", "anna", "Mail"],
    [4_800, "escalated", "ben", "Mail"],
  ]);
  const other = await preview(app, {
    event: { ...event, severity: "warning" },
    at: "2026-02-01T00:00:00.000Z",
  });
  assertEquals(other.body.data.policies, [{ id: 1, name: "Everything else" }]);
  const [fallback, ...rest] = other.body.data.messages;
  assertEquals([fallback.at, fallback.is_fallback, fallback.to.contact_point, rest.length], [
    "2026-02-01T00:00:30.000Z",
    true,
    "Control room",
    0,
  ]);
});

Deno.test("the preview takes either an event or its id, and needs an event that exists", async () => {
  await using app = await plantApp();
  assertEquals((await preview(app, {})).status, 400);
  assertEquals((await preview(app, { event: {}, event_id: 1 })).status, 400);
  assertEquals((await preview(app, { event: {}, at: "2026-13-31T00:00:00.000Z" })).status, 400);
  assertEquals((await preview(app, { event_id: 77 })).status, 404);
  assertEquals(
    (await app.call(`POST ${POLICIES}/preview`, { as: "operator", body: { event: {} } })).status,
    403,
  );
});

Deno.test("an event that was re-alarmed is previewed as if it opened", async () => {
  await using app = await plantApp();
  const re_alarm = { at: "2026-01-31T09:00:00.000Z", is_late: true };
  await app.storage.store.commit(storedEvents(eventRecord({ id: 1, re_alarm })), 1);
  const { body: { data } } = await preview(app, { event_id: 1 });
  assertEquals(data.messages.map(({ reason }: Json) => reason), ["opened"]);
});

Deno.test("the preview refuses an imagined event that names what does not exist, with the field and what to do", async () => {
  await using app = await plantApp();
  const { templates, packages, instances } = app.storage;
  await packages.create({ name: "Pumps", description: "" }, BY);
  for (const category of ["energy", "health"]) {
    await templates.create({ ...templateDraft(1), name: `For ${category}`, category }, BY);
  }
  const { id } = await instances.create(instanceDraft(1, "Pump 1", "NORTH-A"), BY);
  const refused = await preview(app, {
    event: { plant_node_floc_id: "EAST", template_id: 7, instance_id: 99, category: "safety" },
  });
  assertEquals(issuesOf(refused), [
    "event.instance_id: Instance 99 does not exist; name one that does, or none",
    "event.template_id: Template 7 does not exist; name one that does, or none",
    'event.plant_node_floc_id: Plant node "EAST" does not exist; name one that does, or none',
    'event.category: Category "safety" does not exist; name that of a template, such as energy, health, system, or none',
  ]);
  assertEquals(issuesOf(await preview(app, { event: { area_id: 9 } })), [
    'event.area_id: Unknown field "area_id"',
  ]);
  assertEquals(issuesOf(await preview(app, { event: { instance_id: id, template_id: 2 } })), [
    `event.template_id: Instance ${id} has template 1; name that one, or none`,
  ]);
  for (const event of [{ category: "system" }, { category: "energy", template_id: 2 }, { instance_id: id }]) {
    assertEquals((await preview(app, { event })).status, 200, JSON.stringify(event));
  }
});

Deno.test("an imagined event of an instance has its template, category and location", async () => {
  await using app = await plantApp();
  const { templates, packages, instances } = app.storage;
  await packages.create({ name: "Pumps", description: "" }, BY);
  await templates.create({ ...templateDraft(1), category: "energy" }, BY);
  const { id } = await instances.create(instanceDraft(1, "Pump 1", "NORTH-A"), BY);
  await make(app, {
    name: "Pumps in North",
    match: { area_ids: [1], template_ids: [1], categories: ["energy"] },
  });
  const named = async (event: Json) => (await preview(app, { event })).body.data.policies[0].name;
  assertEquals(await named({ instance_id: id }), "Pumps in North");
  assertEquals(await named({ instance_id: id, plant_node_floc_id: "SOUTH" }), "Everything else");
  assertEquals(await named({ template_id: 1 }), "Everything else");
});

/** All keys of the store, with when each was written. */
async function stored({ storage: { store } }: TestApp): Promise<string[]> {
  const entries = await store.list({ prefix: [] });
  return entries.map(({ key, versionstamp }) => `${key.join("/")} ${versionstamp}`);
}

Deno.test("a policy is previewed before it is saved, as if it were, and nothing is written", async () => {
  await using app = await plantApp();
  const anna = idOf(app, "anna"), ben = idOf(app, "ben");
  const calls = (id: number) => ({ steps: [{ after_minutes: 0, to: [{ kind: "user", id }] }] });
  const saved = (await make(app, { name: "North", match: { area_ids: [1] }, ...calls(anna) })).body.data;
  const before = await stored(app);
  const asked = async (policy: Json) => {
    const { status, body } = await preview(app, {
      event: { severity: "critical", plant_node_floc_id: "NORTH" },
      policy,
    });
    assertEquals(status, 200, JSON.stringify(body));
    const { policies, messages } = body.data;
    return [policies, messages.map(({ policy_id, to }: Json) => [policy_id, to.username])];
  };
  assertEquals(await asked(undefined), [[{ id: saved.id, name: "North" }], [[saved.id, "anna"]]]);
  const fresh = { name: "Critical", match: { severities: ["critical"] }, ...calls(ben) };
  assertEquals(await asked(fresh), [[{ id: saved.id, name: "North" }], [[saved.id, "anna"]]], "it is last");
  assertEquals(await asked({ ...fresh, place: 0 }), [[{ id: null, name: "Critical" }], [[null, "ben"]]]);
  assertEquals(await asked({ ...fresh, id: null, place: 0, continue: true }), [
    [{ id: null, name: "Critical" }, { id: saved.id, name: "North" }],
    [[saved.id, "anna"], [null, "ben"]],
  ]);
  assertEquals(await asked({ ...saved, ...calls(ben) }), [
    [{ id: saved.id, name: "North" }],
    [[saved.id, "ben"]],
  ]);
  assertEquals(await asked({ ...saved, match: { severities: ["info"] } }), [
    [{ id: 1, name: "Everything else" }],
    [[null, null]],
  ]);
  assertEquals(await asked({ id: 1, name: "Everything else", ...calls(ben) }), [
    [{ id: saved.id, name: "North" }],
    [[saved.id, "anna"]],
  ]);
  assertEquals((await asked({ ...fresh, name: "North" })).length, 2, "a taken name");
  assertEquals(await stored(app), before);
});

Deno.test("a previewed policy answers as the same policy once it is saved", async () => {
  await using app = await plantApp();
  const [anna, ben] = [idOf(app, "anna"), idOf(app, "ben")];
  const policy = {
    name: "North",
    match: { plant_node_ids: ["NORTH"] },
    continue: true,
    steps: [{ after_minutes: 0, to: [{ kind: "user", id: anna }, { kind: "roster", id: 1 }] }, {
      after_minutes: 5,
      to: [{ kind: "user", id: ben }],
    }],
    repeat: 2,
  };
  const event = { plant_node_floc_id: "NORTH-A" };
  const asEdited = (await preview(app, { event, policy })).body.data;
  const { id } = (await make(app, policy)).body.data;
  const asSaved = JSON.parse(
    JSON.stringify((await preview(app, { event })).body.data),
    (name, value) => (name === "id" || name === "policy_id") && value === id ? null : value,
  );
  assertEquals(asEdited, asSaved);
  assertEquals(asEdited.messages.length > 5, true);
});

const ENDLESS = { repeat: "until_answered", repeat_interval_minutes: 5 };

Deno.test("a policy that cannot be saved cannot be previewed either, with the same limits", async () => {
  await using app = await plantApp();
  const saved = (await make(app, { name: "North" })).body.data;
  const asked = (policy: Json) => preview(app, { event: {}, policy: { name: "New", ...policy } });
  const to = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ kind: "user", id: idOf(app, i % 2 === 0 ? "anna" : "ben") }));
  const steps = (count: number, recipients = 1) =>
    Array.from({ length: count }, () => ({ after_minutes: 0, to: to(recipients) }));
  for (
    const policy of [{ steps: steps(10, 50) }, { place: 1 }, { repeat: 9 }, ENDLESS, {
      id: saved.id,
      place: 0,
    }]
  ) {
    assertEquals((await asked(policy)).status, 200, JSON.stringify(policy).slice(0, 100));
  }
  for (
    const [policy, path] of [
      [{ steps: steps(11) }, "policy.steps"],
      [{ steps: steps(1, 51) }, "policy.steps.0.to"],
      [{ repeat: 10 }, "policy.repeat"],
      [{ repeat: "forever" }, "policy.repeat"],
      [{ repeat: "until_answered", repeat_interval_minutes: 4 }, "policy.repeat_interval_minutes"],
      [{ name: "" }, "policy.name"],
      [
        { match: { area_ids: [9], template_ids: [5] } },
        "policy.match.area_ids.0,policy.match.template_ids.0",
      ],
      [{ steps: [{ after_minutes: 0, to: [{ kind: "team", id: 7 }] }] }, "policy.steps.0.to.0"],
      [{ id: 99 }, "policy.id"],
      [{ place: 2 }, "policy.place"],
      [{ place: -1 }, "policy.place"],
      [{ place: POLICY_LIMITS.place.max + 1 }, "policy.place"],
      [{ id: saved.id, place: 1 }, "policy.place"],
      [{ id: 1, place: 0 }, "policy.place"],
      [{ id: 1, match: { severities: ["info"] } }, "policy.match.severities"],
    ] as const
  ) {
    const refused = await asked(policy);
    assertEquals([refused.status, pathsOf(refused).join()], [400, path]);
  }
});

Deno.test("a 201st policy is not previewed, and a change of one of 200 is, at each place", async () => {
  await using app = await plantApp();
  const { notificationPolicies: policies } = app.storage;
  for (let n = policies.list().length; n < POLICY_LIMITS.policies; n++) {
    await policies.create(policySchema.parse({ name: `Policy ${n}` }), BY);
  }
  const [{ id }] = policies.list();
  const asked = (policy: Json) => preview(app, { event: {}, policy: { name: "New", ...policy } });
  assertEquals((await asked({ id, place: POLICY_LIMITS.place.max })).status, 200);
  const refused = await asked({});
  assertEquals(refused.status, 400);
  assertMatch(refused.body.error, /200 notification policies exist already/);
});

Deno.test("the preview says why a step reaches nobody and is passed at once", async () => {
  await using app = await plantApp();
  const { access, teams, rosters, contactAddresses, plantSettings } = app.storage;
  const [anna, ben] = [idOf(app, "anna"), idOf(app, "ben")];
  const clara =
    (await access.createUser({ username: "clara", password: "a password of hers", role: "operator" }, BY)).id;
  await contactAddresses.add(clara, { contact_point_id: 1, address: "clara@plant.example" }, BY);
  await teams.create({ name: "New team", user_ids: [] }, BY);
  await teams.create({ name: "Trainees", user_ids: [clara] }, BY);
  const layer = { name: "All", user_ids: [clara], starts_on: "2026-01-05" };
  const draft = rosterSchema.parse({ name: "Days", time_zone: "UTC", layers: [layer] });
  const roster = await rosters.create(draft, BY);
  const step = (kind: string, id: number, after_minutes: number) => ({ after_minutes, to: [{ kind, id }] });
  const made = await make(app, {
    name: "All",
    steps: [
      step("user", clara, 0),
      step("roster", 1, 1),
      step("roster", roster.id, 2),
      step("team", 2, 3),
      step("team", 3, 4),
      step("user", anna, 5),
      step("user", ben, 6),
    ],
  });
  assertEquals(made.status, 201, JSON.stringify(made.body));
  await access.removeUser(anna, BY);
  const asked = async () => {
    const { data } = (await preview(app, { event: { severity: "critical" } })).body;
    return [
      data.passed.map(({ step, after_seconds, because }: Json) => [step, after_seconds, ...because]),
      data.messages.map(({ step, after_seconds, to, is_fallback }: Json) => [
        step,
        after_seconds,
        to.username ?? to.contact_point,
        is_fallback,
      ]),
    ];
  };
  const first = [
    [0, 0, "clara has no confirmed address"],
    [1, 0, 'Nobody is on call in roster "Nights" at that time'],
    [2, 0, 'Roster "Days": clara has no confirmed address'],
    [3, 0, 'Team "New team" has no active member'],
    [4, 0, 'Nobody in team "Trainees" is reached: clara has no confirmed address'],
    [5, 0, `User ${anna} does not exist`],
  ];
  assertEquals(await asked(), [first, [[6, 0, "ben", false]]]);
  await plantSettings.save({ notification_mail_domains: ["other.example"] }, BY);
  const domains =
    "The address of ben is not used: its contact point was deleted, or the plant does not allow its mail domain";
  assertEquals(await asked(), [[...first, [6, 0, domains]], [[7, 0, "Control room", true]]]);
  await access.updateUser(ben, { is_active: false }, BY);
  assertEquals((await asked())[0].at(-1), [6, 0, "ben is disabled"]);
});
