/** Collected samples: durable writes beside plain inserts into the same SQLite, a day of 1 Hz, and the bytes of a sample. */
import { DatabaseSync } from "node:sqlite";
import type { Arrived } from "../../connectors/collected/inlet.ts";
import { sourceOf } from "../../connectors/collected/source.ts";
import { PushIntake } from "../../connectors/http_push/intake.ts";
import { CollectedStore } from "../../connectors/collected/store.ts";
import { msFromTicks, type Ticks, TICKS_PER_SECOND, ticksFromMs } from "../../domain/shared/time.ts";
import { COLLECTED_CONFIG, packAll, QUIET_INTAKE } from "../../tests/support/collected_store.ts";
import { httpPushSettings, pushed } from "../../tests/support/http_push_harness.ts";
import { alternately, median, medianRatio, spread } from "../harness/measure.ts";
import type { Figure, Row } from "../harness/row.ts";

const ROUNDS = 7, SENDERS = 8, WRITES = 40, SAMPLES_A_WRITE = 1_000, STREAMS = 1_000;
const DAY = 86_400, DAY_MS = 1_000 * DAY;

export default {
  async figures() {
    const folder = await Deno.makeTempDir();
    const figures = [...await writes(folder), ...await days(folder)];
    await Deno.remove(folder, { recursive: true });
    return figures;
  },
} satisfies Row;

function openStore(path: string): Promise<CollectedStore> {
  return CollectedStore.open({
    path,
    config: COLLECTED_CONFIG,
    sourceLostSeconds: 60,
    now: Date.now,
    random: Math.random,
  });
}

/** Numbers of two decimals, as most measurements are. */
function valueAt(second: number): number {
  return Math.round(2_000 + 500 * Math.sin(second / 900) + 50 * Math.random()) / 100;
}

async function writes(folder: string): Promise<Figure[]> {
  const store = await openStore(`${folder}/writes.sqlite`);
  const plain = new DatabaseSync(`${folder}/plain.sqlite`);
  plain.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE samples (
    stream INTEGER, time INTEGER, value, quality INTEGER NOT NULL, PRIMARY KEY (stream, time)) WITHOUT ROWID`);
  const insert = plain.prepare("INSERT INTO samples VALUES (?, ?, ?, ?)");
  const begin = ticksFromMs(Date.now() - 3_600_000);
  let number = 0, plainNumber = 0, stored = 0;
  const next = (n: number) => ({
    stream: n % STREAMS,
    time: begin + Math.floor(n / STREAMS) * TICKS_PER_SECOND,
  });
  async function sendBy(senders: number): Promise<void> {
    let left = WRITES;
    await Promise.all(Array.from({ length: senders }, async () => {
      while (left-- > 0) {
        const samples = Array.from({ length: SAMPLES_A_WRITE }, (): Arrived => {
          const { stream, time } = next(number++);
          return { stream: `line1/machine${stream}`, time, value: valueAt(stream), quality: "good" };
        });
        const written = await store.inlet.write(samples);
        stored += written.stored;
      }
    }));
  }
  const intake = new PushIntake(store.inlet, { settings: httpPushSettings(), now: Date.now });
  /** Bodies as Telegraf sends them, made before the time is taken. */
  function bodies() {
    return Array.from({ length: WRITES }, () =>
      Array.from({ length: SAMPLES_A_WRITE }, () => {
        const { stream, time } = next(number++);
        return `press,host=plc1,machine=m${stream} value=${valueAt(stream)} ${msFromTicks(time)}000000`;
      }).join("\n"));
  }
  async function pushBy(senders: number, texts: string[]): Promise<void> {
    await Promise.all(Array.from({ length: senders }, async () => {
      for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
        const taken = await intake.take(pushed(text));
        stored += taken.stored;
      }
    }));
  }
  const speeds = await alternately({
    store: () => perSecond(() => sendBy(SENDERS)),
    alone: () => perSecond(() => sendBy(1)),
    pushed() {
      const texts = bodies();
      return perSecond(() => pushBy(SENDERS, texts));
    },
    plain: () =>
      perSecond(() => {
        for (let write = 0; write < WRITES; write++) {
          plain.exec("BEGIN IMMEDIATE");
          for (let i = 0; i < SAMPLES_A_WRITE; i++) {
            const { stream, time } = next(plainNumber++);
            insert.run(stream, time, valueAt(stream), 0);
          }
          plain.exec("COMMIT");
        }
      }),
  }, { rounds: ROUNDS });
  await intake.close();
  store.close();
  plain.close();
  const isEqual = stored === 3 * WRITES * SAMPLES_A_WRITE * (ROUNDS + 1);
  return [{
    what: `durable samples of ${SENDERS} senders, against plain inserts of ${SAMPLES_A_WRITE} a commit`,
    figure: `${spread(speeds.store)} samples/s; plain ${spread(speeds.plain)}`,
    ratio: medianRatio(speeds.store, speeds.plain),
    target: { unit: "share", must: 0.5 },
    isEqual,
    notes: [
      `one sender, one write at a time: ${spread(speeds.alone)} samples/s, ` +
      `${(100 * medianRatio(speeds.alone, speeds.plain)).toFixed(0)} % of plain`,
    ],
  }, {
    what: `durable samples of ${SENDERS} programs that push line protocol, against the same inserts`,
    figure: `${spread(speeds.pushed)} samples/s; plain ${spread(speeds.plain)}`,
    ratio: medianRatio(speeds.pushed, speeds.plain),
    target: { unit: "share", must: 0.5 },
    isEqual,
  }];
}

async function perSecond(work: () => void | Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return WRITES * SAMPLES_A_WRITE / ((performance.now() - begun) / 1_000);
}

/** What a second's value is, by the name of its stream. */
const SHAPES: Readonly<Record<string, (second: number) => Arrived["value"]>> = {
  "two decimals": valueAt,
  "full precision": (second) => 20 + 5 * Math.sin(second / 900) + 0.5 * Math.random(),
  counter: (second) => Math.floor(second / 3),
  switch: (second) => second % 600 < 300,
  text: (second) => `state ${Math.floor(second / 120) % 5}`,
};

async function days(folder: string): Promise<Figure[]> {
  const store = await openStore(`${folder}/days.sqlite`);
  const source = sourceOf(store, { kind: "collected", intake: QUIET_INTAKE });
  const yesterday = ticksFromMs(Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS);
  for (const [stream, valueOf] of Object.entries(SHAPES)) {
    const jitter = () => Math.floor(Math.random() * 20) * 10_000;
    const samples = Array.from({ length: DAY }, (_, second): Arrived => {
      return {
        stream,
        time: yesterday + second * TICKS_PER_SECOND + jitter(),
        value: valueOf(second),
        quality: "good",
      };
    });
    await store.inlet.write(samples);
  }
  const { streams: found } = await source.discover();
  const stream = { id: 1, source: found.find(({ stream_name }) => stream_name === "two decimals")!.source };
  const read = (from: Ticks) => dayOf(() => source.window(stream, from - 1, from + DAY * TICKS_PER_SECOND));
  const asRows = await read(yesterday);
  packAll(store);
  const packed = await read(yesterday);
  const bytes = Object.keys(SHAPES).map((name) => `${name} ${bytesOf(store, name).toFixed(2)}`);
  const figures = [
    dayFigure("rows", asRows),
    dayFigure("packed", packed),
    {
      what: "bytes of a packed sample of two decimals at 1 Hz, times within 200 ms",
      figure: bytes.join(", "),
      ratio: bytesOf(store, "two decimals"),
      target: { unit: "bytes" as const, must: 13, aim: 8 },
      isEqual: packed.count === DAY,
    },
  ];
  await source.close();
  return figures;
}

function bytesOf(store: CollectedStore, name: string): number {
  const { key } = store.streams.get(name)!;
  const [bytes, count] = store.database.row(
    "SELECT sum(length(samples)), sum(count) FROM hours WHERE stream = ?",
    key,
  )!;
  return Number(bytes) / Number(count);
}

async function dayOf(read: () => Promise<unknown[]>): Promise<{ ms: number[]; count: number }> {
  const ms: number[] = [];
  let count = 0;
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const begun = performance.now();
    count = (await read()).length;
    ms.push(performance.now() - begun);
  }
  return { ms, count };
}

function dayFigure(how: string, { ms, count }: { ms: number[]; count: number }): Figure {
  return {
    what: `a window of a day at 1 Hz, ${how}`,
    figure: `${spread(ms)} ms`,
    ratio: median(ms),
    target: { unit: "ms", must: 50 },
    isEqual: count === DAY,
  };
}
