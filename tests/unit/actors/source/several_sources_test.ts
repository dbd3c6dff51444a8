import { assertEquals } from "@std/assert";
import {
  askPast,
  type NamedStatus,
  NO_SOURCE,
  type PastRead,
  type ReadPastMessage,
  type SourceStatus,
  worstStatus,
} from "../../../../actors/source/contract.ts";
import type { ActorContext } from "../../../../actors/runtime/types.ts";
import type { StreamRecord } from "../../../../domain/asset/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";

function named(name: string, status: Partial<SourceStatus>): NamedStatus {
  return { source: { id: 2, name }, status: { ...NO_SOURCE, ...status } };
}

Deno.test("worstStatus() is the worst state with its source's name, and the earliest watermark", () => {
  const good = named("default", { state: "connected", watermark_ms: 5_000 });
  const lost = named("line2", { state: "lost", reason: "no way there", watermark_ms: 1_000 });
  const paused = named("line3", {});
  const { name, state, reason, watermark_ms } = worstStatus([good, lost, paused]);
  assertEquals(
    [name, state, reason, watermark_ms],
    ["line2", "lost", 'Source "line2": no way there', 1_000],
  );
  assertEquals(worstStatus([good, paused]), { ...good.status, name: null });
  assertEquals([worstStatus([paused]).state, worstStatus([]).state], ["none", "none"]);
});

Deno.test("askPast() asks each source for its own streams, and ends where the shortest answer does", async () => {
  const asked: [string, number[]][] = [];
  const sample = (stream: number, time: number) =>
    ({ op: "upsert", stream, sample: { time, value: time, quality: "good" } }) as const;
  const answers: Record<string, PastRead> = {
    1: { held: [], pasts: [], batch: packBatch([sample(11, 10), sample(11, 30)]), upTo: 40, gone: [] },
    2: { held: [], pasts: [], batch: packBatch([sample(22, 15)]), upTo: 20, gone: [22] },
  };
  const ref = (_kind: string, id: string) => ({
    ask({ streams, reaches }: ReadPastMessage) {
      asked.push([id, [...streams.map((stream) => stream.id), ...reaches.map(({ stream }) => stream)]]);
      return Promise.resolve(answers[id]);
    },
  });
  const streams = [{ id: 11 }, { id: 22, source_id: 2 }] as StreamRecord[];
  const read = await askPast({
    ...{ type: "read_past", reading: "x", streams, from: 0, to: 40, isFirst: true, most: 9 },
    reaches: [{ stream: 22, reach: 5 }],
  }, { context: { ref } as unknown as ActorContext, deadlineMs: 1_000 });
  assertEquals(asked, [["1", [11]], ["2", [22, 22]]]);
  assertEquals([read.upTo, read.gone, [...read.batch.times.subarray(0, read.batch.count)]], [20, [22], [
    10,
    15,
  ]]);
});
