import { assert, assertEquals } from "@std/assert";
import type { CollectedStore } from "../../connectors/collected/store.ts";
import type { DataSource, FeedPosition, SourceStream } from "../../connectors/source.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { msFromTicks, type Ticks, TICKS_PER_SECOND, ticksFromMs } from "../../domain/shared/time.ts";
import { changesOf } from "../support/batch_changes.ts";
import { COLLECTED_CONFIG, StoreFolder } from "../support/collected_store.ts";
import { seeded } from "../support/seeded.ts";
import { times } from "../support/times.ts";

const REPEATING = { ...COLLECTED_CONFIG, repeat_seconds: 10, delay_seconds: 5 };
const NAMES = ["a", "b", "c"];

/** A whole multiple of 10 s. */
function beginOf(folder: StoreFolder): Ticks {
  return Math.floor(ticksFromMs(folder.nowMs) / (10 * TICKS_PER_SECOND)) * 10 * TICKS_PER_SECOND;
}

/** Reads the feed as Andon does, and keeps what it has of each stream. */
class Reader {
  readonly samples = new Map<number, Map<Ticks, Sample>>(NAMES.map((_, i) => [i + 1, new Map()]));
  completeTo: Ticks = -Infinity;
  position: FeedPosition | undefined;

  constructor(readonly streams: SourceStream[]) {}

  async open(source: DataSource): Promise<void> {
    const opened = await source.feed.open(this.streams);
    this.position ??= opened;
  }

  /** At most so many pages. */
  async read(source: DataSource, pages: number): Promise<void> {
    for (let page = 0; page < pages; page++) {
      const { batch, cursor, complete, reached, sentAtMs } = await source.feed.read(this.position!);
      this.position = { ...this.position!, cursor };
      for (const change of changesOf(batch)) {
        assert(change.op === "upsert");
        this.samples.get(change.stream)!.set(change.sample.time, change.sample);
      }
      this.completeTo = Math.max(this.completeTo, Math.min(reached, ticksFromMs(sentAtMs)));
      if (complete) return;
    }
  }
}

function shown(samples: Iterable<Sample>, begin: Ticks): string[] {
  return [...samples].sort((a, b) => a.time - b.time).map(({ time, value, quality }) =>
    `${(time - begin) / TICKS_PER_SECOND}=${value} ${quality}`
  );
}

/** One turn of what may happen to a sender. */
async function turn(folder: StoreFolder, store: CollectedStore, random: () => number): Promise<void> {
  const { inlet } = store, now = ticksFromMs(folder.nowMs);
  const chance = random();
  if (chance < 0.45) {
    // Whole seconds, so that some fall on a repeat and some on a sample that is there.
    const time = now - Math.floor(random() ** 3 * 90) * TICKS_PER_SECOND;
    const value = Math.floor(random() * 5), stream = NAMES[Math.floor(random() * NAMES.length)]!;
    await inlet.write([{ stream, time, value, quality: random() < 0.8 ? "good" : "uncertain" }]);
  } else if (chance < 0.85) {
    folder.nowMs += Math.floor(random() * 8) * 1_000;
    inlet.alive(folder.nowMs);
  } else if (chance < 0.88) folder.nowMs += 100_000;
  else if (chance < 0.92) await inlet.gap(random() < 0.5 ? null : ["a"], now - 20 * TICKS_PER_SECOND);
  else if (chance < 0.96) inlet.silent("cut off");
  else store.close();
}

for (let seed = 1; seed <= times(12); seed++) {
  Deno.test(`with repeats, late data, gaps, silence and restarts the feed tells what windows do: ${seed}`, async () => {
    await using folder = new StoreFolder({ config: REPEATING });
    const random = seeded(seed), begin = beginOf(folder);
    folder.nowMs = msFromTicks(begin);
    const { inlet } = await folder.store();
    await inlet.announce(NAMES.map((stream) => ({ stream, type: "NUM" })));
    const { streams } = await (await folder.source()).discover();
    const reader = new Reader(streams.map(({ source }, i) => ({ id: i + 1, source })));
    await reader.open(await folder.source());
    let wasOpen = await folder.store();
    for (let i = 0; i < 400; i++) {
      await turn(folder, await folder.store(), random);
      const store = await folder.store(), source = await folder.source();
      if (store !== wasOpen) store.inlet.alive(folder.nowMs);
      await reader.open(source);
      wasOpen = store;
      if (random() < 0.4) await reader.read(source, 1 + Math.floor(random() * 3)).catch(() => undefined);
    }
    (await folder.store()).inlet.alive(folder.nowMs);
    const source = await folder.source();
    await reader.open(source);
    await reader.read(source, 1_000);
    let repeats = 0;
    for (const { id, source: address } of reader.streams) {
      const window = await source.window(
        { id, source: address },
        begin - 3_600 * TICKS_PER_SECOND,
        reader.completeTo,
      );
      const read = [...reader.samples.get(id)!.values()].filter(({ time }) => time <= reader.completeTo);
      assertEquals(shown(read, begin), shown(window, begin));
      repeats += window.filter(({ time }) => time % (10 * TICKS_PER_SECOND) === 0).length;
      for (const { time } of window) {
        const held = await source.atOrBefore({ id, source: address }, time);
        assertEquals(held?.time, time);
      }
    }
    assert(repeats > 50, `${repeats} repeats`);
  });
}

Deno.test("a value held counts again at each multiple while the sender lives, neither before nor after", async () => {
  await using folder = new StoreFolder({ config: { ...REPEATING, delay_seconds: 0 } });
  const begin = beginOf(folder), second = (n: number) => begin + n * TICKS_PER_SECOND;
  folder.nowMs = msFromTicks(begin);
  const { inlet } = await folder.store();
  inlet.alive(folder.nowMs);
  await inlet.write([
    { stream: "a", time: second(3), value: 1, quality: "good" },
    { stream: "b", time: second(-15), value: 2, quality: "good" },
  ]);
  folder.nowMs += 25_000;
  inlet.alive(folder.nowMs);
  folder.nowMs += 100_000;
  inlet.alive(folder.nowMs);
  folder.nowMs += 10_000;
  inlet.alive(folder.nowMs);
  const source = await folder.source(), { streams } = await source.discover();
  const stream: SourceStream = { id: 1, source: streams[0]!.source };
  const older: SourceStream = { id: 2, source: streams[1]!.source };
  const past = await source.window(older, second(-20), second(15));
  assertEquals(shown(past, begin), ["-15=2 good", "0=2 good", "10=2 good"]);
  const all = await source.window(stream, begin, second(200));
  assertEquals(shown(all, begin), ["3=1 good", "10=1 good", "20=1 good", "130=1 good"]);
  assertEquals(shown([(await source.latest(stream))!], begin), ["130=1 good"]);
  assertEquals(await source.sampled({ stream, from: begin, to: second(200), intervals: 2 }), [all[0]!]);
  const parts = [];
  for (const group of await source.windows.group([{ stream, from: begin, to: second(200) }])) {
    for await (const part of source.windows.read(group, { pageSize: 1 })) parts.push(...part.samples);
  }
  assertEquals(parts, all);
});

Deno.test("repeats that were read are told again after a crash", async () => {
  await using folder = new StoreFolder({ config: { ...REPEATING, delay_seconds: 0 } });
  await using crashed = new StoreFolder({ config: { ...REPEATING, delay_seconds: 0 } });
  const begin = beginOf(folder);
  folder.nowMs = crashed.nowMs = msFromTicks(begin);
  const { inlet } = await folder.store(), source = await folder.source();
  inlet.alive(folder.nowMs);
  await inlet.write([{ stream: "a", time: begin + 1, value: 1, quality: "good" }]);
  const stream = { id: 1, source: (await source.discover()).streams[0]!.source };
  const opened = await source.feed.open([stream]);
  folder.nowMs += 25_000;
  inlet.alive(folder.nowMs);
  const { batch } = await source.feed.read(opened);
  for (const file of ["samples.sqlite", "samples.sqlite-wal"]) {
    await Deno.copyFile(`${folder.path}/${file}`, `${crashed.path}/${file}`);
  }
  const after = await (await crashed.source()).window(stream, begin + 1, begin + 100 * TICKS_PER_SECOND);
  assertEquals([batch.count, after.map(({ time }) => (time - begin) / TICKS_PER_SECOND)], [2, [10, 20]]);
});
