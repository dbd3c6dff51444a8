/** The latency from sending a sample's page to the event's frame at a client, at half of the maximum load. */
import { quantile, short } from "../harness/measure.ts";
import type { Figure, Row } from "../harness/row.ts";
import { type Ticks, TICKS_PER_MS, ticksFromMs, ticksFromSourceTime } from "../../domain/shared/time.ts";
import { AndonClient } from "../../tests/support/andon_client.ts";
import { PushSocket } from "../../tests/support/push_socket.ts";
import { INSTANCES, limitOf, STREAMS } from "../parts/andon.ts";
import { PASSWORD } from "../parts/child_settings.ts";
import { type FedAndon, fedAndon } from "../parts/fed_andon.ts";
import { renderPage } from "../parts/page_source.ts";
import { createWalk, itemText, pagesOf } from "../workload/plant_pages.ts";

const SECONDS = 12, WARM_UP_MS = 2_000;
/** Events later than this after the last page count as lost. */
const LAST_FRAME_MS = 10_000;
const SATURATING_ROUNDS = 10;
/** Samples per page; each page has one that opens or closes an event, on each of the probe streams alternately. */
const PAGE = 250, PROBES = 100;

export default {
  async figures() {
    await using fed = await fedAndon({ waitSeconds: 0 });
    const client = new AndonClient(fed.andon.address);
    await client.signIn("admin", PASSWORD);
    const rate = await mostSamples(fed) / 2;
    using machine = startTimerLoop();
    const latencies = await atRate(fed, { rate, cookie: client.cookie, origin: fed.andon.address });
    const lateMs = await machine.lateMs();
    return [0.5, 0.99].map((part): Figure => ({
      what: `sample accepted to event frame at a client, half load, wait 0, ${part === 0.5 ? "p50" : "p99"}`,
      figure: `${quantile(latencies.ms, part).toFixed(1)} ms at ${short(latencies.rate)} samples/s`,
      ratio: quantile(latencies.ms, part),
      target: part === 0.5 ? { unit: "ms", must: 5, aim: 2 } : { unit: "ms", must: 25 },
      isEqual: latencies.isWhole,
      notes: part === 0.5
        ? [
          `${latencies.ms.length} events; ${INSTANCES} instances on ${STREAMS} streams, pages of ${PAGE} samples`,
        ]
        : [
          `a timer of a thread that did nothing else meanwhile came late by ${
            quantile(lateMs, 0.99).toFixed(1)
          } ms ` +
          `(p99), ${Math.max(...lateMs).toFixed(0)} ms at most: what the machine itself adds`,
        ],
    }));
  },
} satisfies Row;

/** The maximum samples per second, with pages always available. */
async function mostSamples(fed: FedAndon): Promise<number> {
  await fed.feed.hold();
  const walk = createWalk({ fromMs: Date.now() + 1, rounds: 2 * SATURATING_ROUNDS, seed: 5 });
  const pages = pagesOf(walk, { from: 0, to: walk.rounds, eventsAnItem: 1 });
  while (Date.now() <= walk.fromMs + walk.rounds) await new Promise((done) => setTimeout(done, 5));
  await fed.feed.feed(pages.slice(0, pages.length / 2));
  const { seconds } = await fed.feed.feed(pages.slice(pages.length / 2));
  return STREAMS * SATURATING_ROUNDS / seconds;
}

/**
 * Sends pages at a fixed rate; their samples have the time at which the previous page was sent. So they are
 * neither late nor ahead of what is known, however busy the machine, and are evaluated with the page. A probe's
 * event contains the sample that opened it, and so identifies the page.
 */
async function atRate(
  fed: FedAndon,
  { rate, cookie, origin }: { rate: number; cookie: string; origin: string },
): Promise<{ ms: number[]; rate: number; isWhole: boolean }> {
  const sentAt = new Map<Ticks, number>();
  await using socket = await PushSocket.open(`${origin.replace("http", "ws")}/api/ws`, { cookie, origin }, {
    subscribe: ["event_created"],
  });
  const everyMs = 1_000 * PAGE / rate, begun = performance.now(), end = begun + 1_000 * SECONDS;
  let pages = 0, dueAt = begun, last: Ticks = 0, leftMs = Date.now(), hasEnded = false;
  fed.feed.source.onPage = async () => {
    const at = last = Math.max(ticksFromMs(leftMs), last) + TICKS_PER_MS / 10;
    dueAt = Math.max(dueAt + everyMs, performance.now() - everyMs);
    while (performance.now() < dueAt) await new Promise((done) => setTimeout(done, 0));
    hasEnded = performance.now() > end;
    if (hasEnded) return null;
    const page = pages++, body = renderPage(itemsOf(page, at));
    leftMs = Date.now();
    if (isOpening(page)) sentAt.set(at, performance.now());
    return body;
  };
  fed.feed.go();
  while (!hasEnded) await new Promise((done) => setTimeout(done, 100));
  const cameAt = () => {
    const times = socket.frames.map(({ data }) => ticksFromSourceTime(data?.trigger?.[0]?.time ?? "") ?? NaN);
    return new Map(times.map((time, i) => [time, socket.cameAt[i]]));
  };
  const lastAt = performance.now() + LAST_FRAME_MS;
  while (cameAt().size < sentAt.size && performance.now() < lastAt) {
    await new Promise((done) => setTimeout(done, 100));
  }
  const came = cameAt();
  const probes = [...sentAt].filter(([, sent]) => sent > begun + WARM_UP_MS);
  const ms = probes.flatMap(([time, sent]) => came.has(time) ? [came.get(time)! - sent] : []);
  return { ms, rate: pages * PAGE / SECONDS, isWhole: ms.length > 0 && ms.length === probes.length };
}

/** How late timers fire on this machine. */
function startTimerLoop(): { lateMs(): Promise<number[]> } & Disposable {
  const worker = new Worker(new URL("../parts/timer_loop.ts", import.meta.url), { type: "module" });
  return {
    lateMs() {
      worker.postMessage("end");
      return new Promise((resolve) => worker.onmessage = ({ data }) => resolve(data));
    },
    [Symbol.dispose]: () => worker.terminate(),
  };
}

/** Probes alternate between low and high values. */
function isOpening(page: number): boolean {
  return Math.floor(page / PROBES) % 2 === 1;
}

function itemsOf(page: number, at: Ticks): string[] {
  const probe = page % PROBES;
  // Above only the first limit, so that one event opens.
  const value = isOpening(page) ? limitOf(0) + 0.5 : 10;
  return [
    itemText(probe, [{ time: at, value, quality: "good" }]),
    ...Array.from({ length: PAGE - 1 }, (_, i) => {
      const stream = PROBES + (page * PAGE + i) % (STREAMS - PROBES);
      return itemText(stream, [{
        time: at,
        value: Math.round(8_000 * Math.random()) / 100,
        quality: "good",
      }]);
    }),
  ];
}
