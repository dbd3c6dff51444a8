import { assertEquals } from "@std/assert";
import { Sequence } from "../../../../connectors/opc_ua/sequence.ts";

function sequenceOf(...messages: [number: number, isData: boolean][]): Sequence {
  const sequence = new Sequence();
  for (const [number, isData] of messages) sequence.take(number, { isData, nowMs: 0 });
  return sequence;
}

Deno.test("a message that comes after a later one is not lost", () => {
  const sequence = sequenceOf([1, true], [2, false], [4, true]);
  assertEquals([sequence.isWhole, sequence.whole], [false, 1]);
  sequence.take(2, { isData: true, nowMs: 100 });
  assertEquals([sequence.isWhole, sequence.whole], [false, 2]);
  sequence.take(3, { isData: true, nowMs: 200 });
  assertEquals([sequence.isWhole, sequence.whole, sequence.takeLoss(9_000)], [true, 4, false]);
});

Deno.test("a message that does not come within 5 s is lost, which is told once", () => {
  const sequence = sequenceOf([1, true], [3, true]);
  assertEquals([4_999, 5_000, 5_001].map((nowMs) => sequence.takeLoss(nowMs)), [false, true, false]);
  assertEquals(sequence.whole, 3);
});

Deno.test("a sign of life has the number of the next message, which a lost one before it shows too", () => {
  assertEquals(sequenceOf([5, false], [5, true], [6, false]).whole, 5);
  const sequence = sequenceOf([5, true], [7, false]);
  assertEquals([sequence.isWhole, sequence.whole, sequence.takeLoss(5_000)], [false, 5, true]);
});
