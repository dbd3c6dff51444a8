import { assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import {
  delayAdvice,
  figureAdvice,
  ruleAdvice,
  USUAL_SCOPE,
} from "../../../../domain/alarm_statistics/advice.ts";
import { alarmColumns } from "../../../../domain/alarm_statistics/columns.ts";
import { type DelayKind, savedBy } from "../../../../domain/alarm_statistics/delay.ts";
import { digestOf } from "../../../../domain/alarm_statistics/digest.ts";
import type { AlarmFact } from "../../../../domain/alarm_statistics/fact.ts";
import { type AlarmTable, tabulate } from "../../../../domain/alarm_statistics/table.ts";
import type { BoundRule } from "../../../../domain/evaluation/types.ts";
import type { Sample } from "../../../../domain/sample/types.ts";
import { msFromTicks, ticksFromMs, ticksOfSeconds } from "../../../../domain/shared/time.ts";
import { alarmFact, START_MS } from "../../../support/alarm_facts.ts";
import { instanceOf, rule } from "../../../support/evaluation_rules.ts";
import { referenceEvents } from "../../../support/reference_evaluator.ts";

const span = { fromMs: START_MS, nowMs: START_MS + 86_400_000 };

function tableOf(facts: AlarmFact[]): AlarmTable {
  const steps = tabulate([alarmColumns(facts)], span);
  for (let step = steps.next();; step = steps.next()) if (step.done) return step.value;
}

function saved(facts: AlarmFact[], kind: DelayKind, seconds: number): number {
  const table = tableOf(facts);
  return savedBy(table, digestOf(table, 0, span), { kind, seconds, fromMs: span.fromMs });
}

/** The events that a rule on one stream raises, evaluated until long after the last sample. */
function raised(samples: Sample[], delays: Partial<BoundRule>): AlarmFact[] {
  const events = referenceEvents({
    instance: instanceOf([rule(delays)]),
    samples: { 1: samples },
    deployedAt: ticksFromMs(START_MS) - 1,
    until: ticksFromMs(START_MS) + ticksOfSeconds(80_000),
  });
  const ms = (ticks: number) => msFromTicks(ticks) - START_MS;
  return events.map((event) =>
    alarmFact({
      start_ms: ms(event.start),
      activated_ms: ms(event.activatedAt),
      end_ms: event.endAt === null ? null : ms(event.endAt),
      cleared: event.reason === "condition_cleared",
    })
  );
}

/** A value above or below the limit every few seconds. Whole seconds, so that delays end exactly at samples. */
const samples = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 40 }), isHigh: fc.boolean() }), {
  minLength: 1,
  maxLength: 60,
}).map((steps) => {
  let at = 0;
  return steps.map(({ gap, isHigh }): Sample => {
    at += gap;
    const time = ticksFromMs(START_MS) + ticksOfSeconds(at);
    return { time, value: isHigh ? 81 : 79, quality: "good" };
  });
});

for (const kind of ["on_delay", "off_delay"] as const) {
  Deno.test(`an ${kind} prevents just the events that the evaluator then does not raise`, () => {
    fc.assert(
      fc.property(samples, fc.constantFrom(5, 10, 15, 30, 60), (samples, seconds) => {
        const before = raised(samples, {});
        if (before.length === 0) return;
        const delay = ticksOfSeconds(seconds);
        const after = raised(samples, kind === "on_delay" ? { onDelay: delay } : { offDelay: delay });
        assertEquals(before.length - saved(before, kind, seconds), after.length);
      }),
      { numRuns: 500 },
    );
  });
}

Deno.test("an event closed by a person or an undeployment gives no reason for a delay", () => {
  const cut = (start: number) => alarmFact({ start_ms: start, end_ms: start + 1_000, cleared: false });
  assertEquals(saved([cut(0), cut(2_000)], "on_delay", 60), 0);
  assertEquals(saved([cut(0), cut(2_000)], "off_delay", 60), 0);
});

Deno.test("only events within the span are prevented; the event before them may still have continued", () => {
  const facts = [
    alarmFact({ start_ms: -3_000, end_ms: 1_000 }),
    alarmFact({ start_ms: 2_000, end_ms: 3_000 }),
  ];
  assertEquals([saved(facts, "on_delay", 5), saved(facts, "off_delay", 5)], [1, 1]);
});

function advised(gapsMs: number[], lengthMs: number) {
  let at = 0;
  const facts = gapsMs.map((gap) => {
    const fact = alarmFact({ start_ms: at, end_ms: at + lengthMs });
    at += lengthMs + gap;
    return fact;
  });
  const table = tableOf(facts);
  return delayAdvice(table, [digestOf(table, 0, span)], { fromMs: span.fromMs, scope: USUAL_SCOPE })
    .map(({ kind, seconds, expectedReduction }) => [kind, seconds, expectedReduction]);
}

Deno.test("the shortest delay that prevents half of at least five events is advised, the greater reduction first", () => {
  const hour = 3_600_000;
  assertEquals(advised([8_000, 8_000, 8_000, hour, hour, hour], 120_000), [["off_delay", 10, 0.5]]);
  assertEquals(advised([8_000, 8_000, hour, hour, hour, hour], 120_000), []);
  assertEquals(advised([hour, hour, hour, hour, hour], 12_000), [["on_delay", 15, 1]]);
  assertEquals(advised([hour, hour, hour, hour], 12_000), []);
  assertEquals(advised([1_000, 1_000, 1_000, 1_000, 1_000], 1_000), [["on_delay", 5, 1], [
    "off_delay",
    5,
    0.8,
  ]]);
});

Deno.test("delays for critical and safety alarms are advised on request only, after the others", () => {
  const fleeting = (rule_id: string, change: Partial<AlarmFact>) =>
    Array.from(
      { length: 8 },
      (_, i) => alarmFact({ start_ms: i * 3_600_000, end_ms: i * 3_600_000 + 12_000, rule_id, ...change }),
    );
  const table = tableOf([
    ...fleeting("raised", { severity: "critical" }),
    ...fleeting("safety", { category: "safety" }),
    ...fleeting("written", {}),
    ...fleeting("usual", {}).slice(1),
    ...fleeting("ended", {}),
  ]);
  const digests = table.keys.map((_, key) => digestOf(table, key, span));
  const advised = (includeCritical: boolean, most = 3) => {
    const scope = {
      isCritical: ({ rule_id }: { rule_id: string }) => rule_id === "written",
      includeCritical,
      hasOwnEnd: ({ rule_id }: { rule_id: string }) => rule_id === "ended",
    };
    const ended = digests.filter(({ key }) => key.rule_id === "ended");
    assertEquals(delayAdvice(table, ended, { fromMs: span.fromMs, scope }), []);
    return ruleAdvice(table, digests, { fromMs: span.fromMs, scope, most })
      .map(({ rule, isCritical }) => [rule?.rule_id, isCritical]);
  };
  assertEquals(advised(false), [["usual", false]]);
  const critical = [["raised", true], ["safety", true], ["written", true]];
  assertEquals(advised(true), [["usual", false], ...critical]);
  assertEquals(
    advised(true, 1),
    [["usual", false], ["raised", true]],
    "critical rules take no other's place",
  );
});

const quiet = {
  events: 100,
  rate: { average: 0.5, peak: 3, peakAtMs: START_MS },
  flood: { share: 0, count: 0, longestMs: 0 },
  badActors: [],
  badActorShare: 0.05,
  chattering: { events: 0, keys: 0 },
  fleeting: { events: 0, keys: 0 },
  stale: { events: 3, active: 0 },
  mix: {
    counts: { info: 0, warning: 80, error: 15, critical: 5 },
    shares: { low: 0.8, medium: 0.15, high: 0.05 },
    distance: 0.1,
  },
};

Deno.test("figures within the recommended limits give no advice, others give their own", () => {
  const kinds = (change: object) => figureAdvice({ ...quiet, ...change }).map(({ kind }) => kind);
  assertEquals(kinds({}), []);
  assertEquals(kinds({ rate: { ...quiet.rate, average: 1.01 } }), ["rate"]);
  assertEquals(kinds({ rate: { ...quiet.rate, average: 1.01 }, events: 49 }), []);
  assertEquals(kinds({ flood: { ...quiet.flood, share: 0.011 } }), ["flood"]);
  assertEquals(kinds({ badActorShare: 0.051 }), ["bad_actors"]);
  assertEquals(kinds({ stale: { events: 3, active: 1 } }), ["stale"]);
  assertEquals(kinds({ mix: { ...quiet.mix, distance: 0.11 } }), ["severity_mix"]);
  assertEquals(kinds({ mix: { ...quiet.mix, distance: 0.11 }, events: 49 }), []);
});
