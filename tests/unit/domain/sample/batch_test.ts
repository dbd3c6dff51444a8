import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  copyBatch,
  joinBatches,
  packBatch,
  type SampleBatch,
  sliceBatch,
  someRows,
  upsertsOf,
} from "../../../../domain/sample/batch.ts";
import { BatchWriter } from "../../../../domain/sample/batch_writer.ts";
import type { SampleChange, SampleValue } from "../../../../domain/sample/types.ts";
import { changesOf } from "../../../support/batch_changes.ts";

function upsert(stream: number, value: SampleValue | null): SampleChange {
  return {
    op: "upsert",
    stream,
    sample: { time: 10 * stream, value, quality: value === null ? "bad" : "good" },
  };
}

const CHANGES: SampleChange[] = [
  upsert(1, "on"),
  { op: "removeWindow", stream: 2, from: 5, to: 7 },
  upsert(3, 1.5),
  upsert(4, "off"),
  { op: "remove", stream: 5, time: 9 },
  upsert(6, true),
  upsert(7, null),
];

function buffers({ streams, times, values, codes }: SampleBatch): ArrayBufferLike[] {
  return [streams, times, values, codes].map(({ buffer }) => buffer);
}

Deno.test("a batch returns the changes that it was packed from", () => {
  assertEquals(changesOf(packBatch(CHANGES)), CHANGES);
});

Deno.test("joined batches return all their changes in order, texts included", () => {
  const one = packBatch(CHANGES.slice(0, 3)), two = packBatch([]), three = packBatch(CHANGES.slice(3));
  assertEquals(changesOf(joinBatches([one, two, three])), CHANGES);
  assertEquals(changesOf(joinBatches([])), []);
});

Deno.test("some rows of a batch have only their own texts", () => {
  const some = someRows(packBatch(CHANGES), Int32Array.of(3, 4));
  assertEquals(changesOf(some), [CHANGES[3], CHANGES[4]]);
  assertEquals(some.texts, ["off"]);
});

Deno.test("upsertsOf() leaves out what was removed", () => {
  assertEquals(changesOf(upsertsOf(packBatch(CHANGES))), CHANGES.filter(({ op }) => op === "upsert"));
});

Deno.test("a copied batch shares no buffer", () => {
  const batch = packBatch(CHANGES), copy = copyBatch(batch);
  assertEquals(changesOf(copy), CHANGES);
  assert(buffers(copy).every((buffer) => !buffers(batch).includes(buffer)));
});

Deno.test("a slice of a batch without texts has adjacent rows, and shares no buffer", () => {
  const plain = CHANGES.filter((change) => change.op !== "upsert" || typeof change.sample.value !== "string");
  const batch = packBatch(plain), slice = sliceBatch(batch, 1, 4);
  assertEquals(changesOf(slice), plain.slice(1, 4));
  assert(buffers(slice).every((buffer) => buffer.byteLength < batch.times.buffer.byteLength));
  assertThrows(() => sliceBatch(packBatch(CHANGES), 0, 1), TypeError);
});

Deno.test("a writer returns what was added since it was last taken or cleared, however much", () => {
  const writer = new BatchWriter(), rows = 5_000;
  writer.add(upsert(9, "gone"));
  writer.clear();
  for (let round = 0; round < 2; round++) {
    for (const change of CHANGES) writer.add(change);
    for (let i = 0; i < rows; i++) writer.addNumber(8, i, i / 2);
    assertEquals(writer.count, CHANGES.length + rows);
    const changes = changesOf(writer.take());
    assertEquals(changes.slice(0, CHANGES.length), CHANGES);
    assertEquals(changes.length, CHANGES.length + rows);
    assertEquals(changes.at(-1), {
      op: "upsert",
      stream: 8,
      sample: { time: rows - 1, value: (rows - 1) / 2, quality: "good" },
    });
  }
});

Deno.test("a writer keeps the changes by which its columns grow", () => {
  const writer = new BatchWriter();
  const changes = Array.from(
    { length: 5_000 },
    (_, i): SampleChange => ({ op: "remove", stream: 1, time: i + 1 }),
  );
  for (const change of changes) writer.add(change);
  assertEquals(changesOf(writer.take()), changes);
});
