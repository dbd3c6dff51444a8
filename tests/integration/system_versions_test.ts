import { assert, assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { aboveLimit, type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

/** Three rules on one stream: of the next version one is the same, one has another limit, one is gone, one is new. */
const RULES = [
  { rule_id: "same", conditions: [aboveLimit] },
  { rule_id: "moved", conditions: [aboveLimit] },
  { rule_id: "gone", conditions: [aboveLimit] },
];

function ruleOf(rule_id: string, changes: Json = {}): Json {
  return {
    ...{ rule_id, rule_name: rule_id, event_name: `Event ${rule_id}`, event_description: "" },
    ...{ conditions: [aboveLimit], ...changes },
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
    await on.judged(at(0));
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
    await streams.write("Versions.A", [at(3), 75]);
    await on.judged(at(3));
    const closed = await on.event(instance, (row) => row.rule_id === "same" && !row.is_active);
    assertEquals([closed.id, closed.end_time, closed.close_reason], [same.id, at(3), "condition_cleared"]);
    const again = (await client.ok("POST", upgrade, { instance_ids: [instance] })).data;
    assertEquals(again.summary.already, 1);
    assertEquals(on.logged.filter((line) => line.startsWith("error")), []);
    assert(
      (await on.events(instance)).filter((row) => row.rule_id === "moved" && row.is_active).length === 1,
    );
  },
);
