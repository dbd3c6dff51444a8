import { assertEquals, assertRejects } from "@std/assert";
import { MisfitReads } from "../../../../actors/source/misfit_reads.ts";
import type { Misfit } from "../../../../connectors/source.ts";
import { MemoryPlant, MemorySource } from "../../../support/memory_source.ts";

const STREAMS = [1, 2, 3].map((id) => ({ id, source: { kind: "memory" } }));

Deno.test("what a failed round has not read again is read by the next one, once", async () => {
  const [one, two, three] = STREAMS;
  const misfits: Misfit[] = [
    { stream: one, since: 5, isKnown: true },
    { stream: two, since: 6, isKnown: true },
    { stream: three, since: 7, isKnown: false },
  ];
  const source = Object.assign(new MemorySource(new MemoryPlant(() => 10), () => 0), {
    takeMisfits: () => misfits.splice(0),
  });
  const suspected: number[] = [], read: [number, number][] = [];
  let isAway = true;
  const reads = new MisfitReads({
    suspects: { misfit: (id) => void suspected.push(id) },
    streamOf: (id) => STREAMS.find((stream) => stream.id === id),
    readAgain(_, { id }, since) {
      if (id === 2 && isAway) return Promise.reject(new Error("The source does not answer"));
      read.push([id, since]);
      return Promise.resolve();
    },
  });
  await assertRejects(() => reads.round(source), Error, "does not answer");
  isAway = false;
  await reads.round(source);
  await reads.round(source);
  assertEquals([read, suspected], [[[1, 5], [2, 6]], [1, 2, 3]]);
});
