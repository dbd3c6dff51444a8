/** Constants of a machine and optional placeholders: deployed, explained, tested, upgraded. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import {
  aboveLimit,
  numberPlaceholder,
  type RunningSystem,
  systemTest,
  timeline,
} from "../support/running_system.ts";

const optional = (name: string, changes: Json = {}) =>
  numberPlaceholder(name, { is_required: false, ...changes });
const VIBRATION = { stream: "<VIB>", operator: "greater_than", value: 80 };

async function released({ client }: RunningSystem, template: number, body: Json): Promise<number> {
  const { data } = await client.ok("POST", `/api/templates/${template}/versions`, body);
  await client.ok("POST", `/api/templates/${template}/versions/${data.version}/release`);
  return data.version;
}

/** Tries an upgrade of one instance, then does it; answers what happens to its events. */
async function upgraded(on: RunningSystem, instance: number, body: Json): Promise<Json> {
  const { template_id } = (await on.client.ok("GET", `/api/instances/${instance}`)).data;
  const version = await released(on, template_id, body);
  const path = `/api/templates/${template_id}/versions/${version}/upgrade`;
  const of = async (dry_run: boolean) =>
    (await on.client.ok("POST", path, { instance_ids: [instance], dry_run })).data.items[0];
  const dry = await of(true), done = await of(false);
  assertEquals([dry.status, done.status, dry.events], ["would_upgrade", "upgraded", done.events]);
  return done.events;
}

const explained = async ({ client }: RunningSystem, instance: number) =>
  (await client.ok("GET", `/api/instances/${instance}/explain`)).data;

const ruleIds = (rules: Json[]) => rules.map(({ rule_id }) => rule_id);

/** Rules of the same ids and texts in every version. */
const named = (rule_id: string, changes: Json = {}): Json => ({
  ...{ rule_id, rule_name: rule_id, event_name: `Event ${rule_id}`, event_description: "" },
  conditions: [aboveLimit],
  ...changes,
});

systemTest("each machine has its own delay and deadband, live and in a backtest", {}, async (on) => {
  const { client, streams } = on;
  await streams.make("number", "Own.A");
  await on.configure();
  const rule = named("high", {
    conditions: [{ ...aboveLimit, deadband: "<BAND>" }],
    on_delay_seconds: "<DELAY>",
  });
  const placeholders = ["VALUE", "DELAY", "BAND"].map((name) => numberPlaceholder(name));
  const template = await on.template({ rules: [rule], placeholders });
  const stored = (await client.ok("GET", `/api/templates/${template}`)).data;
  assertEquals(
    [stored.rules[0].on_delay_seconds, stored.rules[0].conditions[0].deadband],
    ["<DELAY>", "<BAND>"],
  );
  const quick = await on.deploy(template, { VALUE: "Own.A", DELAY: "0", BAND: "0" });
  const slow = await on.deploy(template, { VALUE: "Own.A", DELAY: "2", BAND: "5" });
  const at = timeline();
  await streams.write("Own.A", [at(0), 81], [at(3), 79]);
  await on.evaluated(at(3));
  const spansOf = async (instance: number) =>
    (await on.events(instance)).map((row) => [row.start_time, row.activated_at, row.end_time]);
  assertEquals(await spansOf(quick), [[at(0), at(0), at(3)]]);
  assertEquals(await spansOf(slow), [[at(0), at(2), null]]);
  const { parts } = (await explained(on, slow)).rules[0];
  assertEquals([parts[0].comparison.deadband, parts[0].comparison.latched], [5, true]);
  const { data: tested } = await client.ok("POST", "/api/backtests", {
    template: { ...stored, rules: [rule], placeholders },
    instance_ids: [quick, slow],
    from: at(-1),
    to: at(3),
  });
  assertEquals(
    tested.events.map((
      { instance_id, activated_at, end_time }: Json,
    ) => [instance_id, activated_at, end_time]),
    [[quick, at(0), at(3)], [slow, at(2), null]],
  );
});

systemTest("a version that binds the same number keeps the event, another number ends it", {}, async (on) => {
  const { streams } = on;
  await streams.make("number", "Own.A");
  await on.configure();
  const template = await on.template({ rules: [named("high", { off_delay_seconds: 5 })] });
  const instance = await on.deploy(template, { VALUE: "Own.A" });
  const at = timeline();
  await streams.write("Own.A", [at(0), 90]);
  await on.event(instance, () => true);
  const next = (number: number) => ({
    placeholders: [numberPlaceholder("VALUE"), optional("DELAY", { default_value: number })],
    rules: [named("high", { off_delay_seconds: "<DELAY>" })],
  });
  assertEquals(await upgraded(on, instance, next(5)), { kept: 1, superseded: 0 });
  assertEquals(await upgraded(on, instance, next(6)), { kept: 0, superseded: 1 });
});

systemTest("constants that do not fit are problems of the deployment, all at once", {}, async (on) => {
  const { client, streams } = on;
  await streams.make("number", "Own.A");
  await on.configure();
  const template = await on.template({
    rules: [named("high", {
      conditions: [{ ...aboveLimit, operator: "outside", value: [0, 80], deadband: "<BAND>" }],
      on_delay_seconds: "<DELAY>",
      off_delay_seconds: "<OFF>",
    })],
    placeholders: ["VALUE", "DELAY", "OFF", "BAND"].map((name) => numberPlaceholder(name)),
  });
  const bindings = { VALUE: "Own.A", DELAY: "-1", OFF: "Own.A", BAND: "50" };
  const { data } = await client.ok("POST", "/api/instances", {
    template_id: template,
    instance_name: "Odd",
    placeholder_mappings: bindings,
  });
  const { body } = await client.post(`/api/instances/${data.id}/deploy`);
  assertEquals(body.details.problems, [
    { path: "placeholders.OFF", message: 'Placeholder "OFF" takes a constant, not a stream' },
    { path: "rules.0.on_delay_seconds", message: 'Placeholder "DELAY" is -1; this takes 0 to 2592000' },
    {
      path: "rules.0.conditions.0.deadband",
      message: "With a deadband of 50 the condition could never reset; take a smaller one",
    },
  ]);
});

systemTest(
  "a rule whose optional placeholder is not bound is left out, and everything says so",
  { byShards: true },
  async (on) => {
    const { client, streams } = on;
    await streams.make("number", "Own.A");
    await on.configure();
    const template = await on.template({
      rules: [
        named("vibration", { conditions: [VIBRATION] }),
        named("high", { event_name: "Hot <VIB>", severity: "error" }),
      ],
      placeholders: [numberPlaceholder("VALUE"), optional("VIB")],
    });
    const instance = await on.deploy(template, { VALUE: "Own.A" });
    const at = timeline();
    await streams.write("Own.A", [at(0), 90]);
    const event = await on.event(instance, () => true);
    assertEquals([event.rule_id, event.event_name, event.severity], ["high", "Hot ", "error"]);
    const leftOut = [{ rule_id: "vibration", placeholders: ["VIB"] }];
    for (const path of ["", "/explain", "/coverage"]) {
      const { data } = await client.ok("GET", `/api/instances/${instance}${path}`);
      assertEquals(data.left_out_rules, leftOut, path);
    }
    const { rules, text } = await explained(on, instance);
    assertEquals([[rules[0].rule_id, rules[0].rule_name, rules[0].severity], text], [
      ["high", "high", "error"],
      "1 rule: 1 active. 1 rule left out, because VIB is not bound.",
    ]);
    const drill = await client.post("/api/notification-drills", {
      instance_id: instance,
      rule_id: "vibration",
    });
    assertEquals(drill.status, 400);
    assertStringIncludes(drill.body.error, 'leaves out rule "vibration": VIB is not bound');
    const { data: tested } = await client.ok("POST", `/api/templates/${template}/backtest`, {
      instance_ids: [instance],
      from: at(-1),
      to: at(0),
    });
    assertEquals([ruleIds(tested.rules), ruleIds(tested.events)], [["high"], ["high"]]);
  },
);

systemTest(
  "an upgrade ends a rule that it leaves out, and begins it again",
  { byShards: true },
  async (on) => {
    const { streams } = on;
    await streams.make("number", "Own.A");
    await on.configure();
    const rules = (
      needs: string,
    ) => [named("first", { conditions: [{ ...aboveLimit, ...{ value: needs } }] }), named("second")];
    const version = (limit: Json) => ({
      placeholders: [numberPlaceholder("VALUE"), optional("LIMIT", limit)],
      rules: rules("<LIMIT>"),
    });
    const template = await on.template(version({ default_value: 80 }) as Json & { rules: Json[] });
    const instance = await on.deploy(template, { VALUE: "Own.A" });
    const at = timeline();
    await streams.write("Own.A", [at(0), 90]);
    await eventually(
      "both rules have an event",
      async () => (await on.events(instance)).length === 2 || undefined,
    );
    assertEquals(await upgraded(on, instance, version({})), { kept: 1, superseded: 1 });
    const after = await on.events(instance);
    const [ended] = after.filter(({ is_active }) => !is_active);
    assertEquals([after.length, ended?.rule_id, ended?.close_reason], [2, "first", "superseded"]);
    assertEquals(ruleIds((await explained(on, instance)).rules), ["second"]);
    assertEquals(await upgraded(on, instance, version({ default_value: 70 })), { kept: 1, superseded: 0 });
    const again = await on.event(instance, (row) => row.rule_id === "first" && row.is_active);
    assertEquals(again.flags, ["initial"]);
    assertEquals((await on.client.ok("GET", `/api/instances/${instance}`)).data.left_out_rules, []);
  },
);

systemTest("an upgrade that leaves out every rule does not happen", {}, async (on) => {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const instance = await on.deploy(await on.template({ rules: [named("high")] }), { VALUE: "Own.A" });
  const { template_id } = (await on.client.ok("GET", `/api/instances/${instance}`)).data;
  const version = await released(on, template_id, {
    placeholders: [numberPlaceholder("VALUE"), optional("VIB")],
    rules: [named("high", { conditions: [VIBRATION] })],
  });
  for (const dry_run of [true, false]) {
    const path = `/api/templates/${template_id}/versions/${version}/upgrade`;
    const { data } = await on.client.ok("POST", path, { instance_ids: [instance], dry_run });
    assertEquals([data.items[0].status, data.items[0].problems], ["failed", [{
      path: "placeholders",
      message: "No rule can be evaluated: VIB is not bound; bind it",
    }]]);
  }
});
