import { assert, assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { PendingSamples } from "../../../../domain/evaluation/pending_samples.ts";
import { NUM } from "../../../../domain/evaluation/sample_columns.ts";
import type { SampleChange } from "../../../../domain/sample/types.ts";
import { houseWith, secs, upsert } from "./engine_house.ts";

Deno.test("offer() counts what it takes and what it does not", () => {
  const house = houseWith({});
  house.play([upsert(0, 70)], 5);
  const counts = house.offer(upsert(5, 81), upsert(6, 81), upsert(6, 81), upsert(6, 82), upsert(7, 81, 9));
  assertEquals(counts, { accepted: 2, late: 1, duplicate: 1, unbound: 1 });
  assertEquals(house.offer(upsert(NaN, 81)).late, 1);
  assertEquals(house.engine.stats.samples, 1);
});

Deno.test("offer(): of one stream and time the last one counts, also past others", () => {
  const house = houseWith({});
  house.offer(upsert(6, 81), upsert(8, 70), upsert(7, 75), upsert(6, 79));
  assertEquals(house.advance(9), []);
});

Deno.test("offer() of a removal takes waiting samples away, one or a closed span", () => {
  const spike = [upsert(1, 81), upsert(2, 79), upsert(3, 82), upsert(4, 83), upsert(5, 79)];
  const after = (removal: SampleChange) => houseWith({}).play([...spike, removal], 9);
  assertEquals(after({ op: "remove", stream: 1, time: secs(1) }), ["opened 3@3", "closed 3-5@5"]);
  assertEquals(after({ op: "removeWindow", stream: 1, from: secs(3), to: secs(4) }), [
    "opened 1@1",
    "closed 1-2@2",
  ]);
  assertEquals(after({ op: "removeWindow", stream: 1, from: secs(3.5), to: secs(4) }).length, 4);
  assertEquals(after({ op: "remove", stream: 2, time: secs(1) }).length, 4);
});

Deno.test("offer() of a removal that reaches behind the watermark is late, and changes nothing judged", () => {
  const house = houseWith({});
  house.play([upsert(0, 81)], 1);
  house.offer(upsert(2, 79));
  const removal: SampleChange = { op: "removeWindow", stream: 1, from: 0, to: secs(5) };
  assertEquals(house.offer(removal, { op: "remove", stream: 1, time: secs(9) }), {
    ...{ accepted: 1, late: 1, duplicate: 0, unbound: 0 },
  });
  assertEquals([house.advance(9), house.state().phase], [[], "active"]);
});

Deno.test("a removed sample can be offered again", () => {
  const house = houseWith({});
  house.offer(upsert(1, 81), { op: "remove", stream: 1, time: secs(1) }, upsert(1, 82));
  assertEquals(house.advance(9), ["opened 1@1"]);
});

interface Call {
  kind: "offer" | "remove" | "take";
  stream: number;
  time: number;
  value: number;
}

Deno.test("PendingSamples answers as a plain list would, whatever the order of calls", () => {
  const call = fc.record<Call>({
    kind: fc.constantFrom("offer", "offer", "offer", "remove", "take"),
    ...{ stream: fc.nat(2), time: fc.nat(60), value: fc.nat(3) },
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
    const entry = takeFirst(pending);
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

Deno.test("PendingSamples stays right over thousands of samples taken and compacted", () => {
  const pending = new PendingSamples();
  pending.ensureStreams(2);
  let seen = 0;
  for (let round = 0; round < 50; round++) {
    for (let i = 0; i < 100; i++) {
      pending.offer(i % 2, { time: round * 100 + i, value: i, quality: "good" }, NUM);
    }
    pending.order();
    while (pending.nextTime() <= round * 100 + 49) {
      assertEquals(pending.samples.time[takeFirst(pending)], seen++);
    }
    pending.order();
    while (pending.nextTime() <= round * 100 + 99) {
      assertEquals(pending.samples.time[takeFirst(pending)], seen++);
    }
    assertEquals(pending.newestAt(0, Infinity, NUM), null);
  }
  assertEquals([seen, pending.entries().length], [5000, 0]);
});

/** The entry that is taken out first; there must be one. */
function takeFirst(pending: PendingSamples): number {
  const entry = pending.shiftAt(pending.nextTime());
  assert(entry !== undefined, "there is an entry at the next time");
  return entry;
}
