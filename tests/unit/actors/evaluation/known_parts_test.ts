import { assert, assertEquals } from "@std/assert";
import { joinedKnown, knownParts } from "../../../../actors/evaluation/journal.ts";
import { RestoredPasts } from "../../../../actors/evaluation/restored_pasts.ts";
import type { KnownStream } from "../../../../domain/evaluation/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import { LONGEST_TEXT_VALUE, type Sample } from "../../../../domain/sample/types.ts";

const text = (time: number): Sample => ({ time, value: "ä".repeat(LONGEST_TEXT_VALUE), quality: "good" });

Deno.test("the known part of a stream with long texts is stored in parts, and is joined again", () => {
  const known: KnownStream[] = [
    { stream: 1, read: true, sample: text(9), good: null, recent: [6, 7, 8, 9].map(text) },
    { stream: 2, read: false, sample: null, good: null },
    { stream: 3, read: true, sample: text(4), good: text(3), unfilled: true },
  ];
  const parts = knownParts(known);
  for (const part of parts) assert(JSON.stringify(part).length * 2 < 60_000, "a part fits one value");
  assertEquals(joinedKnown(parts.flat()), known.map((each) => ({ ...each })));
  assertEquals(knownParts([known[1]]), [[known[1]]]);
});

Deno.test("samples that windows read before a restart continue with those offered since", () => {
  const pasts = new RestoredPasts();
  const sample = (time: number, value: number): Sample => ({ time, value, quality: "good" });
  pasts.keep({ stream: 1, since: 0, upTo: 10, samples: [sample(-1, 1), sample(5, 2), sample(9, 3)] });
  const offered = packBatch([
    { op: "upsert", stream: 1, sample: sample(12, 4) },
    { op: "upsert", stream: 2, sample: sample(12, 5) },
    { op: "upsert", stream: 1, sample: sample(30, 6) },
    { op: "remove", stream: 1, time: 5 },
    { op: "removeWindow", stream: 1, from: 9, to: 11 },
  ]);
  assertEquals(pasts.asOf(1, 20, [offered]), {
    stream: 1,
    since: 0,
    upTo: 20,
    samples: [sample(-1, 1), sample(12, 4)],
  });
  assertEquals(pasts.asOf(2, 20, [offered]), undefined);
  pasts.clear();
  assertEquals(pasts.asOf(1, 20, []), undefined);
});
