import { assert, assertEquals } from "@std/assert";
import { aboveLimit, type RunningSystem, systemTest } from "../support/running_system.ts";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { MOST_ISSUES } from "../../domain/shared/refusal.ts";

const STREAM = "Own.A";
const START_MS = Date.UTC(2026, 0, 31, 8);
const at = (seconds: number) => new Date(START_MS + Math.round(seconds * 1000)).toISOString();

async function backtest(on: RunningSystem, body: Json): Promise<Json & { data: Json }> {
  return await on.client.ok("POST", "/api/backtests", body);
}

function unsaved(rule: Json = {}): Json {
  return {
    name: "Unsaved",
    category: "production",
    rules: [{
      rule_id: "high",
      rule_name: "High",
      event_name: "<VALUE>.High",
      conditions: [aboveLimit],
      ...rule,
    }],
    placeholders: [{ placeholder_name: "VALUE", data_type: "NUM" }],
  };
}

systemTest(
  "a backtest of an unsaved template finds what a live evaluation would have raised",
  {},
  async (on) => {
    await on.streams.make("number", STREAM);
    await on.configure();
    await on.streams.write(STREAM, [at(-5), 79], [at(10), 81], [at(20), 70], [at(30), 90]);
    const { message, data } = await backtest(on, {
      template: unsaved(),
      placeholder_mappings: { VALUE: STREAM },
      from: at(0),
      to: at(40),
      points: 4,
    });
    assertEquals(message, "Evaluated 1 instance: 2 events");
    const [first, second] = data.events as Json[];
    assertEquals([first.start_time, first.end_time, first.closed_at], [at(10), at(20), at(20)]);
    assertEquals([first.event_name, first.instance_id, first.is_active], [`${STREAM}.High`, null, false]);
    assertEquals([second.start_time, second.end_time, second.is_active], [at(30), null, true]);
    assertEquals(data.summary, {
      events: 2,
      active_at_end: 1,
      rate_per_day: 2 * 86_400 / 40,
      chattering: 0,
      active_seconds: 20,
      active_share: 0.5,
      blind_seconds: 0,
      blind_share: 0,
    });
    const [series] = data.series as Json[];
    assertEquals((series.held as Json).value, 79);
    assertEquals((series.buckets as Json[]).map(({ min, count }) => [min, count]), [
      [null, 0],
      [81, 1],
      [70, 1],
      [90, 1],
    ]);
    assert((await on.client.ok("GET", "/api/rule-events/history")).data.length === 0);
  },
);

systemTest("a stored template is evaluated over its instances, or over the named ones", {}, async (on) => {
  await on.streams.make("number", STREAM, "Own.B");
  await on.configure();
  const template = await on.template({ rules: [{}] });
  const made = async (name: string, stream: string) =>
    (await on.client.ok("POST", "/api/instances", {
      template_id: template,
      instance_name: name,
      placeholder_mappings: { VALUE: stream },
    })).data.id;
  const a = await made("A", STREAM), b = await made("B", "Own.B");
  await on.streams.write(STREAM, [at(1), 81], [at(2), 70]);
  const path = `/api/templates/${template}/backtest`, span = { from: at(0), to: at(10) };
  const all = (await on.client.ok("POST", path, span)).data;
  assertEquals(all.rules.map((rule: Json) => [rule.instance_id, rule.events, rule.blind_seconds]), [
    [a, 1, 1],
    [b, 0, 10],
  ]);
  assertEquals(all.summary.blind_share, 11 / 20);
  const named = (await on.client.ok("POST", path, { ...span, instance_ids: [a], points: 0 })).data;
  assertEquals([named.rules.length, named.series, named.series_left_out], [1, [], 1]);
  const byId = (await backtest(on, { ...span, template_id: template, instance_ids: [b] })).data;
  assertEquals((byId.rules as Json[])[0].instance_id, b);
});

systemTest("a streamed backtest sends its progress, and last its result", {}, async (on) => {
  await on.streams.make("number", STREAM);
  await on.configure();
  await on.streams.write(STREAM, [at(10), 81]);
  const body = { ...asked(), stream: true };
  const events = await eventsOf(await ask(on, body));
  assertEquals(events.map(([name]) => name), ["progress", "done"]);
  assertEquals(events[0][1], { judged_to: at(40), share: 1, samples: 1, events: 1 });
  const plain = await backtest(on, asked());
  assertEquals(events[1][1], { message: plain.message, data: plain.data });
  on.simulator.faults.set({ kind: "unavailable", path: "*/Data*", method: "GET" });
  const failed = await ask(on, body);
  assertEquals([failed.status, (await failed.json()).success], [500, false]);
});

systemTest("a backtest ends with its client: nothing more is asked of the source", {}, async (on) => {
  const names = Array.from({ length: 40 }, (_, i) => `Own.S${i}`);
  await on.streams.make("number", STREAM, ...names);
  await on.configure();
  const conditions = names.map((stream) => ({ ...aboveLimit, stream }));
  const template = await on.template({ rules: [{ logic: "any", conditions }], placeholders: [] });
  const slow = on.simulator.faults.set({ kind: "slow", path: "*/Own.S*/Data*", delay_seconds: 600 });
  const leaving = new AbortController();
  // A server sees the leaving of a client with a large body only when it writes.
  const description = "-".repeat(2_000);
  const streamed = { template: { ...unsaved({ logic: "any", conditions }), description }, stream: true };
  const asking = [{ template_id: template }, { ...asked(), ...streamed }].map((body) =>
    ask(on, { ...span, ...body }, leaving.signal).then((answer) => answer.text()).catch(() => {})
  );
  await eventually("the source is read for both", () => hits(on, slow.id) === 2 * 16);
  leaving.abort();
  await Promise.all(asking);
  // Both places would be taken, and the other streams asked for.
  assertEquals((await backtest(on, asked())).success, true);
  assertEquals(hits(on, slow.id), 2 * 16);
});

systemTest("a backtest asked for by a clock that is ahead ends now", {}, async (on) => {
  await on.streams.make("number", STREAM);
  await on.configure();
  const ahead = new Date(Date.now() + 600_000).toISOString();
  const { data } = await backtest(on, { ...asked(), to: ahead });
  assert(Date.parse(data.to as string) <= Date.now());
});

systemTest("a backtest with problems is refused whole, each problem at its path", {}, async (on) => {
  const refused = async (body: Json) => {
    const { status, body: answer } = await on.client.post("/api/backtests", body);
    return [status, ...answer.details.issues.map((issue: Json) => `${issue.path}: ${issue.message}`)];
  };
  await on.streams.make("text", "Own.T");
  await on.configure();
  assertEquals(await refused({ ...asked(), from: at(40) }), [
    400,
    "from: Must be before `to` (default: now)",
  ]);
  const day = 86_400;
  assertEquals(await refused({ ...asked(), from: at(40 - 366 * day - 1) }), [
    400,
    "from: Must be at most 366 days before `to`",
  ]);
  assertEquals(await refused({ ...asked(), placeholder_mappings: { VALUE: "Own.T" } }), [
    400,
    'placeholder_mappings.VALUE: Stream "Own.T" is STR; placeholder "VALUE" takes NUM',
  ]);
  assertEquals(await refused({ ...asked(), placeholder_mappings: {} }), [
    400,
    'placeholder_mappings.VALUE: Placeholder "VALUE" is required; bind it to a stream',
  ]);
  assertEquals(await refused({ ...asked(), template: { ...unsaved(), rules: [] } }), [
    400,
    "template.rules: Has no rule to evaluate",
  ]);
  const both = { ...asked(), template_id: 999_999 };
  assertEquals(await refused(both), [
    400,
    "template: Give either template or template_id",
    "template_id: Template 999999 does not exist",
  ]);
  const many = (count: number) => Array.from({ length: count }, (_, i) => i + 1_000);
  const { placeholder_mappings: _, ...rest } = asked();
  assertEquals((await refused({ ...rest, instance_ids: many(200) })).length, 1 + MOST_ISSUES);
  assertEquals((await refused({ ...rest, instance_ids: many(201) })).length, 2);
});

const span = { from: at(0), to: at(40) };

function asked(): Json {
  return { template: unsaved(), placeholder_mappings: { VALUE: STREAM }, ...span };
}

function hits(on: RunningSystem, fault: string): number {
  return on.simulator.faults.list().find(({ id }) => id === fault)?.hits ?? 0;
}

async function ask(on: RunningSystem, body: Json, signal?: AbortSignal): Promise<Response> {
  return await fetch(`${on.client.baseUrl}/api/backtests`, {
    method: "POST",
    headers: { cookie: on.client.cookie },
    body: JSON.stringify(body),
    signal,
  });
}

async function eventsOf(answer: Response): Promise<[string, Json][]> {
  const blocks = (await answer.text()).trim().split("\n\n");
  return blocks.map((block) => {
    const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
    return [name, JSON.parse(data)];
  });
}
