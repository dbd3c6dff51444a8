import { assert, assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { type AlarmColumns, alarmColumns } from "../../../../domain/alarm_statistics/columns.ts";
import type { AlarmFact } from "../../../../domain/alarm_statistics/fact.ts";
import type { AlarmKey } from "../../../../domain/alarm_statistics/key_columns.ts";
import { spanOf, type StatisticsSpan } from "../../../../domain/alarm_statistics/span.ts";
import {
  alarmStatistics,
  MOST_GROUPS,
  type StatisticsInput,
} from "../../../../domain/alarm_statistics/statistics.ts";
import { SEVERITIES } from "../../../../domain/event/types.ts";
import {
  alarmFact,
  alarmFacts,
  came,
  HOUR_MS,
  MINUTE_MS,
  NODES,
  START_MS,
} from "../../../support/alarm_facts.ts";

const RUNS = { numRuns: 300 };
const LINES: Record<string, string[]> = {
  SITE: ["SITE"],
  AREA: ["AREA", "SITE"],
  LINE: ["LINE", "AREA", "SITE"],
  OTHER: ["OTHER"],
};
const lineOf = (node: string | null) => node === null ? [] : LINES[node];

const groupings = {
  plant_nodes: (key: AlarmKey) => lineOf(key.plant_node_floc_id),
  templates: (key: AlarmKey) => [String(key.template_id)],
  categories: (key: AlarmKey) => [key.category],
};
type Input = StatisticsInput<keyof typeof groupings>;

function statisticsOf(blocks: AlarmColumns[], span: StatisticsSpan, change: Partial<Input> = {}) {
  const steps = alarmStatistics({ blocks, span, fits: () => true, groupings, ...change });
  for (let step = steps.next();; step = steps.next()) if (step.done) return step.value;
}

/** Events in blocks, like days: each in its own order, one with few events. */
function blocksOf(facts: AlarmFact[], count: number): AlarmColumns[] {
  const blocks = Array.from({ length: count }, (_, i) => facts.filter((_, at) => at % count === i));
  return blocks.map((block) => alarmColumns(block));
}

/** The figures of some events, as a naive reference that counts every event. */
function bruteForce(facts: AlarmFact[], span: StatisticsSpan) {
  const counted = facts.filter((fact) => came(fact, span));
  const keyOf = ({ instance_id, rule_id }: AlarmFact) => `${instance_id}/${rule_id}`;
  const keys = (some: AlarmFact[]) => new Set(some.map(keyOf)).size;
  const fleeting = counted.filter(({ cleared, end_ms, activated_ms }) =>
    cleared && end_ms !== null && end_ms - activated_ms < 30_000
  );
  const chattering = counted.filter((fact) => fact.chattering);
  const seen = facts.filter(({ end_ms, activated_ms }) =>
    (end_ms ?? Infinity) >= span.fromMs && activated_ms <= span.nowMs
  );
  const stale = seen.filter(({ end_ms, activated_ms }) =>
    Math.min(end_ms ?? Infinity, span.nowMs) - activated_ms > 24 * HOUR_MS
  );
  const staleActive = new Set(stale.filter((fact) => fact.end_ms === null).map(keyOf));
  const perKey = [...Map.groupBy(counted, keyOf).values()].map((own) => own.length).sort((a, b) => b - a);
  const intervals: number[] = [];
  for (let at = span.fromMs; at <= span.nowMs; at += 10 * MINUTE_MS) {
    const to = at + 10 * MINUTE_MS;
    intervals.push(counted.filter(({ activated_ms: ms }) => ms >= at && ms < to).length);
  }
  return {
    intervals,
    figures: {
      events: counted.length,
      peak: Math.max(0, ...intervals),
      flooded: floodedIntervals(intervals),
      topTen: perKey.slice(0, 10),
      chattering: { events: chattering.length, keys: keys(chattering) },
      fleeting: { events: fleeting.length, keys: keys(fleeting) },
      stale: { events: stale.length, active: staleActive.size },
      counts: Object.fromEntries(
        SEVERITIES.map((name) => [name, counted.filter(({ severity }) => severity === name).length]),
      ),
    },
  };
}

/** One interval after the other; the last one ends no flood. */
function floodedIntervals(intervals: number[]): number {
  let isFlood = false;
  let flooded = 0;
  intervals.forEach((count, i) => {
    if (isFlood && count < 5 && i < intervals.length - 1) isFlood = false;
    if (count > 10) isFlood = true;
    if (isFlood) flooded++;
  });
  return flooded;
}

type Summary =
  | ReturnType<typeof statisticsOf>["summary"]
  | ReturnType<
    typeof statisticsOf
  >["groups"]["templates"]["shown"][number]["summary"];

function figuresOf(summary: Summary, span: StatisticsSpan) {
  const { events, rate, flood, badActors, chattering, fleeting, stale, mix } = summary;
  const lastMs = (span.nowMs - span.fromMs) % (10 * MINUTE_MS);
  const floodMs = Math.round(flood.share * (span.nowMs - span.fromMs));
  // An open flood includes the elapsed part of the last interval.
  const flooded = Math.floor(floodMs / (10 * MINUTE_MS)) +
    (floodMs % (10 * MINUTE_MS) === lastMs && lastMs > 0 ? 1 : 0);
  return {
    events,
    peak: rate.peak,
    flooded,
    topTen: badActors.map((actor) => actor.events),
    chattering,
    fleeting,
    stale,
    counts: mix.counts,
  };
}

const HOURS = 30;
const span = spanOf({ hours: HOURS, nowMs: START_MS + HOURS * HOUR_MS + 4 * MINUTE_MS });

Deno.test("alarmStatistics() equals a count of every event, in total and for each group", () => {
  fc.assert(
    fc.property(alarmFacts(HOURS), fc.integer({ min: 1, max: 4 }), (facts, count) => {
      const found = statisticsOf(blocksOf(facts, count), span);
      assertEquals(figuresOf(found.summary, span), bruteForce(facts, span).figures);
      const parts = {
        plant_nodes: (fact: AlarmFact) => lineOf(fact.plant_node_floc_id),
        templates: (fact: AlarmFact) => [String(fact.template_id)],
        categories: (fact: AlarmFact) => [fact.category],
      };
      for (const kind of ["plant_nodes", "templates", "categories"] as const) {
        for (const { group, summary } of found.groups[kind].shown) {
          const own = facts.filter((fact) => parts[kind](fact).includes(group));
          assertEquals(figuresOf(summary, span), bruteForce(own, span).figures, `${kind} ${group}`);
        }
        const events = found.groups[kind].shown.map(({ summary }) => summary.events);
        assertEquals(events, events.toSorted((a, b) => b - a));
      }
    }),
    RUNS,
  );
});

Deno.test("alarmStatistics() of some keys equals that of their events alone", () => {
  fc.assert(
    fc.property(alarmFacts(HOURS), (facts) => {
      const found = statisticsOf([alarmColumns(facts)], span, { fits: (key) => key.template_id === 2 });
      const own = facts.filter(({ template_id }) => template_id === 2);
      assertEquals(figuresOf(found.summary, span), bruteForce(own, span).figures);
    }),
    { numRuns: 50 },
  );
});

Deno.test("a series has a point for each ten minutes or a multiple, and its points sum up to the events", () => {
  fc.assert(
    fc.property(alarmFacts(HOURS), (facts) => {
      const { series, summary } = statisticsOf([alarmColumns(facts)], span);
      const { intervals } = bruteForce(facts, span);
      assertEquals(series.points.map((point) => point.events), intervals);
      assertEquals(series.minutes, 10);
      const wide = spanOf({ hours: 200, nowMs: span.nowMs });
      const long = statisticsOf([alarmColumns(facts)], wide);
      assertEquals(long.series.minutes, 30);
      assertEquals(
        long.series.points.reduce((sum, point) => sum + point.events, 0),
        long.summary.events,
      );
      assertEquals(Math.max(...long.series.points.map((point) => point.peak)), long.summary.rate.peak);
      assert(summary.events <= long.summary.events);
    }),
    { numRuns: 50 },
  );
});

Deno.test("a series has at most 500 points, whatever the hours", () => {
  for (const [hours, minutes] of [[83, 10], [83.4, 30], [249, 30], [8_760, 1_440]]) {
    const { series } = statisticsOf([], spanOf({ hours, nowMs: span.nowMs }));
    assertEquals(series.minutes, minutes, `${hours} hours`);
    assert(series.points.length <= 500);
  }
});

Deno.test("an event that is stored as active and as closed counts once, as closed", () => {
  const open = alarmFact({ start_ms: HOUR_MS, end_ms: null, cleared: false });
  const closed = alarmFact({ start_ms: HOUR_MS, end_ms: HOUR_MS + 5_000 });
  const later = alarmFact({ start_ms: 3 * HOUR_MS, end_ms: null, cleared: false });
  for (const blocks of [[[open], [closed, later]], [[closed, later], [open]], [[later, open, closed]]]) {
    const { summary } = statisticsOf(blocks.map((block) => alarmColumns(block)), span);
    assertEquals([summary.events, summary.fleeting.events, summary.stale.active], [2, 1, 1]);
  }
});

Deno.test("a key is grouped by its newest event, whatever block that is in", () => {
  const old = alarmFact({ start_ms: HOUR_MS, end_ms: 2 * HOUR_MS, category: "health" });
  const moved = alarmFact({ start_ms: 3 * HOUR_MS, end_ms: 4 * HOUR_MS, category: "safety" });
  for (const blocks of [[[old], [moved]], [[moved], [old]], [[moved, old]], [[old, moved]]]) {
    const { groups } = statisticsOf(blocks.map((block) => alarmColumns(block)), span);
    assertEquals(groups.categories.shown.map(({ group, summary }) => [group, summary.events]), [[
      "safety",
      2,
    ]]);
  }
});

Deno.test("the fifty groups with the most events are shown, and all are counted", () => {
  const facts = Array.from(
    { length: MOST_GROUPS + 1 },
    (_, i) =>
      Array.from({ length: i + 1 }, (_, n) =>
        alarmFact({
          start_ms: n * HOUR_MS / 4,
          end_ms: n * HOUR_MS / 4 + 1,
          template_id: i + 1,
          instance_id: i + 1,
        })),
  ).flat();
  const { templates } = statisticsOf([alarmColumns(facts)], span).groups;
  assertEquals([templates.total, templates.shown.length], [51, 50]);
  assertEquals([templates.shown[0].group, templates.shown[49].group], ["51", "2"]);
});

Deno.test("active stale events are listed, the longest first, ten at most", () => {
  const facts = Array.from(
    { length: 12 },
    (_, i) => alarmFact({ start_ms: i * 1_000, end_ms: null, cleared: false, instance_id: i + 1 }),
  );
  const { stale, summary } = statisticsOf([alarmColumns(facts)], span);
  assertEquals(stale.map(({ key }) => key.instance_id), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assertEquals(summary.stale, { events: 12, active: 12 });
});

Deno.test("an event is stale when it is active for more than 24 hours, fleeting when for less than 30 s", () => {
  const day = 24 * HOUR_MS;
  const one = (length: number, instance_id: number) =>
    alarmFact({ start_ms: 0, end_ms: length, instance_id });
  const { summary } = statisticsOf([
    alarmColumns([one(day, 1), one(day + 1, 2), one(29_999, 3), one(30_000, 4)]),
  ], span);
  assertEquals([summary.stale.events, summary.fleeting], [1, { events: 1, keys: 1 }]);
});

Deno.test("statistics yield between short steps", () => {
  const facts = Array.from(
    { length: 1_200 },
    (_, i) =>
      alarmFact({
        start_ms: i,
        end_ms: i + 1,
        instance_id: i,
        template_id: i % 60,
        plant_node_floc_id: NODES[0],
      }),
  );
  const steps = alarmStatistics({ blocks: [alarmColumns(facts)], span, fits: () => true, groupings });
  let pauses = 0;
  while (!steps.next().done) pauses++;
  // One for each shown group, and one for each 500 keys.
  assert(pauses >= 50 + 1 + 1 + 3, `${pauses} pauses`);
});
