import { assertEquals } from "@std/assert";
import { SourceCorrections } from "../../../../actors/source/corrections.ts";
import type { DataSource } from "../../../../connectors/source.ts";
import { testStorage } from "../../storage/support.ts";
import { contextOver } from "./context.ts";

const STEP = { job: 1, number: 1, streams: [], from: 0, to: 1, sources: [], isFirst: false, reaches: [] };

Deno.test("corrections read one slice every 10 s while live samples take all requests, and go on once some are left", async () => {
  await using test = await testStorage();
  let nowMs = 0, slices = 0, left = 0;
  const context = { ...contextOver(test.storage.actorStore), now: () => nowMs };
  const shards = {
    correcting: new Set([0, 1]),
    takeBeyond: () => 0,
    // Answered with a read, a shard asks for the next; each slice takes a while.
    correct: (_shard: number, read: unknown) => {
      if (read !== null) {
        slices++;
        nowMs += 100;
      }
      return Promise.resolve(STEP);
    },
  };
  const source = { budget: { left: () => left } } as unknown as DataSource;
  const corrections = new SourceCorrections(
    { context, shards, name: "default", missing: {}, streamOf: () => undefined } as never,
  );
  const round = async () => {
    slices = 0;
    const isDue = corrections.isDue(source);
    await corrections.round(source);
    return [isDue, slices];
  };
  const after = async (ms: number) => {
    nowMs += ms;
    return await round();
  };
  assertEquals(await after(9_999), [false, 0]);
  assertEquals(await after(1), [true, 1]);
  assertEquals(await after(9_999), [false, 0]);
  assertEquals(await after(1), [true, 1]);
  left = 5;
  assertEquals(await round(), [true, 3 + 1], "300 ms of the first shard, a slice of the second");
});
