import { assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import type { OfferCounts } from "../../../../domain/evaluation/types.ts";
import { batchChange, type SampleBatch } from "../../../../domain/sample/batch.ts";
import type { Sample, SampleChange } from "../../../../domain/sample/types.ts";
import { harnessWith, secs } from "./engine_harness.ts";

/** Streams 1 to 4 are bound, 5 is not. */
const TYPES = { 1: "NUM", 2: "NUM", 3: "NUM", 4: "STR" } as const;

interface Step {
  changes: SampleChange[];
  /** By how much the watermark moves after the changes, in seconds. */
  forward: number;
}

/** The waiting and the held samples, as a naive reference. */
class PlainList {
  readonly waiting = new Map<string, { stream: number; sample: Sample }>();
  readonly held = new Map<number, Sample>();

  offer(changes: readonly SampleChange[], watermark: number): OfferCounts {
    const counts = { accepted: 0, late: 0, duplicate: 0, unbound: 0 };
    for (const change of changes) counts[this.#take(change, watermark)]++;
    return counts;
  }

  evaluateUpTo(time: number): void {
    for (const [key, { stream, sample }] of this.waiting) {
      if (sample.time > time) continue;
      this.waiting.delete(key);
      const held = this.held.get(stream);
      if (held === undefined || held.time < sample.time) this.held.set(stream, sample);
    }
  }

  #take(change: SampleChange, watermark: number): keyof OfferCounts {
    if (change.stream === 5) return "unbound";
    if (change.op === "upsert") {
      const { stream, sample } = change, key = `${stream} ${sample.time}`;
      if (!(sample.time > watermark)) return "late";
      const believed = believedOf(stream, sample), before = this.waiting.get(key)?.sample;
      if (before?.value === believed.value && before.quality === believed.quality) return "duplicate";
      this.waiting.set(key, { stream, sample: believed });
      return "accepted";
    }
    const [from, to] = change.op === "remove" ? [change.time, change.time] : [change.from, change.to];
    for (const [key, { stream, sample }] of this.waiting) {
      if (stream === change.stream && sample.time >= from && sample.time <= to) this.waiting.delete(key);
    }
    return from > watermark ? "accepted" : "late";
  }
}

function believedOf(stream: number, sample: Sample): Sample {
  const isText = typeof sample.value === "string";
  const isReadable = stream === 4 ? isText : Number.isFinite(sample.value);
  return isReadable ? sample : { time: sample.time, value: null, quality: "bad" };
}

const time = fc.nat(12).map(secs);
const sample = fc.record<Sample>({
  time,
  value: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity, null, "a", "b") },
  ),
  quality: fc.constantFrom("good", "good", "good", "uncertain", "bad"),
});
const stream = fc.integer({ min: 1, max: 5 });
const change = fc.oneof(
  { weight: 12, arbitrary: fc.record({ op: fc.constant("upsert" as const), stream, sample }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("remove" as const), stream, time }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant("removeWindow" as const), stream, from: time, to: time }),
  },
);
/** Each step's times begin near the next watermark, so that most samples wait. */
const steps = fc.array(
  fc.record<Step>({
    changes: fc.oneof(
      fc.array(change, { maxLength: 30 }),
      fc.array(change, { maxLength: 30 }).map((all) => all.toSorted((a, b) => timeOf(a) - timeOf(b))),
    ),
    forward: fc.nat(8),
  }),
  { maxLength: 6 },
);

function timeOf(each: SampleChange): number {
  return each.op === "upsert" ? each.sample.time : each.op === "remove" ? each.time : each.from;
}

function moved(each: SampleChange, by: number): SampleChange {
  switch (each.op) {
    case "upsert":
      return { ...each, sample: { ...each.sample, time: each.sample.time + by } };
    case "remove":
      return { ...each, time: each.time + by };
    case "removeWindow":
      return { ...each, from: each.from + by, to: each.to + by };
  }
}

function waitingIn({ pending }: { pending: SampleBatch }): string[] {
  return Array.from({ length: pending.count }, (_, i) => {
    const each = batchChange(pending, i);
    return each.op === "upsert" ? lineOf(each) : "";
  }).sort();
}

function lineOf({ stream, sample: { time, value, quality } }: { stream: number; sample: Sample }): string {
  return `${stream} ${time} ${value} ${quality}`;
}

function waitAsListed(plan: Step[]): void {
  const harness = harnessWith({}, TYPES), list = new PlainList();
  let now = 0;
  for (const { changes, forward } of plan) {
    const given = changes.map((each) => moved(each, secs(now)));
    assertEquals(harness.offer(...given), list.offer(given, harness.engine.watermark));
    assertEquals(waitingIn(harness.engine.snapshot()), [...list.waiting.values()].map(lineOf).sort());
    now += forward;
    harness.advance(now);
    list.evaluateUpTo(secs(now));
    for (const id of [1, 2, 3, 4]) {
      assertEquals(harness.engine.held(id)?.sample ?? undefined, list.held.get(id));
    }
  }
}

Deno.test("a batch waits and is evaluated as its rows in a plain list would be, in any order", () => {
  fc.assert(fc.property(steps, waitAsListed), { numRuns: 400 });
});
