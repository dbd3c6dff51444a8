import { assert, assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { type BlindColumns, blindHourOf, BlindTime, someOf } from "../../../../domain/coverage/blind_time.ts";
import { coverageOf, HOUR_MS } from "../../../../domain/coverage/coverage.ts";
import {
  deployedSpans,
  knownSince,
  MOST_DEPLOYMENTS,
  pastDeployments,
} from "../../../../domain/coverage/deployed.ts";
import { common, lengthOf, type Span, union } from "../../../../domain/coverage/spans.ts";
import type { InstanceRecord } from "../../../../domain/instance/types.ts";

const MINUTE_MS = 60_000;
const HOURS = 5;
/** In whole minutes, so that a reference can count each of them. */
const span = fc.tuple(fc.integer({ min: -60, max: HOURS * 60 }), fc.nat(150)).map(([from, length]): Span => ({
  fromMs: from * MINUTE_MS,
  toMs: (from + length) * MINUTE_MS,
}));
const spans = fc.array(span, { maxLength: 5 });
const has = (some: readonly Span[], ms: number) => some.some(({ fromMs, toMs }) => ms >= fromMs && ms < toMs);
const minutesOf = (some: readonly Span[]) => {
  const minutes: number[] = [];
  for (let ms = -60 * MINUTE_MS; ms < (HOURS * 60 + 200) * MINUTE_MS; ms += MINUTE_MS) {
    if (has(some, ms)) minutes.push(ms);
  }
  return minutes;
};

Deno.test("union(), common() and lengthOf() equal a count of each minute", () => {
  fc.assert(fc.property(spans, spans, span, (one, other, within) => {
    const both = common(union(one), union(other));
    assertEquals(minutesOf(union(one)), minutesOf(one));
    assertEquals(minutesOf(both), minutesOf(one).filter((ms) => has(other, ms)));
    assertEquals(lengthOf(both), minutesOf(both).length * MINUTE_MS);
    assertEquals(
      lengthOf(both, within),
      minutesOf(both).filter((ms) => has([within], ms)).length * MINUTE_MS,
    );
    const apart = union(one);
    assert(apart.every(({ fromMs }, i) => i === 0 || fromMs > apart[i - 1].toMs));
  }));
});

Deno.test("coverageOf() equals a count of each minute: undeployed before lost, lost before stopped, stopped before blind", () => {
  const nowMs = HOURS * HOUR_MS - 17 * MINUTE_MS;
  fc.assert(
    fc.property(spans, spans, spans, fc.array(fc.nat(HOURS - 1)), (deployed, lost, stopped, blind) => {
      // In these hours the instance was blind unless a worse cause applied.
      const blindHours = [...new Set(blind)].map((hour) => ({
        hourMs: hour * HOUR_MS,
        noDataMs: HOUR_MS / 4,
        badQualityMs: 3 * HOUR_MS / 4,
      }));
      const found = coverageOf({ fromMs: 0, nowMs, deployed, lost, stopped, blindHours });
      const minutes = { share: 0, blind: 0, source_lost: 0, stopped: 0, undeployed: 0 };
      for (let ms = 0; ms < nowMs; ms += MINUTE_MS) {
        const isBlind = blind.includes(Math.floor(ms / HOUR_MS));
        if (!has(deployed, ms)) minutes.undeployed++;
        else if (has(lost, ms)) minutes.source_lost++;
        else if (has(stopped, ms)) minutes.stopped++;
        else minutes[isBlind ? "blind" : "share"]++;
      }
      const all = nowMs / MINUTE_MS;
      const same = (actual: number, count: number) =>
        assert(Math.abs(actual - count / all) < 1e-9, JSON.stringify({ found, minutes }));
      same(found.share, minutes.share);
      same(found.blind.no_data + found.blind.bad_quality, minutes.blind);
      same(found.blind.no_data * 4, minutes.blind);
      for (const cause of ["source_lost", "stopped", "undeployed"] as const) {
        same(found.blind[cause], minutes[cause]);
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("blind time counts in full in an hour that was wholly available", () => {
  const deployed = [{ fromMs: 0, toMs: HOUR_MS }];
  const blindHours = [{ hourMs: 0, noDataMs: 6 * MINUTE_MS, badQualityMs: 3 * MINUTE_MS }];
  const { share, blind } = coverageOf({
    fromMs: 0,
    nowMs: HOUR_MS,
    deployed,
    lost: [],
    stopped: [],
    blindHours,
  });
  assertEquals([share.toFixed(9), blind.no_data, blind.bad_quality], ["0.850000000", 0.1, 0.05]);
});

Deno.test("a span of no length counts as undeployed", () => {
  const facts = { fromMs: 5, nowMs: 5, deployed: [], lost: [], stopped: [], blindHours: [] };
  assertEquals([coverageOf(facts).share, coverageOf(facts).blind.undeployed], [0, 1]);
});

Deno.test("BlindTime counts the time since the previous report for the reported instances, hour by hour", () => {
  const look = fc.record({
    afterMs: fc.integer({ min: -5, max: 90 * MINUTE_MS }),
    blind: fc.uniqueArray(
      fc.record({
        instanceId: fc.nat(9),
        noData: fc.constantFrom(0, 0.5),
        badQuality: fc.constantFrom(0.5, 0.25),
      }),
      { selector: (one) => one.instanceId },
    ),
  });
  fc.assert(fc.property(fc.array(look, { maxLength: 12 }), fc.nat(12), (looks, cut) => {
    let time = new BlindTime(0);
    const over: BlindColumns[] = [];
    const expected = new Map<string, [number, number]>();
    let atMs = 0, untilMs = 0;
    looks.forEach(({ afterMs, blind }, i) => {
      if (i === cut) time = new BlindTime(untilMs, time.hours());
      atMs += afterMs;
      time.report(blind, atMs);
      over.push(...time.takeEnded());
      for (let ms = untilMs; ms < atMs; ms++) {
        const step = Math.min(atMs, Math.floor(ms / HOUR_MS + 1) * HOUR_MS) - ms;
        for (const { instanceId, noData, badQuality } of blind) {
          const key = `${Math.floor(ms / HOUR_MS)}/${instanceId}`;
          const [a, b] = expected.get(key) ?? [0, 0];
          expected.set(key, [a + noData * step, b + badQuality * step]);
        }
        ms += step - 1;
      }
      untilMs = Math.max(untilMs, atMs);
    });
    assert(over.every(({ hourMs }) => hourMs + HOUR_MS <= untilMs));
    assert(time.hours().every(({ hourMs }) => hourMs + HOUR_MS > untilMs));
    const rows = [...over, ...time.hours()].flatMap((columns) =>
      Array.from(columns.instance, (id) => {
        const { noDataMs, badQualityMs } = blindHourOf(columns, id)!;
        return { key: `${columns.hourMs / HOUR_MS}/${id}`, blind: [noDataMs, badQualityMs] };
      })
    );
    assertEquals(
      Object.fromEntries(rows.map(({ key, blind }) => [key, blind])),
      Object.fromEntries(expected),
    );
  }));
});

Deno.test("the first report counts no time", () => {
  const time = new BlindTime();
  time.report([{ instanceId: 1, noData: 1, badQuality: 0 }], HOUR_MS);
  assertEquals(time.hours(), []);
  time.report([{ instanceId: 1, noData: 1, badQuality: 0 }], HOUR_MS + 5);
  assertEquals(blindHourOf(time.hours()[0], 1), { noDataMs: 5, badQualityMs: 0 });
  assertEquals(blindHourOf(time.hours()[0], 2), undefined);
});

Deno.test("someOf() keeps the rows of the wanted instances", () => {
  const time = new BlindTime(0);
  time.report([1, 2, 3, 4].map((instanceId) => ({ instanceId, noData: 1, badQuality: 0 })), 7);
  const even = someOf(time.hours()[0], (id) => id % 2 === 0);
  assertEquals([...even.instance], [2, 4]);
  assertEquals([...even.noDataMs], [7, 7]);
});

const iso = (ms: number) => new Date(ms).toISOString();
function record(change: Partial<InstanceRecord>): InstanceRecord {
  return {
    v: 1,
    id: 1,
    instance_id: "ins_1",
    instance_name: "a",
    template_id: 1,
    plant_node_floc_id: null,
    bindings: {},
    is_deployed: false,
    deployment: 0,
    deployment_date: null,
    template_version: null,
    recent_activations: {},
    created_at: iso(0),
    created_by: "anna",
    ...change,
  };
}

Deno.test("an instance stores its last twenty deployments, and since when they are complete", () => {
  let instance = record({});
  assertEquals([deployedSpans(instance, 9), knownSince(instance)], [[], 0]);
  for (let i = 0; i < MOST_DEPLOYMENTS; i++) {
    instance = { ...instance, is_deployed: true, deployment_date: iso(10 * i + 1) };
    assertEquals(deployedSpans(instance, 10 * i + 4).at(-1), { fromMs: 10 * i + 1, toMs: 10 * i + 4 });
    if (i === MOST_DEPLOYMENTS - 1) assertEquals(knownSince(instance), 0);
    instance = { ...instance, is_deployed: false, past_deployments: pastDeployments(instance, 10 * i + 5) };
    assertEquals(deployedSpans(instance, 10 * i + 9).length, i + 1);
  }
  assertEquals(knownSince(instance), 1);
  instance = { ...instance, is_deployed: true, deployment_date: iso(1_000) };
  instance = { ...instance, is_deployed: false, past_deployments: pastDeployments(instance, 1_001) };
  assertEquals([deployedSpans(instance, 2_000).length, knownSince(instance)], [MOST_DEPLOYMENTS, 11]);
});
