/** Random events for statistics, and the results of a plain scan of all of them. */
import { fc } from "./fast_check.ts";
import type { AlarmFact } from "../../domain/alarm_statistics/fact.ts";
import { SEVERITIES } from "../../domain/event/types.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** A mark of ten minutes. */
export const START_MS = Date.UTC(2026, 0, 31, 8);

export const NODES = ["SITE", "AREA", "LINE", "OTHER"];

/** An event; `change` says what matters. Times in milliseconds from `START_MS`. */
export function alarmFact(change: Partial<AlarmFact> & { start_ms: number }): AlarmFact {
  const start_ms = START_MS + change.start_ms;
  return {
    id: 1,
    severity: "warning",
    category: "health",
    template_id: 1,
    instance_id: 1,
    rule_id: "r1",
    plant_node_floc_id: null,
    chattering: false,
    backfilled: false,
    cleared: true,
    ...change,
    start_ms,
    activated_ms: change.activated_ms === undefined ? start_ms : START_MS + change.activated_ms,
    end_ms: change.end_ms === undefined || change.end_ms === null ? null : START_MS + change.end_ms,
  };
}

/** Events of 12 keys around a span of some hours, some of them before it and some active; at most one a key is. */
export function alarmFacts(hours: number): fc.Arbitrary<AlarmFact[]> {
  const one = fc.record({
    key: fc.nat(11),
    startMs: fc.integer({ min: -3 * HOUR_MS, max: hours * HOUR_MS }),
    burst: fc.integer({ min: 1, max: 14 }),
    stepMs: fc.integer({ min: 1_000, max: 120_000 }),
    delayMs: fc.constantFrom(0, 5_000),
    lengthMs: fc.oneof(
      fc.integer({ min: 0, max: 40_000 }),
      fc.integer({ min: 0, max: 3 * HOUR_MS }),
      fc.integer({ min: 20 * HOUR_MS, max: 30 * HOUR_MS }),
    ),
    severity: fc.constantFrom(...SEVERITIES),
    bits: fc.nat(7),
  });
  return fc.array(one, { maxLength: 40 }).map((bursts) => {
    const facts = bursts.flatMap(({ key, startMs, burst, stepMs, delayMs, lengthMs, severity, bits }) =>
      Array.from({ length: burst }, (_, i) => {
        const start_ms = startMs + i * stepMs;
        return alarmFact({
          start_ms,
          activated_ms: start_ms + delayMs,
          end_ms: bits === 7 ? null : start_ms + delayMs + lengthMs,
          severity,
          chattering: (bits & 1) > 0 && i > 1,
          cleared: bits !== 7 && (bits & 2) === 0,
          instance_id: 1 + key % 6,
          rule_id: `r${key % 2}`,
          template_id: 1 + key % 3,
          category: ["health", "energy"][key % 2],
          plant_node_floc_id: NODES[key % 6] ?? null,
        });
      })
    );
    const unique = new Map(
      facts.map((fact) => [`${fact.instance_id} ${fact.rule_id} ${fact.start_ms}`, fact]),
    );
    return [...unique.values()].map((fact, id) => ({ ...fact, id: id + 1 }));
  });
}

/** Whether an event came in the span. */
export function came(fact: AlarmFact, { fromMs, nowMs }: { fromMs: number; nowMs: number }): boolean {
  return fact.activated_ms >= fromMs && fact.activated_ms <= nowMs && (fact.end_ms ?? Infinity) >= fromMs;
}
