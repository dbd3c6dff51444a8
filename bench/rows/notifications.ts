/**
 * What 200 notification policies cost: the commits of events in a store whose notifier tells of them, and the whole
 * process from the feed to the committed event; without policies and with 200, in alternating turns.
 */
import { realTimers } from "../../actors/runtime/timers.ts";
import type { NotifierService } from "../../services/notifier/start.ts";
import { openStorage } from "../../storage/open.ts";
import { raise } from "../../tests/support/notifier_harness.ts";
import { loopbackNotifier } from "../../tests/support/loopback_notifier.ts";
import { storageOptions } from "../../tests/support/spawned_notifier.ts";
import { alternately, medianRatio, quantile, spread } from "../harness/measure.ts";
import type { Figure, Row } from "../harness/row.ts";
import { INSTANCES, STREAMS } from "../parts/andon.ts";
import { type CalledOptions, MessageReceiver, setUpCalled } from "../parts/called.ts";
import { type FedAndon, fedAndon } from "../parts/fed_andon.ts";
import { areReferenceEvents, createWalk, pagesOf, type ReportedEvent } from "../workload/plant_pages.ts";

const ROUNDS = 9;
/** Events that are committed in a turn, and the pause between them: six times the flood of the proof. */
const COMMITS = 200, PAUSE_MS = 10;
/** As in `feed_to_event.ts`. */
const FEED_ROUNDS = 5, FEED_WARM_UP = 4, SPAN_MS = 30, WAIT_SECONDS = 0.02;

export default {
  async figures() {
    using receiver = await MessageReceiver.start();
    return [await commitTimes(receiver), await feedToEvent(receiver)];
  },
} satisfies Row;

async function commitTimes({ url }: MessageReceiver): Promise<Figure> {
  await using without = await Telling.start({ url, isFull: false });
  await using full = await Telling.start({ url, isFull: true });
  const times = await alternately({
    full: () => full.commitMs(),
    without: () => without.commitMs(),
  }, { rounds: ROUNDS });
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  return {
    what: "commit of an event, 200 policies, against none",
    figure: `${spread(times.full, ms)}; none ${spread(times.without, ms)}`,
    ratio: medianRatio(times.full, times.without),
    target: { unit: "times_at_most", must: 1.05 },
    isEqual: await without.hasToldAll() && await full.hasToldAll(),
    notes: [`medians of ${COMMITS} commits, one each ${PAUSE_MS} ms`],
  };
}

/** A store on disk whose events are told. */
class Telling implements AsyncDisposable {
  #id = 1;

  private constructor(
    readonly folder: string,
    readonly storage: Awaited<ReturnType<typeof openStorage>>,
    readonly service: NotifierService,
  ) {}

  static async start(called: CalledOptions): Promise<Telling> {
    const folder = await Deno.makeTempDir();
    const storage = await openStorage(storageOptions(`${folder}/store.sqlite`, Date.now));
    await setUpCalled(storage, called);
    const service = loopbackNotifier(storage, { now: Date.now, after: realTimers.after });
    service.start();
    return new Telling(folder, storage, service);
  }

  /** The median of a turn; ends once the notifier has considered all of it. */
  async commitMs(): Promise<number> {
    const took: number[] = [];
    for (let i = 0; i < COMMITS; i++) {
      const begun = performance.now(), at = new Date().toISOString();
      await raise(this.storage, { id: this.#id++, start_time: at, activated_at: at, recorded_at: at });
      took.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    await this.service.notifier.settled(10_000);
    return quantile(took, 0.5);
  }

  /** Whether the notifier has considered every event: each has an escalation. */
  async hasToldAll(): Promise<boolean> {
    const { state: { escalations } } = await this.storage.notifications.read();
    return [...escalations].length === this.#id - 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.close();
    await this.storage.close();
    await Deno.remove(this.folder, { recursive: true });
  }
}

async function feedToEvent({ url }: MessageReceiver): Promise<Figure> {
  const options = { waitSeconds: WAIT_SECONDS, shards: 1 };
  await using without = await fedAndon({ ...options, called: { url, isFull: false } });
  await using full = await fedAndon({ ...options, called: { url, isFull: true } });
  await without.feed.hold();
  await full.feed.hold();
  const turns = FEED_ROUNDS + FEED_WARM_UP, samples = STREAMS * SPAN_MS;
  const walk = createWalk({ fromMs: Date.now() + 1, rounds: SPAN_MS * turns, seed: 11 });
  const pages = pagesOf(walk, { from: 0, to: walk.rounds, eventsAnItem: 1 });
  while (Date.now() <= walk.fromMs + walk.rounds) await new Promise((done) => setTimeout(done, 5));
  const turnOf = ({ feed }: FedAndon) => {
    let turn = 0;
    return async () => {
      const from = turn++ * pages.length / turns;
      return samples / (await feed.feed(pages.slice(from, from + pages.length / turns))).cpuSeconds;
    };
  };
  const speeds = await alternately({ full: turnOf(full), without: turnOf(without) }, {
    rounds: FEED_ROUNDS,
    warmUp: FEED_WARM_UP,
  });
  let isEqual = true;
  for (const fed of [full, without]) {
    await fed.finish();
    const reported: ReportedEvent[] = JSON.parse(await fed.ask("events"));
    isEqual &&= areReferenceEvents(reported, walk, fed.fixture);
  }
  return {
    what: "feed to event, whole process, 200 policies, of none",
    figure: `${spread(speeds.full)} samples/CPU-s; none ${spread(speeds.without)}`,
    ratio: medianRatio(speeds.full, speeds.without),
    target: { unit: "share", must: 0.95 },
    isEqual,
    notes: [`one shard, ${INSTANCES} instances on ${STREAMS} streams, all events told`],
  };
}
