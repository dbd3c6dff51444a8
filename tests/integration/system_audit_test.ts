import { assert, assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { ADMIN_PASSWORD, SECRETS_KEY } from "../support/andon_process.ts";
import { type RunningSystem, sourceConfiguration, systemTest, timeline } from "../support/running_system.ts";

const FIELDS = [
  "action",
  "address",
  "after",
  "at",
  "before",
  "desk",
  "desk_id",
  "id",
  "resource_id",
  "resource_type",
  "who",
];

async function log({ client }: RunningSystem): Promise<Json[]> {
  return (await client.ok("GET", "/api/audit-log")).data.toReversed();
}

/** The entries that a step adds, oldest first. */
async function added(on: RunningSystem, step: () => Promise<unknown>): Promise<Json[]> {
  const before = (await log(on)).length;
  await step();
  return (await log(on)).slice(before);
}

function lines(entries: Json[]): unknown[][] {
  return entries.map(({ who, action, resource_type }) => [who, action, resource_type]);
}

systemTest("every change of the catalog is one entry: who, what, before and after", {}, async (on) => {
  const { client } = on;
  await on.streams.make("number", "Own.A");
  await on.configure();
  const made = await added(on, () => client.ok("POST", "/api/packages", { name: "P", description: "" }));
  assertEquals(lines(made), [["admin", "created", "package"]]);
  assertEquals(Object.keys(made[0]).sort(), FIELDS);
  assertEquals([made[0].before, (made[0].after as Json).name], [null, "P"]);
  const path = `/api/packages/${made[0].resource_id}`;
  const changed = await added(on, () => client.ok("PUT", path, { name: "Q" }));
  assertEquals(lines(changed), [["admin", "updated", "package"]]);
  assertEquals([(changed[0].before as Json).name, (changed[0].after as Json).name], ["P", "Q"]);
  const gone = await added(on, () => client.ok("DELETE", path));
  assertEquals(lines(gone), [["admin", "deleted", "package"]]);
  assertEquals([(gone[0].before as Json).name, gone[0].after], ["Q", null]);
  const refused = await added(on, () => client.put(path, { name: "R" }));
  assertEquals(refused, []);
});

systemTest("a deployment, its event and its end are each one entry", {}, async (on) => {
  const { client } = on;
  await on.streams.make("number", "Own.A");
  await on.configure();
  const template = await on.template({ rules: [{}] });
  let id = 0;
  const deployed = await added(on, async () => id = await on.deploy(template, { VALUE: "Own.A" }));
  assertEquals(lines(deployed), [["admin", "created", "instance"], ["admin", "deployed", "instance"]]);
  const [before, after] = [deployed[1].before as Json, deployed[1].after as Json];
  assertEquals([before.is_deployed, after.is_deployed, deployed[1].resource_id], [false, true, String(id)]);
  assertEquals(deployed.map(({ address }) => address), ["127.0.0.1", "127.0.0.1"]);
  assertEquals(await added(on, () => client.ok("POST", `/api/instances/${id}/deploy`)), []);
  const at = timeline();
  const event = await added(on, async () => {
    await on.streams.write("Own.A", [at(0), 81], [at(0.1), 79], [at(0.3), 90]);
    await on.evaluated(at(0.4));
  });
  assertEquals(
    lines(event),
    ["raised", "cleared", "raised"].map((action) => ["Andon", action, "rule_event"]),
  );
  assertEquals(event.map(({ address }) => address), [null, null, null]);
  const [first, second] = await on.events(id);
  assertEquals(event.map((entry) => Number(entry.resource_id)), [first.id, first.id, second.id]);
  const written = await added(on, () => client.ok("PUT", `/api/rule-events/${second.id}`, { note: "Seen" }));
  assertEquals(lines(written), [["admin", "updated", "rule_event"]]);
  assertEquals([(written[0].before as Json).note, (written[0].after as Json).note], [null, "Seen"]);
  const ended = await added(on, () => client.ok("POST", `/api/instances/${id}/undeploy`));
  assertEquals(lines(ended).toSorted(), [["admin", "closed", "rule_event"], [
    "admin",
    "undeployed",
    "instance",
  ]]);
  assertEquals(new Set(ended.map((entry) => entry.at)).size, 1, "in one commit");
});

systemTest("secrets are in no entry, no answer and no log line", {
  simulator: { clientSecret: "the-secret-of-the-plant" },
}, async (on) => {
  const { client } = on;
  const [saved] = await added(
    on,
    () => client.ok("POST", "/api/configuration", { ...sourceConfiguration(on.simulator), poll_seconds: 1 }),
  );
  assertEquals([saved.action, saved.resource_type], ["updated", "configuration"]);
  const [before, after] = [saved.before as Json, saved.after as Json];
  assertEquals([before.poll_seconds, after.poll_seconds], [0.1, 1]);
  assertEquals([after.stored_secrets, after.secrets], [["client_secret"], "unchanged"]);
  const { client_secret: _, ...kept } = sourceConfiguration(on.simulator);
  const [again] = await added(on, () => client.ok("POST", "/api/configuration", kept));
  assertEquals((again.after as Json).secrets, "unchanged");
  const other = { ...kept, client_secret: "another-secret" };
  const [changed] = await added(on, () => client.ok("POST", "/api/configuration", other));
  assertEquals((changed.after as Json).secrets, "changed");
  await client.post("/api/auth/login", { username: "admin", password: "a-wrong-password-of-hers" });
  const answers = await Promise.all(
    ["audit-log", "configuration", "auth/session"].map((noun) => client.ok("GET", `/api/${noun}`)),
  );
  const said = JSON.stringify(answers) + on.logged.join("\n");
  for (
    const secret of [
      on.simulator.clientSecret,
      "another-secret",
      ADMIN_PASSWORD,
      SECRETS_KEY,
      "a-wrong-password-of-hers",
    ]
  ) {
    assert(!said.includes(secret));
  }
  assert(!/sealed|password_hash|scrypt|argon/.test(JSON.stringify(answers)));
});

systemTest(
  "the log is read newest first, by pages, and by admins only",
  { configuration: null },
  async (on) => {
    const { client } = on;
    for (const name of ["A", "B", "C"]) await client.ok("POST", "/api/packages", { name, description: "" });
    const total = (await log(on)).length;
    const { data, pagination } = await client.ok("GET", "/api/audit-log?limit=2&offset=1");
    assertEquals(data.map((entry: Json) => (entry.after as Json).name), ["B", "A"]);
    assertEquals(pagination, { limit: 2, offset: 1, total, has_next: true, has_prev: true });
    const password = "the engineer's own words";
    await client.ok("POST", "/api/users", { username: "eva", password, role: "engineer" });
    await client.signIn("eva", password);
    const refused = await client.get("/api/audit-log");
    assertEquals([refused.status, refused.body.details.error_code], [403, "FORBIDDEN"]);
    const made = await client.ok("POST", "/api/packages", { name: "D", description: "" });
    await client.signIn("admin", ADMIN_PASSWORD);
    const newest = (await log(on)).findLast((entry) => entry.resource_type === "package");
    assertEquals([newest?.who, newest?.resource_id], ["eva", String(made.data.id)]);
  },
);
