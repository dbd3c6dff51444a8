/** Rules with an end of their own in a running Andon: live, tested, filled in, corrected, upgraded and explained. */
import { assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { eventuallyEquals } from "../support/eventually.ts";
import {
  aboveLimit,
  type EventRow,
  numberPlaceholder,
  type RunningSystem,
  spans,
  systemTest,
  timeline,
} from "../support/running_system.ts";

const VALUE = "Own.A", RESET = "Own.Reset";
const isReset = { stream: RESET, operator: "is_true" };

/** Vector 41b: raised at 0, reset at 2, HELD up to 5, raised again at 6. */
const VALUES: [number, number][] = [[0, 81], [4, 85], [5, 70], [6, 81]];
const RESETS: [number, boolean][] = [[0, false], [2, true], [3, false]];

interface Deployed {
  id: number;
  template: number;
  at: (seconds: number) => string;
}

async function deployed(on: RunningSystem, rule: Json = {}): Promise<Deployed> {
  await on.streams.make("number", VALUE);
  await on.streams.make("truth", RESET);
  await on.configure();
  const template = await on.template({ rules: [{ rule_id: "high", until: [isReset], ...rule }] });
  const id = await on.deploy(template, { VALUE });
  return { id, template, at: timeline(300) };
}

async function write({ streams }: RunningSystem, at: Deployed["at"], upTo = 6): Promise<void> {
  const early = <T>(samples: [number, T][]) => samples.filter(([seconds]) => seconds <= upTo);
  await streams.write(
    RESET,
    ...early(RESETS).map(([seconds, value]): [string, boolean] => [at(seconds), value]),
  );
  await streams.write(
    VALUE,
    ...early(VALUES).map(([seconds, value]): [string, number] => [at(seconds), value]),
  );
}

const ofRule = async ({ client }: RunningSystem, id: number) =>
  (await client.ok("GET", `/api/instances/${id}/explain`)).data.rules[0];

systemTest(
  "an event lasts until its own end, live and in a backtest, and the state says what ends it",
  { byShards: true },
  async (on) => {
    const { client } = on, { id, template, at } = await deployed(on);
    await write(on, at, 1);
    await on.event(id, ({ is_active }) => is_active);
    await on.evaluated(at(1));
    const active = await ofRule(on, id);
    assertEquals(
      [active.state, active.parts.map(({ of, truth }: Json) => [of, truth]), active.next[0].parts],
      ["active", [["conditions", "true"], ["until", "false"]], [1]],
    );
    await write(on, at);
    await on.evaluated(at(6));
    await eventuallyEquals(async () => spans(await on.events(id)), [[at(0), at(2)], [at(6), null]]);
    const [first] = await on.events(id);
    assertEquals([first.close_reason, (first.trigger as Json[]).map(({ stream }) => stream)], [
      "condition_cleared",
      [VALUE],
    ]);
    const { data: tested } = await client.ok("POST", `/api/templates/${template}/backtest`, {
      instance_ids: [id],
      from: at(-1),
      to: at(6),
    });
    assertEquals(spans(tested.events), [[at(0), at(2)], [at(6), null]]);
    assertEquals(tested.series.map(({ stream_name }: Json) => stream_name), [VALUE, RESET]);
  },
);

systemTest(
  "the streams of until are the instance's, whether it names them or is bound to them",
  {},
  async (on) => {
    const { client } = on, { id } = await deployed(on);
    const bound = (await client.ok("GET", "/api/streams/active")).data;
    assertEquals(bound.map(({ stream_name }: Json) => stream_name), [VALUE, RESET]);
    const users = async () => {
      const { data } = await client.ok("GET", `/api/instances?stream_id=${bound[1].id}`);
      return data.map((row: Json) => row.id).toSorted();
    };
    assertEquals(await users(), [id]);
    const placeholders = [numberPlaceholder("VALUE"), { ...numberPlaceholder("RESET"), data_type: "BOOL" }];
    const rules = [{ until: [{ stream: "<RESET>", operator: "is_true" }] }];
    const other = await on.deploy(await on.template({ placeholders, rules }), { VALUE, RESET });
    assertEquals(await users(), [id, other]);
  },
);

systemTest(
  "the past of a rule with until is filled in with the events that its own end ended",
  {},
  async (on) => {
    const at = timeline(-600_000);
    await on.streams.make("number", VALUE);
    await on.streams.make("truth", RESET);
    await on.configure();
    await write(on, at);
    await on.streams.write(VALUE, [at(10), 70], [at(60), 70]);
    await on.streams.write(RESET, [at(8), true]);
    const id = await on.deploy(await on.template({ rules: [{ until: [isReset] }] }), { VALUE });
    const { data } = await on.client.ok("POST", `/api/instances/${id}/backfill`, { from: at(-1) });
    assertEquals([data.found, data.written], [2, 2]);
    assertEquals(spans(await on.events(id)), [[at(0), at(2)], [at(6), at(8)]]);
  },
);

systemTest(
  "vectors 47a and 47b: a late reset moves the end, a late value lets the rule raise again, ids and people's words stay",
  {},
  async (on) => {
    const { id, at } = await deployed(on);
    await write(on, at, 5);
    const event = await on.event(id, ({ is_active }) => !is_active);
    await on.evaluated(at(5));
    await on.client.ok("POST", `/api/rule-events/${event.id}/acknowledge`);
    await on.streams.write(RESET, [at(1), true]);
    const moved = await on.event(id, ({ end_time }) => end_time === at(1));
    assertEquals([moved.id, moved.start_time, moved.acknowledged_by === null], [event.id, at(0), false]);
    assertEquals((await ofRule(on, id)).state, "normal", "70 at 5 has ended HELD");
    await on.streams.write(RESET, [at(1), false]);
    await on.event(id, ({ end_time }) => end_time === at(2));
    await write(on, at);
    const second = await on.event(id, ({ is_active }) => is_active);
    await on.streams.write(VALUE, [at(1), 70]);
    const earlier = await on.event(id, ({ start_time }) => start_time === at(4));
    assertEquals(earlier.id, second.id);
    await eventuallyEquals(async () => spans(await on.events(id)), [[at(0), at(2)], [at(4), null]]);
  },
);

systemTest(
  "vector 47d: an upgrade that changes until ends the rule, one that leaves it keeps the event",
  { byShards: true },
  async (on) => {
    const { client } = on, { id, template, at } = await deployed(on);
    await write(on, at, 1);
    const { id: before } = await on.event(id, ({ is_active }) => is_active);
    await on.evaluated(at(1));
    const upgraded = async (changes: Json) => {
      const rule = {
        ...{ rule_id: "high", rule_name: "Rule 1", event_name: "Event 1", event_description: "" },
        ...{ conditions: [aboveLimit], until: [isReset], ...changes },
      };
      const { data } = await client.ok("POST", `/api/templates/${template}/versions`, { rules: [rule] });
      const path = `/api/templates/${template}/versions/${data.version}`;
      await client.ok("POST", `${path}/release`);
      const dry = await client.ok("POST", `${path}/upgrade`, { instance_ids: [id], dry_run: true });
      const done = await client.ok("POST", `${path}/upgrade`, { instance_ids: [id] });
      assertEquals(dry.data.items[0].events, done.data.items[0].events);
      return done.data.items[0].events;
    };
    assertEquals(await upgraded({ rule_name: "Another" }), { kept: 1, superseded: 0 });
    assertEquals(await upgraded({ until: [isReset, { ...aboveLimit, operator: "less_than" }] }), {
      kept: 0,
      superseded: 1,
    });
    const begun = await on.event(id, (row: EventRow) => row.is_active && row.id !== before);
    const [ended] = await on.events(id);
    assertEquals([ended.id, ended.close_reason, begun.flags], [before, "superseded", ["initial"]]);
  },
);
