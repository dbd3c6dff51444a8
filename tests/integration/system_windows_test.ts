import { assert, assertEquals } from "@std/assert";
import { type RunningSystem, systemTest, timeline } from "../support/running_system.ts";
import type { Json } from "../support/andon_client.ts";

const STREAM = "Own.A";
const over = (operator: string, value: number, more: Json = {}): Json => ({
  conditions: [{ stream: "<VALUE>", operator, value, ...more }],
});

/** Times of 60 s around now, by seconds. */
function around(): (seconds: number) => string {
  const nowMs = Date.now();
  return (seconds) => new Date(nowMs + Math.round(seconds * 1000)).toISOString();
}

async function made(on: RunningSystem, rule: Json): Promise<number> {
  return await on.deploy(await on.template({ rules: [rule] }), { VALUE: STREAM });
}

systemTest(
  "a window reads history from before the deployment",
  { byShards: true },
  async (on) => {
    const at = around();
    await on.streams.make("number", STREAM);
    await on.configure();
    await on.streams.write(STREAM, [at(-20), 90], [at(-15), 90], [at(-12), 70], [at(-10), 90]);
    const counted = await made(on, over("count_above", 2, { limit: 80, window_seconds: 60 }));
    const seldom = await made(on, over("count_above", 3, { limit: 80, window_seconds: 60 }));
    const { flags, trigger } = await on.event(counted, (row) => row.is_active);
    assertEquals([flags, (trigger as Json[])[0].value], [["initial"], 90]);
    const later = timeline();
    await on.streams.write(STREAM, [later(0), 85]);
    const opened = await on.event(seldom, (row) => row.is_active);
    assertEquals([opened.start_time, opened.flags], [later(0), []]);
  },
);

systemTest(
  "a late sample in a window corrects what was evaluated with it",
  { byShards: true },
  async (on) => {
    await on.streams.make("number", STREAM);
    await on.configure();
    await on.streams.write(STREAM, [around()(-20), 70]);
    const instance = await made(on, over("max_above", 80, { window_seconds: 5 }));
    const at = timeline();
    await on.streams.write(STREAM, [at(1), 71], [at(3), 72]);
    await on.evaluated(at(3));
    assertEquals(await on.events(instance), []);
    await on.streams.write(STREAM, [at(2), 95]);
    const late = await on.event(instance, (row) => row.flags.includes("late_detected"));
    assertEquals(late.start_time, at(2));
    on.reach(at(8));
    const ended = await on.event(instance, (row) => row.end_time !== null);
    assert(Date.parse(String(ended.end_time)) >= Date.parse(at(8)), "the window holds it for 5 s");
  },
);

systemTest(
  "a backtest and an explanation evaluate windows as a live evaluation does",
  { byShards: true },
  async (on) => {
    const at = around();
    await on.streams.make("number", STREAM);
    await on.configure();
    await on.streams.write(STREAM, [at(-60), 70], [at(-40), 100], [at(-25), 0]);
    const rule = {
      rule_id: "mean",
      rule_name: "Mean",
      event_name: "<VALUE>.Mean",
      ...over("avg_above", 80, { window_seconds: 20 }),
    };
    const { data } = await on.client.ok("POST", "/api/backtests", {
      template: {
        name: "Unsaved",
        category: "production",
        rules: [rule],
        placeholders: [{ placeholder_name: "VALUE", data_type: "NUM" }],
      },
      placeholder_mappings: { VALUE: STREAM },
      from: at(-35),
      to: at(-5),
      points: 0,
    });
    const [event] = data.events as Json[];
    const seconds = (time: unknown) => (Date.parse(String(time)) - Date.parse(at(0))) / 1000;
    assert(seconds(event.start_time) > -35 && seconds(event.start_time) <= -31, String(event.start_time));
    assert(seconds(event.end_time) >= -22 && seconds(event.end_time) <= -19, String(event.end_time));
    const instance = await made(on, rule);
    await on.evaluated(at(0));
    const explained = (await on.client.ok("GET", `/api/instances/${instance}/explain`)).data;
    const [part] = explained.rules[0].parts;
    assertEquals(part.comparison.value, 0);
    assertEquals(part.text, `the average of ${STREAM} over the last 20 s must rise above 80 (is 0)`);
  },
);

systemTest("a rule over the plant's time is evaluated when it changes", { byShards: true }, async (on) => {
  await on.streams.make("number", STREAM);
  await on.configure();
  const weekday = new Date().getUTCDay() || 7;
  const instance = await made(on, {
    conditions: [
      { stream: "SYS.TIME.WEEKDAY", operator: "in", value: [weekday, weekday % 7 + 1] },
      { stream: "<VALUE>", operator: "stale_for", value: 1 },
    ],
  });
  const { trigger } = await on.event(instance, (row) => row.is_active);
  assertEquals((trigger as Json[]).map(({ stream }) => stream), ["SYS.TIME.WEEKDAY"]);
});
