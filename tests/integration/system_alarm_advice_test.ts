import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { aboveLimit, type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

const STREAM = "Own.A";
const PATH = "/api/alarm-statistics/advice";

/** A rule whose value swings a little about its limit, twice further. */
async function swinging(on: RunningSystem): Promise<{ template: number; instance: number }> {
  await on.streams.make("number", STREAM);
  await on.configure();
  const other = { rule_id: "low", rule_name: "Low", conditions: [{ ...aboveLimit, value: 10 }] };
  const template = await on.template({ rules: [other, { rule_id: "high", rule_name: "High" }] });
  const instance = await on.deploy(template, { VALUE: STREAM });
  const at = timeline();
  const values = [70, 81, 79.5, 82, 79, 81, 79.5, 84, 70, 81, 79, 82, 79.5, 81, 70];
  await on.streams.write(STREAM, ...values.map((value, i): [string, number] => [at(i / 5), value]));
  await on.evaluated(at((values.length - 1) / 5));
  return { template, instance };
}

/** The events that a backtest of the stored or of a changed rule raises in the time that was tried. */
async function backtested(
  on: RunningSystem,
  { template, instance, span }: { template: number | Json; instance: number; span: Json },
): Promise<number> {
  const what = typeof template === "number" ? { template_id: template } : { template };
  const body = { ...what, instance_ids: [instance], ...span, points: 0 };
  const { data } = await on.client.ok("POST", "/api/backtests", body);
  return data.rules.find((rule: Json) => rule.rule_id === "high").events;
}

async function changedTemplate(on: RunningSystem, template: number, change: Json): Promise<Json> {
  const { data } = await on.client.ok("GET", `/api/templates/${template}`);
  const { name, category, rules, placeholders } = data;
  const changed = rules.map((rule: Json) => {
    if (rule.rule_id !== "high") return rule;
    if (change.kind !== "deadband") return { ...rule, [`${change.kind}_seconds`]: change.seconds };
    return { ...rule, conditions: [{ ...aboveLimit, deadband: change.deadband }] };
  });
  return { name, category, rules: changed, placeholders };
}

systemTest("a trial of an advice equals two backtests", {}, async (on) => {
  const { template, instance } = await swinging(on);
  const { data, message } = await on.client.ok("POST", PATH, {
    instance_id: instance,
    rule_id: "high",
    hours: 0.5,
  });
  assertEquals(message, `Tried ${data.tried.length} changes of "High", which raises 7 events`);
  assertEquals([data.template_id, data.rule_name, data.stored.events], [template, "High", 7]);
  const span = { from: data.from, to: data.to };
  assertEquals(Date.parse(data.to) - Date.parse(data.from), 1_800_000);
  assertEquals(await backtested(on, { template, instance, span }), 7);
  for (const change of data.tried) {
    const changed = await changedTemplate(on, template, change);
    const events = await backtested(on, { template: changed, instance, span });
    assertEquals([change.events, change.reduction], [events, (7 - events) / 7], JSON.stringify(change));
  }
  const deadbands = data.tried.filter(({ kind }: Json) => kind === "deadband");
  assertEquals(deadbands.map(({ deadband, events, is_advised }: Json) => [deadband, events, is_advised]), [
    [1, 4, false],
    [4, 2, true],
    [8, 2, false],
  ]);
  assert(data.tried.some(({ kind, is_advised }: Json) => kind === "off_delay" && is_advised));
  assertEquals(
    (await on.events(instance)).filter(({ rule_id }) => rule_id === "high").length,
    7,
    "as before",
  );
});

systemTest(
  "a streamed trial of an advice ends with the same result; an impossible trial is refused",
  {},
  async (on) => {
    const { instance } = await swinging(on);
    const asked = { instance_id: instance, rule_id: "high", hours: 1 };
    const answer = await fetch(`${on.client.baseUrl}${PATH}`, {
      method: "POST",
      headers: { cookie: on.client.cookie },
      body: JSON.stringify({ ...asked, stream: true }),
    });
    assert((await answer.text()).includes("event: done"));
    const refused = async (change: Json) => {
      const { status, body } = await on.client.post(PATH, { ...asked, ...change });
      return [status, ...body.details.issues.map((issue: Json) => `${issue.path}: ${issue.message}`)];
    };
    assertMatch((await refused({ rule_id: "gone" }))[1], /^rule_id: Rule "gone" does not exist in template/);
    assertEquals(await refused({ instance_id: 999 }), [400, "instance_id: Instance 999 does not exist"]);
    assertEquals(await refused({ hours: 8_761 }), [400, "hours: Must be above 0 and at most 8760"]);
    assertEquals(await refused({ hours: 0 }), [400, "hours: Must be above 0 and at most 8760"]);
  },
);
