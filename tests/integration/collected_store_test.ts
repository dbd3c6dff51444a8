import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Arrived } from "../../connectors/collected/inlet.ts";
import { CollectedStore } from "../../connectors/collected/store.ts";
import { MOST_STREAMS } from "../../connectors/collected/stream_table.ts";
import { FeedExpired, type FeedPosition } from "../../connectors/source.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { msFromTicks, type Ticks, TICKS_PER_SECOND, ticksFromMs } from "../../domain/shared/time.ts";
import { COLLECTED_CONFIG, packAll, StoreFolder } from "../support/collected_store.ts";
import { at, readFeed } from "../support/source_harness.ts";

const DAY_MS = 86_400_000;

function good(time: Ticks | null, value: Arrived["value"], stream = "a"): Arrived {
  return { stream, time, value, quality: "good" };
}

/** All that is stored of a stream, as `second=value`, with `!` for bad and `?` for uncertain. */
async function stored(folder: StoreFolder, name = "a", offset = at(0)): Promise<string[]> {
  const store = await folder.store();
  const stream = store.streams.get(name);
  const samples = stream ? store.samples.window(stream, { from: 0, to: Number.MAX_SAFE_INTEGER }) : [];
  return samples.map((sample) => shown(sample, offset));
}

function shown({ time, value, quality }: Sample, offset: Ticks): string {
  const mark = { good: "", uncertain: "?", bad: "!" }[quality];
  return `${(time - offset) / TICKS_PER_SECOND}=${value}${mark}`;
}

/** The address of a stream, as discovery found it. */
async function streamOf(folder: StoreFolder, name = "a", id = 1) {
  const { streams } = await (await folder.source()).discover();
  const found = streams.find(({ stream_name }) => stream_name === name);
  if (found === undefined) throw new Error(`Discovery did not find ${name}`);
  return { id, source: found.source };
}

Deno.test("a stream has the type of its first good value; other values are bad, and told", async () => {
  await using folder = new StoreFolder();
  const { inlet, figures, streams } = await folder.store();
  await inlet.write([
    good(at(1), null),
    good(at(2), 5),
    good(at(3), "off"),
    good(at(4), true),
    good(at(5), 6),
  ]);
  assertEquals(await stored(folder), ["1=null!", "2=5", "3=null!", "4=null!", "5=6"]);
  assertEquals([streams.get("a")?.type, figures.misfits], ["NUM", 2]);
  assertStringIncludes(figures.rejections[0]!.reason, 'the stream holds numbers, and "off" is none');
  await inlet.write([good(at(1), "on", "text"), good(at(1), false, "switch"), good(at(2), true, "switch")]);
  assertEquals(await stored(folder, "text"), ["1=on"]);
  assertEquals(await stored(folder, "switch"), ["1=false", "2=true"]);
});

Deno.test("the same sample again is stored once; another value of its time is a correction", async () => {
  await using folder = new StoreFolder();
  const { inlet, figures, arrivals } = await folder.store();
  assertEquals(await inlet.write([good(at(1), 1), good(at(2), 2), good(at(1), 1)]), {
    stored: 3,
    refused: [],
  });
  const before = arrivals.last;
  await inlet.write([good(at(2), 2)]);
  assertEquals([arrivals.last, figures.duplicates], [before, 2]);
  await inlet.write([good(at(1), 10)]);
  await inlet.write([{ ...good(at(2), 2), quality: "uncertain" }]);
  assertEquals([arrivals.last, await stored(folder)], [before + 2, ["1=10", "2=2?"]]);
});

Deno.test("without a time samples are stamped by arrival, one after the other", async () => {
  await using folder = new StoreFolder();
  const { inlet } = await folder.store(), now = ticksFromMs(folder.nowMs);
  await inlet.write([good(null, 1), good(null, 1), good(null, 2)]);
  await inlet.write([{ ...good(null, 2), isRepeated: true }, { ...good(null, 3), isRepeated: true }]);
  const tick = 1 / TICKS_PER_SECOND;
  assertEquals(await stored(folder, "a", now), ["0=1", `${tick}=1`, `${2 * tick}=2`, `${3 * tick}=3`]);
});

Deno.test("a sender's time of over 60 s ahead is replaced by that of arrival, and is uncertain", async () => {
  await using folder = new StoreFolder();
  const { inlet, figures } = await folder.store(), now = ticksFromMs(folder.nowMs);
  const ahead = now + 60 * TICKS_PER_SECOND;
  await inlet.write([good(ahead, 1), good(ahead + 1, 2), { ...good(ahead + 1, 3), quality: "bad" }]);
  assertEquals(await stored(folder, "a", now), ["0=2?", `${1 / TICKS_PER_SECOND}=3!`, "60=1"]);
  assertEquals(figures.ahead, 2);
});

Deno.test("what cannot be stored is refused with its reason, and the rest is stored", async () => {
  await using folder = new StoreFolder();
  const { inlet, figures } = await folder.store();
  const old = ticksFromMs(folder.nowMs - 31 * DAY_MS);
  const { stored: count, refused } = await inlet.write([
    good(old, 1),
    good(at(1), 1, ""),
    good(at(1), 1),
    good(at(1), 1, "x".repeat(901)),
    good(at(1), 1, "SYS.x"),
    good(at(1), 1, "a\nb"),
    good(-1e300, 1),
    good(at(2), NaN),
  ]);
  assertEquals([count, refused.map(({ index }) => index)], [2, [0, 1, 3, 4, 5, 6]]);
  assertStringIncludes(refused[0]!.reason, "keep_days");
  assertEquals([await stored(folder), figures.rejected], [["1=1", "2=null!"], 6]);
});

Deno.test("streams beyond the limit are refused, and the known ones go on", async () => {
  await using folder = new StoreFolder();
  const { inlet, streams, figures } = await folder.store();
  const names = Array.from({ length: MOST_STREAMS }, (_, i) => `s${i}`);
  await inlet.announce(names.map((stream) => ({ stream, type: "NUM" })));
  const { stored: count, refused } = await inlet.write([good(at(1), 1, "another"), good(at(1), 1, "s7")]);
  assertEquals([count, refused.length, streams.size, figures.rejected], [1, 1, MOST_STREAMS, 1]);
  assertStringIncludes(refused[0]!.reason, "10000 streams");
});

Deno.test("a gap is one bad sample in each stream, beside those that are there", async () => {
  await using folder = new StoreFolder();
  const { inlet } = await folder.store();
  await inlet.write([good(at(1), 1), good(at(9), 9), good(at(2), 2, "b")]);
  await inlet.gap(null, at(1));
  await inlet.gap(["b", "unknown"], at(5));
  assertEquals(await stored(folder), ["1=1", "1.0000001=null!", "9=9"]);
  assertEquals(await stored(folder, "b"), ["1=null!", "2=2", "5=null!"]);
});

Deno.test("names that differ in case are different streams; paths name their assets", async () => {
  await using folder = new StoreFolder();
  const store = await folder.store(), source = await folder.source();
  const before = store.streams.version;
  await store.inlet.write([
    { ...good(at(1), 1, "line1/Temp"), unit: "°C" },
    good(at(1), 2, "line1/temp"),
    { ...good(at(1), 3, "x"), path: ["Plant", "Line 2"] },
    good(at(1), 3, "alone"),
    good(at(1), null, "empty"),
  ]);
  const { streams, assets, unsupported } = await source.discover();
  const listed = streams.map(({ stream_name, asset_id, uom }) => [stream_name, asset_id, uom]);
  assertEquals(listed, [
    ["line1/Temp", "line1", "°C"],
    ["line1/temp", "line1", null],
    ["x", "Plant.Line 2", null],
    ["alone", "Unassigned", null],
  ]);
  assertEquals(new Set(streams.map(({ stream_id }) => stream_id.toLowerCase())).size, 4);
  assertEquals(assets.map(({ asset_id }) => asset_id), ["Plant.Line 2", "Unassigned", "line1"]);
  assertEquals(unsupported, [{ stream_id: "empty", reason: "It has no value yet" }]);
  assert(store.streams.version > before);
  const known = store.streams.version;
  await store.inlet.write([{ ...good(at(2), 1, "line1/Temp"), unit: "°C" }]);
  assertEquals(store.streams.version, known);
  await store.inlet.write([{ ...good(at(3), 1, "line1/Temp"), unit: "K" }]);
  const [inspected] = await source.inspect([await streamOf(folder, "line1/Temp")]);
  assertEquals([store.streams.version, inspected?.found?.uom], [known + 1, "K"]);
});

Deno.test("what was written is there after the store was closed and opened", async () => {
  await using folder = new StoreFolder();
  const { inlet, database: { id } } = await folder.store();
  await inlet.write([good(at(1), 1), good(at(2), true, "b")]);
  inlet.alive(msFromTicks(at(2)));
  const source = await folder.source(), a = await streamOf(folder);
  const opened = await source.feed.open([a]);
  await inlet.write([good(at(3), 3)]);
  (await folder.store()).close();
  const again = await folder.store(), next = await folder.source();
  assertEquals([again.database.id, again.life.completeTo], [id, at(2)]);
  assertEquals([await stored(folder), await stored(folder, "b")], [["1=1", "3=3"], ["2=true"]]);
  await next.feed.open([a]);
  assertEquals((await readFeed(next, opened)).changes, ["1 +3=3"]);
});

Deno.test("older hours are packed, and read as before; late samples and corrections reach them", async () => {
  await using folder = new StoreFolder();
  const store = await folder.store(), { inlet, database } = store;
  const hourMs = 3_600_000, begin = ticksFromMs(Math.floor(folder.nowMs / hourMs) * hourMs - 30 * hourMs);
  const time = (second: number) => begin + second * TICKS_PER_SECOND;
  const seconds = Array.from({ length: 20_000 }, (_, i) => 3 * i);
  await inlet.write(seconds.map((second) => good(time(second), second / 4)));
  await inlet.write(seconds.map((second) => ({ ...good(time(second), second % 2 === 0, "b") })));
  const before = [await stored(folder), await stored(folder, "b")];
  packAll(await folder.store());
  const counts = () =>
    ["hours", "samples"].map((table) => database.row(`SELECT count(*) FROM ${table}`)?.[0]);
  assertEquals(counts(), [2 * 6, 2 * (20_000 - 7_200)]);
  assertEquals([await stored(folder), await stored(folder, "b")], before);
  const duplicates = store.figures.duplicates;
  await inlet.write([good(time(3), 3 / 4), good(time(6), -1), good(time(7), -2)]);
  assertEquals(store.figures.duplicates, duplicates + 1);
  const a = store.streams.get("a")!;
  const read = () => store.samples.window(a, { from: time(0), to: time(9) }).map(({ value }) => value);
  assertEquals(read(), [0.75, -1, -2, 2.25]);
  packAll(await folder.store());
  assertEquals([read(), counts()[0]], [[0.75, -1, -2, 2.25], 12]);
  const held = [time(-1), time(0), time(2), time(8), time(3_599), time(60_000)].map((it) =>
    store.samples.atOrBefore(a, it)?.value
  );
  assertEquals(held, [undefined, 0, 0, -2, 3_597 / 4, 59_997 / 4]);
});

Deno.test("samples older than keep_days go, and streams without newer ones", async () => {
  await using folder = new StoreFolder({ config: { ...COLLECTED_CONFIG, keep_days: 2 } });
  const { inlet, retention, streams } = await folder.store();
  await inlet.write([good(at(1), 1), good(at(1), 1, "b")]);
  folder.nowMs += 1.5 * DAY_MS;
  packAll(await folder.store());
  const newer = ticksFromMs(folder.nowMs);
  await inlet.write([good(newer, 2)]);
  folder.nowMs += DAY_MS;
  retention.run(folder.nowMs);
  assertEquals([await stored(folder, "a", newer), streams.all().map(({ name }) => name)], [["0=2"], ["a"]]);
});

Deno.test("where values repeat, the last value of a stream stays however old it is", async () => {
  await using folder = new StoreFolder({ config: { ...COLLECTED_CONFIG, keep_days: 2, repeat_seconds: 10 } });
  const { inlet, retention } = await folder.store();
  await inlet.write([good(at(1), 1), good(at(2), 2)]);
  folder.nowMs += 1.5 * DAY_MS;
  packAll(await folder.store());
  folder.nowMs += DAY_MS;
  retention.run(folder.nowMs);
  retention.run(folder.nowMs);
  assertEquals(await stored(folder), ["2=2"]);
});

Deno.test("the oldest hours go while the file holds more than keep_gib", async () => {
  await using folder = new StoreFolder({ config: { ...COLLECTED_CONFIG, keep_gib: 0.01 } });
  const { inlet, retention, database } = await folder.store();
  const from = ticksFromMs(folder.nowMs - DAY_MS);
  for (let hour = 0; hour < 24; hour++) {
    const samples = Array.from(
      { length: 20_000 },
      (_, i) => good(from + (hour * 3_600 + i / 10) * TICKS_PER_SECOND, Math.random()),
    );
    await inlet.write(samples);
    retention.run(folder.nowMs);
    assert(database.usedBytes() < 0.01 * 2 ** 30, `${database.usedBytes()} bytes`);
  }
  const kept = await stored(folder);
  assert(kept.length > 50_000 && kept.length < 400_000, `${kept.length} samples`);
});

Deno.test("a position whose arrivals were deleted has expired, and so has one of another store", async () => {
  await using folder = new StoreFolder();
  const { inlet, arrivals, database } = await folder.store();
  await inlet.write([good(at(1), 1)]);
  const source = await folder.source(), opened = await source.feed.open([await streamOf(folder)]);
  await inlet.write([good(at(2), 2)]);
  const { position } = await readFeed(source, opened);
  await inlet.write([good(at(3), 3)]);
  folder.nowMs += 20 * 60_000;
  database.transaction(() => arrivals.prune({ nowMs: folder.nowMs, mostBytes: 1e9 }));
  inlet.alive(folder.nowMs);
  await assertRejects(() => source.feed.read(opened), FeedExpired);
  assertEquals((await readFeed(source, position)).changes, ["1 +3=3"]);
  database.transaction(() => arrivals.prune({ nowMs: folder.nowMs, mostBytes: 0 }));
  await assertRejects(() => source.feed.read(position), FeedExpired);
  const other: FeedPosition = { ...opened, cursor: opened.cursor.replace(database.id, "another") };
  await assertRejects(() => source.feed.read(other), FeedExpired);
});

Deno.test("pages of a backlog reach as far as was complete when they arrived", async () => {
  await using folder = new StoreFolder({ config: { ...COLLECTED_CONFIG, delay_seconds: 5 } });
  const { inlet } = await folder.store();
  await inlet.write([good(at(0), 0)]);
  inlet.alive(msFromTicks(at(0)));
  const source = await folder.source(), opened = await source.feed.open([await streamOf(folder)]);
  for (let second = 1; second <= 3; second++) {
    const samples = Array.from({ length: 8_000 }, (_, i) => good(at(10 * second) + i, i));
    await inlet.write(samples);
    inlet.alive(msFromTicks(at(10 * second)));
  }
  const first = await source.feed.read(opened);
  const second = await source.feed.read({ ...opened, cursor: first.cursor });
  const end = await source.feed.read({ ...opened, cursor: second.cursor });
  assertEquals([first.batch.count, first.reached], [16_000, at(5)]);
  assertEquals([second.batch.count, second.reached, second.complete], [8_000, at(25), false]);
  assertEquals([end.complete, ticksFromMs(end.sentAtMs)], [true, at(25)]);
});

Deno.test("what has come is in the feed before it is complete, even while its write to disk waits", async () => {
  await using folder = new StoreFolder();
  const { inlet } = await folder.store();
  await inlet.write([good(at(1), 1)]);
  const source = await folder.source(), opened = await source.feed.open([await streamOf(folder)]);
  const writing = inlet.write([good(at(2), 2)]);
  inlet.alive(folder.nowMs);
  const page = await source.feed.read(opened);
  assertEquals([page.batch.count, page.complete], [1, false]);
  await writing;
});

Deno.test("whoever listens is told of each write to disk until the source is closed, and of no read", async () => {
  await using folder = new StoreFolder();
  const { inlet } = await folder.store(), source = await folder.source();
  let told = 0;
  source.onArrival?.(() => told++);
  await Promise.all([inlet.write([good(at(1), 1)]), inlet.write([good(at(2), 2)])]);
  assertEquals(told, 1);
  await source.feed.read(await source.feed.open([await streamOf(folder)]));
  inlet.alive(folder.nowMs);
  assertEquals(told, 1);
  await inlet.write([good(at(3), 3)]);
  assertEquals(told, 2);
  const written = inlet.write([good(at(4), 4)]);
  await source.close();
  await written;
  assertEquals(told, 2);
});

Deno.test("a sender that says nothing is lost with the reason, once all that came was read", async () => {
  await using folder = new StoreFolder();
  const { inlet } = await folder.store();
  await inlet.write([good(at(1), 1)]);
  const source = await folder.source(), opened = await source.feed.open([await streamOf(folder)]);
  await inlet.write([good(at(2), 2)]);
  inlet.silent("the broker does not answer");
  folder.nowMs += 61_000;
  const page = await source.feed.read(opened), after = { ...opened, cursor: page.cursor };
  assertEquals(page.batch.count, 1);
  const lost = await assertRejects(() => source.feed.read(after), Refusal);
  assertEquals(lost.details.reason, "Nothing has come for 61 s: the broker does not answer");
  inlet.alive(folder.nowMs);
  assertEquals((await source.feed.read(after)).complete, true);
});

Deno.test("a file is open once at a time", async () => {
  await using folder = new StoreFolder();
  await folder.store();
  const second = CollectedStore.open({ ...(await folder.store()).options });
  const refusal = await assertRejects(() => second, Refusal);
  assertStringIncludes(refusal.message, "in use by another process");
});

Deno.test("a full disk refuses what comes, and loses nothing of what was stored", async () => {
  await using folder = new StoreFolder({ mostPages: 200 });
  const { inlet, streams } = await folder.store();
  let written = 0, refusal: unknown;
  for (; refusal === undefined; written++) {
    const samples = Array.from(
      { length: 100 },
      (_, i) => good(at(written) + i, i, i === 99 ? `s${written}` : "a"),
    );
    await inlet.write(samples).catch((error) => refusal = error);
  }
  assert(refusal instanceof Refusal && refusal.code === "UNAVAILABLE", String(refusal));
  assertStringIncludes(refusal.message, "The disk is full");
  const all = written - 1;
  assertEquals([(await stored(folder)).length, streams.size], [all * 99, all + 1]);
  await assertRejects(
    () => inlet.write(Array.from({ length: 1_000 }, (_, i) => good(at(-100) + i, i))),
    Refusal,
  );
  (await folder.store()).close();
  assertEquals((await stored(folder)).length, all * 99);
});

Deno.test("the state tells what comes in, what was rejected and how many days have room", async () => {
  await using folder = new StoreFolder();
  const store = await folder.store(), { inlet } = store;
  folder.nowMs += 10_000;
  await inlet.write(Array.from({ length: 100 }, (_, i) => good(at(i), i)));
  for (let i = 0; i < 25; i++) inlet.reject("b", `problem ${i}`);
  folder.nowMs += 10_000;
  const state = store.state();
  assertEquals([state.streams, state.samples, state.samples_per_second, state.seconds_since_last], [
    1,
    100,
    5,
    10,
  ]);
  assertEquals([state.rejected, state.rejections.length, state.rejections[19]?.reason], [
    25,
    20,
    "problem 24",
  ]);
  assertEquals(state.newest.map(({ stream, value }) => [stream, value]), [["a", 99]]);
  assert(state.room_days !== null && state.room_days > 1_000, `${state.room_days}`);
});
