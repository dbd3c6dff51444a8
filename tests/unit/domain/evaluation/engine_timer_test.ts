import { assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { TimerHeap } from "../../../../domain/evaluation/state/timer_heap.ts";
import { all, comparison, harnessWith, secs, upsert } from "./engine_harness.ts";

Deno.test("Engine: a timer fires at its own time, however far advance() goes", () => {
  const harness = harnessWith({ onDelay: secs(10), offDelay: secs(5) });
  harness.offer(upsert(0, 81));
  assertEquals(harness.advance(9.9999999), []);
  assertEquals(harness.advance(10), ["opened 0@10"]);
  assertEquals(harness.advance(10), []);
  harness.offer(upsert(20, 79));
  assertEquals(harness.advance(1000), ["closed 0-20@25"]);
});

Deno.test("Engine: a sample at the time of an expiry comes first", () => {
  assertEquals(harnessWith({ offDelay: secs(5) }).play([upsert(0, 81), upsert(1, 79), upsert(6, 81)]), [
    "opened 0@0",
  ]);
  assertEquals(harnessWith({ onDelay: secs(5) }).play([upsert(0, 81), upsert(5, 79)]), []);
});

Deno.test("Engine: PENDING ends after 600 s of unbroken UNKNOWN, not earlier", () => {
  const during = harnessWith({ onDelay: secs(10) });
  assertEquals(during.play([upsert(0, 81), upsert(4, "bad"), upsert(603.9999999, 81)], 700), [
    "opened 0@609.9999999",
  ]);
  const after = harnessWith({ onDelay: secs(10) });
  after.play([upsert(0, 81), upsert(4, "bad")], 603);
  assertEquals(after.state().phase, "pending");
  after.advance(604);
  assertEquals(after.state().phase, "normal");
  assertEquals(after.play([upsert(605, 81)]), ["opened 605@615"]);
});

Deno.test("Engine: a bad sample does not end an UNKNOWN span, a good one does", () => {
  const unbroken = harnessWith({ onDelay: secs(10) });
  unbroken.play([upsert(0, 81), upsert(4, "bad"), upsert(300, "bad")], 604);
  assertEquals(unbroken.state().phase, "normal");
  const broken = harnessWith({ onDelay: secs(10) });
  broken.play([upsert(0, 81), upsert(4, "bad"), upsert(300, 81), upsert(301, "bad")], 900);
  assertEquals(broken.state().phase, "pending");
});

Deno.test("Engine: UNKNOWN while CLEARING waits without end", () => {
  const harness = harnessWith({ offDelay: secs(5) });
  assertEquals(harness.play([upsert(0, 81), upsert(1, 79), upsert(2, "bad")], 9000), [
    "opened 0@0",
    "unknown@2",
  ]);
  assertEquals(harness.play([upsert(9001, 79)], 9100), ["known@9001", "closed 0-1@9005"]);
});

Deno.test("Engine: each sample starts its age, and the value is UNKNOWN exactly at the limit", () => {
  const harness = harnessWith({ expression: comparison({ maxAge: secs(60) }) });
  harness.offer(upsert(0, 81), upsert(50, 82));
  assertEquals(harness.advance(109.9999999), ["opened 0@0"]);
  assertEquals(harness.advance(110), ["unknown@110"]);
  assertEquals(harness.play([upsert(200, 81)], 200), ["known@200"]);
});

Deno.test("Engine: the age of an operand stream counts too", () => {
  const harness = harnessWith({ expression: comparison({ maxAge: secs(60), operands: [{ stream: 2 }] }) }, {
    1: "NUM",
    2: "NUM",
  });
  assertEquals(harness.play([upsert(0, 80, 2), upsert(30, 81)], 60), ["opened 30@30", "unknown@60"]);
});

Deno.test("Engine: an age that passes while PENDING stops the on-delay", () => {
  const harness = harnessWith({ onDelay: secs(10), expression: comparison({ maxAge: secs(6) }) });
  assertEquals(harness.play([upsert(0, 81), upsert(10, 81)]), ["opened 0@14", "unknown@16"]);
});

interface Armed {
  row: number;
  at: number;
  remove: boolean;
}

Deno.test("TimerHeap returns its rows in order of time, each once, at its earliest time", () => {
  const armed = fc.record({ row: fc.nat(40), at: fc.nat(50), remove: fc.boolean() });
  fc.assert(fc.property(fc.array(armed, { maxLength: 120 }), (calls: Armed[]) => {
    const heap = new TimerHeap(), expected = new Map<number, number>();
    heap.ensure(41);
    for (const { row, at, remove } of calls) {
      if (remove && at % 3 === 0) {
        heap.remove(row);
        expected.delete(row);
      } else {
        heap.arm(row, at);
        expected.set(row, Math.min(at, expected.get(row) ?? Infinity));
      }
    }
    const times: number[] = [];
    while (heap.nextTime() < Infinity) {
      const at = heap.nextTime(), row = heap.pop();
      assertEquals(expected.get(row), at);
      expected.delete(row);
      times.push(at);
    }
    assertEquals(times, times.toSorted((a, b) => a - b));
    assertEquals(expected.size, 0);
  }));
});

Deno.test("Engine evaluates a rule once an instant, and not at an age that a newer sample has postponed", () => {
  const harness = harnessWith({
    expression: all(comparison({ maxAge: secs(60) }), comparison({ stream: 2 })),
  }, {
    1: "NUM",
    2: "NUM",
  });
  const before = harness.engine.stats.evaluations;
  harness.play([upsert(0, 81), upsert(0, 81, 2), upsert(50, 82)], 109);
  assertEquals(harness.engine.stats.evaluations - before, 2);
});
