import { assert, assertEquals, assertRejects } from "@std/assert";
import { type DataSource, type SourceStream, StreamUnavailable } from "../../connectors/source.ts";
import type { Sample } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { at, connected, type SourceFact, streamsOf } from "./source_harness.ts";

const FOREIGN: SourceStream = { id: 9, source: { kind: "elsewhere" } };

/** Samples as `second=value`. */
function shown(samples: readonly (Sample | null)[]): string[] {
  return samples.map((sample) =>
    sample === null ? "none" : `${(sample.time - at(0)) / 10_000_000}=${sample.value}`
  );
}

/** What a source answers of the past. */
export const readFacts: SourceFact[] = [
  {
    text: "discovery finds each stream once, with its kind, data type and asset",
    needs: ["types", "assets"],
    async check(harness) {
      await harness.make("Own.A", "Own.B", "Own.C");
      const source = await harness.connect();
      const progress: number[] = [];
      const { streams, assets } = await source.discover((found) => progress.push(found.streams));
      const own = streams.filter(({ stream_name }) => stream_name.startsWith("Own."));
      assertEquals(own.map(({ stream_name }) => stream_name).toSorted(), ["Own.A", "Own.B", "Own.C"]);
      assertEquals(new Set(own.map(({ stream_id }) => stream_id)).size, 3);
      const known = new Set(assets.map(({ asset_id }) => asset_id));
      for (const stream of own) {
        assertEquals([stream.source.kind, stream.data_type], [source.kind, "NUM"]);
        assert(known.has(stream.asset_id), stream.asset_id);
      }
      assert((progress.at(-1) ?? 0) >= 3 && progress.every((count, i) => count >= (progress[i - 1] ?? 0)));
    },
  },
  {
    text: "a later discovery finds a new stream, and no removed one",
    async check(harness) {
      const { source } = await connected(harness, ["Own.A", "Own.B"]);
      await harness.removeStream("Own.A");
      await harness.make("Own.C");
      const names = (await source.discover()).streams.map(({ stream_name }) => stream_name);
      assertEquals(names.filter((name) => name.startsWith("Own.")).toSorted(), ["Own.B", "Own.C"]);
    },
  },
  {
    text: "latest() and atOrBefore() answer the newest sample, or null before the first",
    needs: ["history"],
    async check(harness) {
      const { source, streams: [a, empty] } = await connected(harness, ["Own.A", "Own.B"]);
      await harness.write("Own.A", [at(1), 10], [at(3), 30]);
      assertEquals(shown([await source.latest(a), await source.latest(empty)]), ["3=30", "none"]);
      const asked = [at(1) - 1, at(1), at(2), at(3), at(9)];
      const known = await Promise.all(asked.map((time) => source.atOrBefore(a, time)));
      assertEquals(shown(known), ["none", "1=10", "1=10", "3=30", "3=30"]);
    },
  },
  {
    text: "window() answers from < time ≤ to in order of time, to the tick",
    needs: ["history"],
    async check(harness) {
      const { source, streams: [a] } = await connected(harness, ["Own.A"]);
      await harness.write("Own.A", [at(3), 3], [at(1), 1], [at(2) + 1, 2]);
      const read = async (from: Ticks, to: Ticks) => shown(await source.window(a, from, to));
      assertEquals(await read(at(0), at(9)), ["1=1", "2.0000001=2", "3=3"]);
      assertEquals(await read(at(1), at(2)), []);
      assertEquals(await read(at(1), at(2) + 1), ["2.0000001=2"]);
      assertEquals(await read(at(2) + 1, at(3)), ["3=3"]);
      assertEquals(await read(at(3), at(3)), []);
    },
  },
  {
    text: "sampled() answers the first, lowest, highest and last sample of each interval",
    needs: ["sampled"],
    async check(harness) {
      const { source, streams: [a, empty] } = await connected(harness, ["Own.A", "Own.B"]);
      const values = [5, 9, 1, 6, 7, /* second interval */ 3, 3, 3, 2, 4, /* third */ 8, 8, 8, 8, 8];
      const samples = values.map((value, i): [Ticks, number] => [at(i), value]);
      await harness.write("Own.A", ...samples, [at(15), 99]);
      const span = { from: at(0), to: at(15) - 1, intervals: 3 };
      const read = await source.sampled({ stream: a, ...span });
      const chosen = ["0=5", "1=9", "2=1", "4=7", "5=3", "8=2", "9=4", "10=8", "14=8"];
      assertEquals(shown(read ?? []), chosen);
      assertEquals(await source.sampled({ stream: empty, ...span }), []);
    },
  },
  {
    text: "late, corrected and repeated samples are in the past once, in their newest state",
    needs: ["history"],
    async check(harness) {
      const { source, streams: [a] } = await connected(harness, ["Own.A"]);
      await harness.write("Own.A", [at(1), 1], [at(4), 4]);
      await harness.write("Own.A", [at(2), 2], [at(3), 3]);
      await harness.write("Own.A", [at(4), 40]);
      await harness.write("Own.A", [at(2), 2]);
      assertEquals(shown(await source.window(a, at(0), at(9))), ["1=1", "2=2", "3=3", "4=40"]);
      assertEquals(shown([await source.latest(a)]), ["4=40"]);
    },
  },
  {
    text: "removed samples are not in the past",
    needs: ["history", "removal"],
    async check(harness) {
      const { source, streams: [a] } = await connected(harness, ["Own.A"]);
      await harness.write("Own.A", [at(1), 1], [at(2), 2], [at(3), 3]);
      await harness.takeAway("Own.A", at(2));
      assertEquals(shown(await source.window(a, at(0), at(9))), ["1=1", "3=3"]);
    },
  },
  {
    text: "windows are read by pages, and an interrupted reading resumes",
    needs: ["history"],
    async check(harness) {
      const { source, streams } = await connected(harness, ["Own.A", "Own.B"]);
      for (const name of ["Own.A", "Own.B"]) {
        await harness.write(
          name,
          ...Array.from({ length: 25 }, (_, i): [Ticks, number] => [at(i + 1), i + 1]),
        );
      }
      const whole = await readWindows(source, streams, { to: at(20), pageSize: 10 });
      for (const { id } of streams) {
        assertEquals(whole.values.get(id), Array.from({ length: 20 }, (_, i) => i + 1));
        assertEquals(whole.upTo.get(id), at(20));
      }
      const begun = await readWindows(source, [streams[0]], { to: at(20), pageSize: 10, parts: 1 });
      const from = begun.upTo.get(1) ?? at(0);
      const rest = await readWindows(source, [streams[0]], { from, to: at(20), pageSize: 10 });
      const both = [...begun.values.get(1) ?? [], ...rest.values.get(1) ?? []];
      assertEquals(both, whole.values.get(1));
    },
  },
  {
    text: "a missing stream is unavailable, and stops no other",
    needs: ["history"],
    async check(harness) {
      const { source, streams } = await connected(harness, ["Own.A", "Own.B"]);
      await harness.write("Own.B", [at(1), 1]);
      await harness.removeStream("Own.A");
      await assertUnavailable(source, streams[0]);
      const read = await readWindows(source, streams, { to: at(9) });
      assertEquals([read.failed, read.values.get(2)], [[1], [1]]);
    },
  },
  {
    text: "a stream of another kind is unavailable, and stops no other",
    needs: ["history"],
    async check(harness) {
      const { source, streams: [a] } = await connected(harness, ["Own.A"]);
      await harness.write("Own.A", [at(1), 1]);
      await assertUnavailable(source, FOREIGN);
      const read = await readWindows(source, [FOREIGN, a], { to: at(9) });
      assertEquals([read.failed, read.values.get(1)], [[FOREIGN.id], [1]]);
    },
  },
  {
    text: "a stream that comes back is read again",
    needs: ["history"],
    async check(harness) {
      const { source, streams: [a] } = await connected(harness, ["Own.A"]);
      await harness.removeStream("Own.A");
      await assertRejects(() => source.latest(a), StreamUnavailable);
      await harness.make("Own.A");
      await harness.write("Own.A", [at(1), 1]);
      assertEquals(shown([await source.latest((await streamsOf(source, ["Own.A"]))[0])]), ["1=1"]);
    },
  },
];

async function assertUnavailable(source: DataSource, stream: SourceStream): Promise<void> {
  await assertRejects(() => source.latest(stream), StreamUnavailable);
  await assertRejects(() => source.atOrBefore(stream, at(9)), StreamUnavailable);
  await assertRejects(() => source.window(stream, at(0), at(9)), StreamUnavailable);
  const sampled = () => source.sampled({ stream, from: at(0), to: at(9), intervals: 2 });
  if (source.capabilities.sampled) await assertRejects(sampled, StreamUnavailable);
}

interface Reading {
  from?: Ticks;
  to: Ticks;
  pageSize?: number;
  /** The reading is left after so many parts. */
  parts?: number;
}

async function readWindows(
  source: DataSource,
  streams: readonly SourceStream[],
  { from = at(0), to, pageSize, parts = Infinity }: Reading,
) {
  const values = new Map<number, unknown[]>(), upTo = new Map<number, Ticks>(), failed: number[] = [];
  const groups = await source.windows.group(streams.map((stream) => ({ stream, from, to })));
  let left = parts;
  for (const group of groups) {
    for await (const part of source.windows.read(group, { pageSize })) {
      const { id } = part.stream;
      assert(part.upTo >= (upTo.get(id) ?? from), "a part goes back");
      if (part.failure !== null) failed.push(id);
      values.set(id, [...values.get(id) ?? [], ...part.samples.map(({ value }) => value)]);
      upTo.set(id, part.upTo);
      if (--left === 0) return { values, upTo, failed };
    }
  }
  return { values, upTo, failed };
}
