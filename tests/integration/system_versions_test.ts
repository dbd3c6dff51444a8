import { assert, assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { aboveLimit, type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

/** Three rules on one stream: in the next version one is the same, one has another limit, one is removed, one is new. */
const RULES = [
  { rule_id: "same", conditions: [aboveLimit] },
  { rule_id: "moved", conditions: [aboveLimit] },
  { rule_id: "gone", conditions: [aboveLimit] },
];

function ruleOf(rule_id: string, changes: Json = {}): Json {
  return {
    rule_id,
    rule_name: rule_id,
    event_name: `Event ${rule_id}`,
    event_description: "",
    conditions: [aboveLimit],
    ...changes,
  };
}

const NEXT = [
  ruleOf("same", { rule_name: "Another name", action: "Look" }),
  ruleOf("moved", { conditions: [{ ...aboveLimit, value: 70 }] }),
  ruleOf("new"),
];

async function released(on: RunningSystem, template: number, body: Json): Promise<number> {
  const { data } = await on.client.ok("POST", `/api/templates/${template}/versions`, body);
  await on.client.ok("POST", `/api/templates/${template}/versions/${data.version}/release`);
  return data.version;
}

systemTest(
  "an upgrade keeps the events of unchanged rules and closes the others as superseded",
  {},
  async (on) => {
    const { client, streams } = on;
    await streams.make("number", "Versions.A");
    await on.configure();
    const template = await on.template({
      rules: RULES.map(({ rule_id }) => ({ rule_id, event_name: `Event ${rule_id}`, rule_name: rule_id })),
    });
    const instance = await on.deploy(template, { VALUE: "Versions.A" });
    const at = timeline();
    await streams.write("Versions.A", [at(0), 90]);
    await on.evaluated(at(0));
    const before = await eventually("three events", async () => {
      const rows = await on.events(instance);
      return rows.length === 3 ? rows : undefined;
    });
    const version = await released(on, template, { rules: NEXT, note: "A lower limit" });
    assertEquals(version, 2);
    const upgrade = `/api/templates/${template}/versions/${version}/upgrade`;
    const dry = (await client.ok("POST", upgrade, { instance_ids: [instance], dry_run: true })).data;
    assertEquals(
      dry.items.map(({ status, events, from_version }: Json) => ({ status, events, from_version })),
      [
        { status: "would_upgrade", events: { kept: 1, superseded: 2 }, from_version: 1 },
      ],
    );
    assertEquals(
      dry.differences[0].rules.map((
        { rule_id, change, keeps_events }: Json,
      ) => [rule_id, change, keeps_events]),
      [["same", "changed", true], ["moved", "changed", false], ["new", "added", false], [
        "gone",
        "removed",
        false,
      ]],
    );
    assertEquals([dry.backtest_problem, dry.backtest.before.rules.length, dry.backtest.after.rules.length], [
      null,
      3,
      3,
    ]);
    assertEquals((await on.events(instance)).filter((row) => row.is_active).length, 3);
    const done = (await client.ok("POST", upgrade, { instance_ids: [instance] })).data;
    assertEquals(done.summary, { total: 1, upgraded: 1, would_upgrade: 0, already: 0, failed: 0 });
    assertEquals(done.items[0].events, { kept: 1, superseded: 2 });
    const after = await eventually("the new rules have their events", async () => {
      const rows = await on.events(instance);
      return rows.length === 5 ? rows : undefined;
    });
    const byRule = (rule: string, active: boolean) =>
      after.filter((row) => row.rule_id === rule && row.is_active === active);
    const [same] = byRule("same", true);
    assertEquals([same.id, same.start_time, same.template_version], [
      before.find((row) => row.rule_id === "same")?.id,
      at(0),
      1,
    ]);
    for (const rule of ["moved", "gone"]) assertEquals(byRule(rule, false)[0].close_reason, "superseded");
    for (const rule of ["moved", "new"]) {
      assertEquals([byRule(rule, true)[0].flags, byRule(rule, true)[0].template_version], [["initial"], 2]);
    }
    const read = (await client.ok("GET", `/api/instances/${instance}`)).data;
    assertEquals([read.template_version, typeof read.upgraded_at, read.is_deployed], [2, "string", true]);
    // The kept event closes by the condition, of the same event.
    const later = timeline();
    await streams.write("Versions.A", [later(0), 75]);
    await on.evaluated(later(0));
    const closed = await on.event(instance, (row) => row.rule_id === "same" && !row.is_active);
    assertEquals([closed.id, closed.end_time, closed.close_reason], [same.id, later(0), "condition_cleared"]);
    const again = (await client.ok("POST", upgrade, { instance_ids: [instance] })).data;
    assertEquals(again.summary.already, 1);
    assertEquals(on.logged.filter((line) => line.startsWith("error")), []);
    assert(
      (await on.events(instance)).filter((row) => row.rule_id === "moved" && row.is_active).length === 1,
    );
  },
);

systemTest(
  "a late sample before an upgrade is evaluated by the version that was deployed then",
  {},
  async (on) => {
    const { streams } = on;
    await streams.make("number", "Versions.B");
    await on.configure();
    const template = await on.template({ rules: [{ rule_id: "high" }] });
    const instance = await on.deploy(template, { VALUE: "Versions.B" });
    const at = timeline();
    await streams.write("Versions.B", [at(0), 10]);
    await on.evaluated(at(0.7));
    const rules = [
      ruleOf("high", { conditions: [{ ...aboveLimit, value: 200 }] }),
      ruleOf("other", { conditions: [{ ...aboveLimit, value: 60 }] }),
    ];
    const version = await released(on, template, { rules });
    const { data } = await on.client.ok("POST", `/api/templates/${template}/versions/${version}/upgrade`, {
      instance_ids: [instance],
    });
    assertEquals(data.summary.upgraded, 1);
    const { upgraded_at } = (await on.client.ok("GET", `/api/instances/${instance}`)).data;
    // Evaluated before the upgrade, however late the source is read.
    const late = at(0.5);
    await streams.write("Versions.B", [late, 90]);
    const found = await on.event(
      instance,
      (row) => row.rule_id === "high" && row.flags.includes("late_detected"),
    );
    assertEquals([found.start_time, found.end_time, found.close_reason, found.template_version], [
      late,
      upgraded_at,
      "superseded",
      1,
    ]);
    const explained = (await on.client.ok("GET", `/api/instances/${instance}/explain?at=${late}`)).data;
    assertEquals([explained.template_version, explained.rules.map((rule: Json) => rule.rule_id)], [1, [
      "high",
    ]]);
    const now = (await on.client.ok("GET", `/api/instances/${instance}/explain`)).data;
    assertEquals([now.template_version, now.rules.map((rule: Json) => rule.rule_id)], [2, ["high", "other"]]);
  },
);

systemTest(
  "a new version may name other streams; an undeployment ends its events",
  { byShards: true },
  async (on) => {
    const { client, streams } = on;
    await streams.make("number", "Versions.C", "Versions.D");
    await streams.write("Versions.D", [new Date(Date.now() - 5_000).toISOString(), 99]);
    await on.configure();
    const template = await on.template({ rules: [{ rule_id: "high" }] });
    const instance = await on.deploy(template, { VALUE: "Versions.C" });
    const bound = async () =>
      (await client.ok("GET", "/api/streams/active")).data.map((row: Json) => row.stream_name);
    assertEquals(await bound(), ["Versions.C"]);
    const other = ruleOf("other", { conditions: [{ ...aboveLimit, stream: "Versions.D" }] });
    const version = await released(on, template, { rules: [other] });
    assertEquals(await bound(), ["Versions.C"], "of the version that it runs on");
    await client.ok("POST", `/api/templates/${template}/versions/${version}/upgrade`, {
      instance_ids: [instance],
    });
    const event = await on.event(instance, (row) => row.rule_id === "other");
    assertEquals([event.flags, event.template_version, await bound()], [
      ["initial"],
      2,
      ["Versions.C", "Versions.D"],
    ]);
    await client.ok("POST", `/api/instances/${instance}/undeploy`);
    assertEquals((await on.events(instance))[0].close_reason, "undeployed");
    const read = (await client.ok("GET", `/api/instances/${instance}`)).data;
    assertEquals([read.upgraded_at, read.template_version], [null, 2]);
    await client.ok("POST", `/api/instances/${instance}/deploy`);
    await on.event(instance, (row) => row.rule_id === "other" && row.is_active);
  },
);

/** More than one group, and more events than a chunk of open events holds. */
const MANY = 250;

systemTest("250 instances go over in one call, each whole, with an audit entry", {
  simulator: { extraStreams: MANY, extraPeriodMs: 60_000 },
}, async (on) => {
  const { client } = on;
  const above = (value: number) => ({ conditions: [{ ...aboveLimit, value }] });
  const template = await on.template({
    rules: [{ rule_id: "kept", ...above(0) }, { rule_id: "ends", ...above(0) }],
  });
  const { data: made } = await client.ok("POST", "/api/instances/bulk", {
    template_id: template,
    instance_name: "Load * / *",
    placeholders: { VALUE: "Load.Bank*.S*" },
  });
  const instance_ids = made.items.map((item: Json) => item.instance_id);
  await client.ok("POST", "/api/instances/bulk-deploy", { instance_ids });
  const active = async () => (await client.ok("GET", "/api/rule-events/active?limit=1")).pagination.total;
  await eventually("two events an instance", async () => await active() === 2 * MANY, 120_000);
  const version = await released(on, template, {
    rules: [ruleOf("kept", above(0)), ruleOf("ends", above(-1))].map((rule, i) => ({
      ...rule,
      rule_name: `Rule ${i + 1}`,
      event_name: `Event ${i + 1}`,
    })),
  });
  const { data } = await client.ok("POST", `/api/templates/${template}/versions/${version}/upgrade`, {
    instance_ids,
  });
  assertEquals(data.summary, { total: MANY, upgraded: MANY, would_upgrade: 0, already: 0, failed: 0 });
  const events: Json[] = data.items.map((item: Json) => item.events);
  assert(events.every(({ kept, superseded }) => kept === 1 && superseded === 1));
  await eventually("the new rules have their events", async () => await active() === 2 * MANY, 120_000);
  const { pagination } = await client.ok("GET", "/api/rule-events/history?limit=1");
  assertEquals(pagination.total, 3 * MANY);
  const listed = (await client.ok("GET", `/api/templates/${template}/versions`)).data;
  assertEquals(listed.map((one: Json) => one.deployed_instances), [0, MANY]);
  const audit = (await client.ok("GET", "/api/audit-log?limit=1000")).data;
  assertEquals(audit.filter((entry: Json) => entry.action === "upgraded").length > 0, true);
  assertEquals(on.logged.filter((line) => line.startsWith("error")), []);
});
