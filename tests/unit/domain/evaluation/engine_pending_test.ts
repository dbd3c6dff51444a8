import { assert, assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { PendingSamples } from "../../../../domain/evaluation/intake/pending_samples.ts";
import { NUM } from "../../../../domain/evaluation/intake/sample_columns.ts";
import type { SampleChange } from "../../../../domain/sample/types.ts";
import { harnessWith, secs, upsert } from "./engine_harness.ts";

Deno.test("offer() counts accepted, late, duplicate and unbound samples", () => {
  const harness = harnessWith({});
  harness.play([upsert(0, 70)], 5);
  const counts = harness.offer(upsert(5, 81), upsert(6, 81), upsert(6, 81), upsert(6, 82), upsert(7, 81, 9));
  assertEquals(counts, { accepted: 2, late: 1, duplicate: 1, unbound: 1 });
  assertEquals(harness.offer(upsert(NaN, 81)).late, 1);
  assertEquals(harness.engine.stats.samples, 1);
});

Deno.test("offer(): of the same stream and time the last one counts, also after others", () => {
  const harness = harnessWith({});
  harness.offer(upsert(6, 81), upsert(8, 70), upsert(7, 75), upsert(6, 79));
  assertEquals(harness.advance(9), []);
});

Deno.test("offer() of a removal removes waiting samples, one or a closed span", () => {
  const spike = [upsert(1, 81), upsert(2, 79), upsert(3, 82), upsert(4, 83), upsert(5, 79)];
  const after = (removal: SampleChange) => harnessWith({}).play([...spike, removal], 9);
  assertEquals(after({ op: "remove", stream: 1, time: secs(1) }), ["opened 3@3", "closed 3-5@5"]);
  assertEquals(after({ op: "removeWindow", stream: 1, from: secs(3), to: secs(4) }), [
    "opened 1@1",
    "closed 1-2@2",
  ]);
  assertEquals(after({ op: "removeWindow", stream: 1, from: secs(3.5), to: secs(4) }).length, 4);
  assertEquals(after({ op: "remove", stream: 2, time: secs(1) }).length, 4);
});

Deno.test("offer() of a removal that reaches behind the watermark is late, and changes no evaluated sample", () => {
  const harness = harnessWith({});
  harness.play([upsert(0, 81)], 1);
  harness.offer(upsert(2, 79));
  const removal: SampleChange = { op: "removeWindow", stream: 1, from: 0, to: secs(5) };
  assertEquals(harness.offer(removal, { op: "remove", stream: 1, time: secs(9) }), {
    accepted: 1,
    late: 1,
    duplicate: 0,
    unbound: 0,
  });
  assertEquals([harness.advance(9), harness.state().phase], [[], "active"]);
});

Deno.test("a removed sample can be offered again", () => {
  const harness = harnessWith({});
  harness.offer(upsert(1, 81), { op: "remove", stream: 1, time: secs(1) }, upsert(1, 82));
  assertEquals(harness.advance(9), ["opened 1@1"]);
});

interface Call {
  kind: "offer" | "remove" | "take";
  stream: number;
  time: number;
  value: number;
}

Deno.test("PendingSamples equals a plain list, whatever the order of calls", () => {
  const call = fc.record<Call>({
    kind: fc.constantFrom("offer", "offer", "offer", "remove", "take"),
    stream: fc.nat(2),
    time: fc.nat(60),
    value: fc.nat(3),
  });
  fc.assert(fc.property(fc.array(call, { maxLength: 120 }), checkAgainstList), { numRuns: 300 });
});

function checkAgainstList(calls: Call[]): void {
  const pending = new PendingSamples();
  pending.ensureStreams(3);
  const list = new Map<string, Call>();
  let taken = -1;
  for (const call of calls) {
    const { kind, stream, time, value } = call;
    if (kind === "offer" && time > taken) {
      const changed = pending.offer(stream, { time, value, quality: "good" }, NUM);
      assertEquals(changed, list.get(`${stream} ${time}`)?.value !== value);
      list.set(`${stream} ${time}`, call);
    } else if (kind === "remove") {
      pending.remove(stream, { from: time, to: time + 3 });
      for (const [key, each] of list) {
        if (each.stream === stream && each.time >= time && each.time <= time + 3) list.delete(key);
      }
    } else if (kind === "take") {
      taken = Math.max(taken, value * 15);
      assertEquals(takeUpTo(pending, taken), takeFromList(list, taken));
    }
    const newest = [...list.values()].filter((each) => each.stream === stream && each.time <= time)
      .sort((a, b) => b.time - a.time)[0];
    assertEquals(pending.newestAt(stream, time, NUM)?.value, newest?.value);
  }
  assertEquals(takeUpTo(pending, 99), takeFromList(list, 99));
}

function takeUpTo(pending: PendingSamples, to: number): number[][] {
  const taken: number[][] = [];
  pending.order();
  while (pending.nextTime() <= to) {
    const entry = pending.shift();
    taken.push([pending.samples.time[entry], pending.streamOf(entry), pending.samples.value[entry]]);
  }
  return taken.sort(byNumbers);
}

function takeFromList(list: Map<string, Call>, to: number): number[][] {
  const taken = [...list].filter(([, each]) => each.time <= to);
  for (const [key] of taken) list.delete(key);
  return taken.map(([, each]) => [each.time, each.stream, each.value]).sort(byNumbers);
}

function byNumbers(a: number[], b: number[]): number {
  return a[0] - b[0] || a[1] - b[1];
}

Deno.test("PendingSamples stays correct over thousands of samples taken and compacted", () => {
  const pending = new PendingSamples();
  pending.ensureStreams(2);
  let seen = 0;
  for (let round = 0; round < 50; round++) {
    for (let i = 0; i < 100; i++) {
      pending.offer(i % 2, { time: round * 100 + i, value: i, quality: "good" }, NUM);
    }
    pending.order();
    while (pending.nextTime() <= round * 100 + 49) {
      assertEquals(pending.samples.time[pending.shift()], seen++);
    }
    pending.order();
    while (pending.nextTime() <= round * 100 + 99) {
      assertEquals(pending.samples.time[pending.shift()], seen++);
    }
    assertEquals(pending.newestAt(0, Infinity, NUM), null);
  }
  assertEquals([seen, pending.entries().length], [5000, 0]);
});

Deno.test("PendingSamples stays correct and small while one sample far ahead waits and others arrive out of order", () => {
  const pending = new PendingSamples();
  pending.ensureStreams(2);
  const offer = (stream: number, time: number) =>
    pending.offer(stream, { time, value: time, quality: "good" }, NUM);
  offer(1, 1e6);
  const taken: number[] = [];
  for (let time = 0; time < 20_000; time += 2) {
    offer(0, time + 1);
    offer(0, time);
    pending.order();
    while (pending.nextTime() <= time - 50) taken.push(pending.samples.value[pending.shift()]);
    if (time % 1_000 === 0) assertEquals(pending.newestAt(1, Infinity, NUM)?.value, 1e6);
  }
  assertEquals(taken, Array.from({ length: taken.length }, (_, i) => i));
  assertEquals([pending.waiting(0), pending.waiting(1), pending.newestAt(0, 19_970, NUM)?.value], [
    51,
    1,
    19_970,
  ]);
  assert(pending.columns.end < 5_000, `${pending.columns.end} entries for 52 that wait`);
});

Deno.test("PendingSamples stays correct while out-of-order samples wait and finished entries before them are removed", () => {
  const pending = new PendingSamples();
  pending.ensureStreams(2);
  const taken: number[] = [];
  for (let time = 0; time < 30_000; time += 10) {
    for (let i = 0; i < 10; i++) {
      if (i !== 3) pending.offer(i % 2, { time: time + i, value: time + i, quality: "good" }, NUM);
    }
    if (time >= 20) pending.offer(1, { time: time - 17, value: time - 17, quality: "good" }, NUM);
    pending.order();
    while (pending.nextTime() <= time - 30) taken.push(pending.samples.value[pending.shift()]);
  }
  assertEquals(taken, Array.from({ length: taken.length }, (_, i) => i));
  assertEquals(pending.newestAt(1, 29_974, NUM)?.value, 29_973);
  assertEquals([pending.waiting(0), pending.waiting(1)], [19, 18]);
  assert(taken.length > 29_900 && pending.columns.end < 5_000);
});

Deno.test("PendingSamples keeps out-of-order samples that follow samples that were all removed", () => {
  const pending = new PendingSamples();
  pending.ensureStreams(2);
  for (let time = 1_000; time < 3_000; time++) pending.offer(0, { time, value: 1, quality: "good" }, NUM);
  pending.offer(1, { time: 500, value: 2, quality: "good" }, NUM);
  pending.remove(0, { from: 1_000, to: 3_000 });
  pending.order();
  assertEquals([pending.columns.end, pending.nextTime()], [1, 500]);
  assertEquals(pending.samples.value[pending.shift()], 2);
  assertEquals(pending.nextTime(), Infinity);
});

Deno.test("PendingSamples finds out-of-order samples by their new numbers after others were removed", () => {
  const pending = new PendingSamples();
  pending.ensureStreams(2);
  for (let time = 0; time < 3_000; time++) pending.offer(0, { time, value: 1, quality: "good" }, NUM);
  pending.offer(1, { time: 2_600, value: 2, quality: "good" }, NUM);
  pending.order();
  while (pending.nextTime() < 2_550) pending.shift();
  pending.order();
  assertEquals(pending.columns.end, 451);
  pending.remove(1, { from: 0, to: 3_000 });
  pending.order();
  while (pending.nextTime() < Infinity) assertEquals(pending.streamOf(pending.shift()), 0);
});
