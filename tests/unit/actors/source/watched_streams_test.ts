import { assertEquals } from "@std/assert";
import { MOST_WATCHED, WatchedStreams } from "../../../../actors/source/watched_streams.ts";
import { EARLIEST_SOURCE_TIME, horizonAt } from "../../../../domain/sample/source_time.ts";
import type { Sample } from "../../../../domain/sample/types.ts";
import type { DataSource, SourceStream } from "../../../../connectors/source.ts";

const FIVE_MINUTES_MS = 300_000;
const nothing = { nowMs: 0, everyMs: 10_000, perMinute: Infinity, isFollowed: () => false };

function stream(id: number): SourceStream {
  return { id, source: { kind: "memory" } };
}

/** A source with one value a stream, which records the requested streams. */
function sourceOf() {
  const asked: number[] = [];
  const latest: DataSource["latest"] = ({ id }) => {
    asked.push(id);
    return Promise.resolve({ time: EARLIEST_SOURCE_TIME + id, value: id, quality: "good" });
  };
  return { asked, source: { latest } as DataSource };
}

async function askedFor(
  watched: WatchedStreams,
  change: Partial<Parameters<WatchedStreams["read"]>[1]>,
): Promise<number[]> {
  const { asked, source } = sourceOf();
  const changes = await watched.read(source, { ...nothing, ...change });
  assertEquals(changes.map((each) => each.stream), asked);
  return asked;
}

Deno.test("a stream is read on for five minutes after it was last viewed", async () => {
  const watched = new WatchedStreams();
  watched.watch(stream(1), 0);
  assertEquals(await askedFor(watched, { nowMs: 0 }), [1]);
  assertEquals(await askedFor(watched, { nowMs: 9_999 }), [], "once a round");
  assertEquals(await askedFor(watched, { nowMs: 10_000 }), [1]);
  watched.watch(stream(1), 100_000);
  assertEquals(await askedFor(watched, { nowMs: 100_000 + FIVE_MINUTES_MS - 1 }), [1]);
  assertEquals(await askedFor(watched, { nowMs: 110_000 + FIVE_MINUTES_MS }), []);
  assertEquals(watched.size, 0);
});

Deno.test("at most 100 streams are read on; the one watched at longest ago is dropped", async () => {
  const watched = new WatchedStreams();
  for (let id = 1; id <= MOST_WATCHED; id++) watched.watch(stream(id), id);
  watched.watch(stream(1), 200);
  assertEquals(watched.size, 100);
  watched.watch(stream(500), 201);
  const read = await askedFor(watched, { nowMs: 1_000 });
  assertEquals([read.length, read.includes(1), read.includes(2), read.includes(500)], [
    100,
    true,
    false,
    true,
  ]);
});

Deno.test("reads of a minute stay within the share, the longest unread first", async () => {
  const watched = new WatchedStreams();
  for (const id of [1, 2, 3]) watched.watch(stream(id), 0);
  const perMinute = 4;
  assertEquals(await askedFor(watched, { nowMs: 0, perMinute, only: 2 }), [2]);
  assertEquals(await askedFor(watched, { nowMs: 10_000, perMinute }), [1, 3, 2]);
  assertEquals(await askedFor(watched, { nowMs: 20_000, perMinute }), []);
  assertEquals(await askedFor(watched, { nowMs: 60_000, perMinute, only: 3 }), [3]);
});

Deno.test("a stream that a rule names is not read beside", async () => {
  const watched = new WatchedStreams();
  watched.watch(stream(1), 0);
  assertEquals(await askedFor(watched, { isFollowed: () => true }), []);
  assertEquals(watched.size, 0);
});

Deno.test("beside a newest sample that is ahead of the clock, the newest that counts is read", async () => {
  const nowMs = Date.UTC(2026, 0, 31), horizon = horizonAt(nowMs);
  const ahead: Sample = { time: horizon + 1, value: 90, quality: "good" };
  const counting: Sample = { time: horizon, value: 10, quality: "good" };
  const read = async (newest: Sample | null, before: Sample | null) => {
    const source = {
      latest: () => Promise.resolve(newest),
      atOrBefore: (_stream, at) => Promise.resolve(at === horizon ? before : null),
    } as Partial<DataSource> as DataSource;
    const watched = new WatchedStreams();
    watched.watch(stream(1), nowMs);
    return (await watched.read(source, { ...nothing, nowMs })).map((each) =>
      each.op === "upsert" && each.sample
    );
  };
  assertEquals(await read(ahead, counting), [counting, ahead]);
  assertEquals(await read(ahead, null), [ahead]);
  assertEquals(await read(counting, null), [counting]);
});
