/**
 * From the feed to the committed event, the whole process: prepared pages of JSON over HTTP, 100,000 instances,
 * one and ten events per item; against plain JSON.parse of the same texts.
 */
import { alternately, medianRatio, perCpuSecond, spread } from "../harness/measure.ts";
import type { Figure, Row } from "../harness/row.ts";
import { INSTANCES, STREAMS } from "../parts/andon.ts";
import { type FedAndon, fedAndon } from "../parts/fed_andon.ts";
import {
  areReferenceEvents,
  createWalk,
  pagesOf,
  type ReportedEvent,
  transitionsOf,
} from "../workload/plant_pages.ts";

/** Warm-up: the program is fully compiled after some 400,000 samples. */
const ROUNDS = 5, WARM_UP = 4, TURNS = ROUNDS + WARM_UP;
/** Milliseconds of the plant's time per turn; each has one sample of every stream. */
const SPAN_MS = 30, SAMPLES = STREAMS * SPAN_MS;
/** How far an item of ten events is ahead of the next one. */
const WAIT_SECONDS = 0.02;

export default {
  async figures() {
    await using fed = await fedAndon({ waitSeconds: WAIT_SECONDS, shards: 1 });
    await fed.feed.hold();
    const half = SPAN_MS * TURNS;
    const walk = createWalk({ fromMs: Date.now() + 1, rounds: 2 * half, seed: 11 });
    const ones = pagesOf(walk, { from: 0, to: half, eventsAnItem: 1 });
    const tens = pagesOf(walk, { from: half, to: 2 * half, eventsAnItem: 10 });
    while (Date.now() <= walk.fromMs + walk.rounds) await new Promise((done) => setTimeout(done, 5));
    const one = await measure(fed, ones), ten = await measure(fed, tens);
    await fed.finish();
    const reported: ReportedEvent[] = JSON.parse(await fed.ask("events"));
    const isEqual = areReferenceEvents(reported, walk, fed.fixture);
    const samples = 2 * half * STREAMS;
    const note =
      `one shard, ${INSTANCES} instances on ${STREAMS} streams, ${reported.length} events of ${samples} samples, ` +
      `${transitionsOf(reported, samples)} of which opened or closed one`;
    const about = { isEqual, note };
    return [
      figureOf(one, { ...about, items: "1 event an item", target: { unit: "share", must: 0.25, aim: 0.5 } }),
      figureOf(ten, { ...about, items: "10 events an item", target: { unit: "share", must: 0.4, aim: 0.5 } }),
    ];
  },
} satisfies Row;

interface Measured {
  andon: number[];
  parse: number[];
  byTheClock: number[];
}

async function measure(fed: FedAndon, pages: Uint8Array<ArrayBuffer>[]): Promise<Measured> {
  const texts = pages.map((page) => new TextDecoder().decode(page));
  const turn = <T>(of: T[], number: number) =>
    of.slice(number * of.length / TURNS, (number + 1) * of.length / TURNS);
  const turns = { andon: 0, parse: 0 }, byTheClock: number[] = [];
  const speeds = await alternately({
    andon: async () => {
      const took = await fed.feed.feed(turn(pages, turns.andon++));
      byTheClock.push(SAMPLES / took.seconds);
      return SAMPLES / took.cpuSeconds;
    },
    parse: () => {
      const own = turn(texts, turns.parse++);
      return perCpuSecond(SAMPLES, () => own.forEach((text) => JSON.parse(text)));
    },
  }, { rounds: ROUNDS, warmUp: WARM_UP });
  return { ...speeds, byTheClock };
}

function figureOf(
  { andon, parse, byTheClock }: Measured,
  { items, target, isEqual, note }: {
    items: string;
    target: Figure["target"];
    isEqual: boolean;
    note: string;
  },
): Figure {
  return {
    what: `feed to event, whole process, ${items}, of JSON.parse`,
    figure: `${spread(andon)} samples/CPU-s; JSON.parse ${spread(parse)}`,
    ratio: medianRatio(andon, parse),
    target,
    isEqual,
    notes: [`${note}; ${spread(byTheClock)} samples/s by the clock`],
  };
}
