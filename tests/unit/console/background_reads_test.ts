import { assertEquals } from "@std/assert";
import { createBackgroundReads, MAX_BACKGROUND_PER_MINUTE } from "../../../console/live/background_reads.ts";
import { turnedClock } from "./support.ts";

Deno.test("background reads are limited to four a minute, however many changes are reported", () => {
  const { clock, turn } = turnedClock();
  const reads = createBackgroundReads(clock);
  const at: number[] = [];
  for (let second = 0; second < 300; second++) {
    reads.soon(`key ${second % 7}`, () => at.push(clock.now()));
    turn(second * 1_000);
  }
  for (const from of at) {
    const inAMinute = at.filter((ms) => ms >= from && ms < from + 60_000).length;
    assertEquals(inAMinute <= MAX_BACKGROUND_PER_MINUTE, true, `${inAMinute} from ${from} ms`);
  }
  assertEquals(at.length >= 16, true, "it keeps reading");
});

Deno.test("a read requested twice before it runs runs once, with the newest request", () => {
  const { clock, turn } = turnedClock();
  const reads = createBackgroundReads(clock);
  const read: string[] = [];
  reads.soon("events", () => read.push("old"));
  reads.soon("events", () => read.push("new"));
  turn(1);
  assertEquals(read, ["new"]);
});

Deno.test("a failed read runs again after ten seconds, or with an earlier request of the same key", () => {
  const { clock, turn } = turnedClock();
  const reads = createBackgroundReads(clock);
  const at: [string, number][] = [];
  const note = (key: string) => () => void at.push([key, clock.now()]);
  for (const key of ["a", "b"]) reads.again(key, note(key));
  turn(9_999);
  reads.soon("b", note("b"));
  turn(10_000);
  turn(60_000);
  assertEquals(at, [["b", 9_999], ["a", 10_000]]);
});

Deno.test("a cancelled read does not run", () => {
  const { clock, turn } = turnedClock();
  const reads = createBackgroundReads(clock);
  const read: string[] = [];
  reads.soon("a", () => read.push("a"))();
  reads.soon("b", () => read.push("b"));
  turn(1);
  reads.soon("c", () => read.push("c"));
  reads.again("d", () => read.push("d"));
  reads.dispose();
  turn(200_000);
  assertEquals(read, ["b"]);
});
