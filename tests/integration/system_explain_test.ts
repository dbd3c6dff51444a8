import { assert, assertEquals } from "@std/assert";
import type { Explanation } from "../../domain/explanation/schema.ts";
import { type RunningSystem, systemTest, timeline } from "../support/running_system.ts";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";

const STREAM = "Own.A";

async function explained(on: RunningSystem, instance: number, at?: string): Promise<Explanation> {
  const query = at === undefined ? "" : `?at=${encodeURIComponent(at)}`;
  return (await on.client.ok("GET", `/api/instances/${instance}/explain${query}`)).data;
}

const ruleOf = ({ rules }: Explanation) => rules[0];
const inputOf = (explanation: Explanation) => ruleOf(explanation).parts[0].comparison!.inputs[0];

/** An instance that is not deployed. */
async function stored(on: RunningSystem): Promise<number> {
  await on.streams.make("number", STREAM);
  await on.configure();
  const { data } = await on.client.ok("POST", "/api/instances", {
    template_id: await on.template({ rules: [{}] }),
    instance_name: "A",
    placeholder_mappings: { VALUE: STREAM },
  });
  return data.id;
}

async function made(on: RunningSystem, rule: Json = {}): Promise<number> {
  await on.streams.make("number", STREAM);
  await on.configure();
  return await on.deploy(await on.template({ rules: [rule] }), { VALUE: STREAM });
}

systemTest(
  "a deployed instance is explained live, with its values and what would change them",
  {},
  async (on) => {
    const instance = await made(on);
    const empty = await explained(on, instance);
    assertEquals([empty.basis, empty.judging, empty.is_deployed], ["live", true, true]);
    assertEquals([ruleOf(empty).state, ruleOf(empty).truth], ["normal", "unknown"]);
    assert(ruleOf(empty).text.includes("it has no sample"));
    const t = timeline();
    await on.streams.write(STREAM, [t(0), 79.4]);
    await on.evaluated(t(0));
    const below = await explained(on, instance);
    assertEquals(ruleOf(below).text, "Normal. To become an event, Own.A must rise above 80 (is 79.4).");
    assertEquals(inputOf(below).sample?.value, 79.4);
    const later = timeline();
    await on.streams.write(STREAM, [later(0), 81]);
    const { id } = await on.event(instance, (row) => row.is_active);
    const active = ruleOf(await explained(on, instance));
    assertEquals([active.state, active.truth, active.event_id, active.start_time], [
      "active",
      "true",
      id,
      later(0),
    ]);
    await on.client.ok("POST", `/api/rule-events/${id}/close`);
    const held = ruleOf(await explained(on, instance));
    assertEquals([held.state, held.truth, held.event_id], ["held", "true", null]);
    assert(held.text.startsWith("Held: its event was closed by hand"));
  },
);

systemTest("a past time is explained as it was live then", {}, async (on) => {
  const instance = await made(on, { on_delay_seconds: 3 }), t = timeline();
  await on.streams.write(STREAM, [t(0), 81], [t(1), null], [t(2), 82], [t(5), 83], [t(7), 70], [t(8), 71]);
  await on.event(instance, (row) => !row.is_active);
  await on.evaluated(t(8));
  const at = async (seconds: number) => {
    const past = await explained(on, instance, t(seconds));
    assertEquals([past.basis, past.at, past.judged_from], ["replay", t(seconds), null]);
    return ruleOf(past);
  };
  const pending = await at(0.5);
  assertEquals([pending.state, pending.delay?.elapsed_seconds, pending.delay?.ends_at], [
    "pending",
    0.5,
    t(3),
  ]);
  assertEquals([pending.next[0].to, pending.next[0].by, pending.next[0].seconds], ["active", "time", 2.5]);
  const stopped = await at(1.5);
  assertEquals([stopped.state, stopped.truth, stopped.delay?.running], ["pending", "unknown", false]);
  assertEquals(stopped.gives_up_at, t(601));
  const active = await at(6);
  assertEquals([active.state, active.start_time, active.activated_at], ["active", t(0), t(4)]);
  assertEquals((await at(7)).state, "normal");
});

systemTest("a window is explained by its measure, live and in the past", {}, async (on) => {
  const average = { stream: "<VALUE>", operator: "avg_above", value: 82, window_seconds: 10 };
  const instance = await made(on, { conditions: [average] }), t = timeline();
  await on.streams.write(STREAM, [t(-20), 78], [t(-5), 80]);
  await on.evaluated(t(0));
  const text = (rule: Explanation["rules"][number]) => rule.parts[0].text.replace(/is [0-9.]+\)/, "is …)");
  const live = ruleOf(await explained(on, instance));
  assertEquals(text(live), "the average of Own.A over the last 10 s must rise above 82 (is …)");
  const past = await explained(on, instance, t(0)), { value } = ruleOf(past).parts[0].comparison!;
  assertEquals([past.at, value, ruleOf(past).text], [
    ...[
      t(0),
      79,
      "Normal. To become an event, the average of Own.A over the last 10 s must rise above 82 (is 79).",
    ],
  ]);
});

systemTest("what a person closed stays closed in the past, and held", {}, async (on) => {
  const instance = await made(on), t = timeline();
  await on.streams.write(STREAM, [t(0), 81]);
  const { id } = await on.event(instance, (row) => row.is_active);
  // A close takes effect at the watermark; at the very start of the event it would apply from there on.
  await on.evaluated(t(0));
  await on.client.ok("POST", `/api/rule-events/${id}/close`);
  const closed = Date.now();
  await on.streams.write(STREAM, [new Date(closed + 500).toISOString(), 82]);
  const later = new Date(closed + 1_000).toISOString();
  await on.evaluated(later);
  assertEquals(ruleOf(await explained(on, instance, t(0))).state, "active");
  assertEquals(ruleOf(await explained(on, instance, later)).state, "held");
});

systemTest("an instance that is not deployed is explained in the past only", {}, async (on) => {
  const id = await stored(on), t = timeline(-600_000);
  await on.streams.write(STREAM, [t(0), 79], [t(60), 81], [t(120), 70]);
  const none = await explained(on, id);
  assertEquals([none.basis, none.rules, none.at, none.judging], ["none", [], null, false]);
  const past = await explained(on, id, t(61));
  assertEquals([past.basis, past.is_deployed, ruleOf(past).state], ["backtest", false, "active"]);
  assertEquals([ruleOf(past).start_time, past.judged_from], [t(60), t(61 - 86_400)]);
});

systemTest(
  "samples that wait for the watermark are shown, and are not evaluated",
  { configuration: { wait_seconds: 60 } },
  async (on) => {
    const instance = await stored(on);
    await on.client.ok("POST", `/api/instances/${instance}/deploy`);
    await on.streams.write(STREAM, [timeline(200)(0), 81]);
    const input = await eventually("the sample is in", async () => {
      const seen = inputOf(await explained(on, instance));
      return seen.waiting > 0 ? seen : undefined;
    });
    assertEquals([input.waiting, input.newest_waiting?.value, input.sample], [1, 81, null]);
    const { rules } = await explained(on, instance, new Date().toISOString());
    assertEquals(rules[0].state, "normal");
  },
);

systemTest("a time to come and an unknown instance are refused", {}, async (on) => {
  const instance = await made(on);
  const future = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
  const later = await on.client.get(`/api/instances/${instance}/explain?at=${future}`);
  assertEquals([later.status, later.body.details?.issues?.[0].path], [400, "at"]);
  const nobody = await on.client.get("/api/instances/999/explain");
  assertEquals(nobody.status, 404);
});
