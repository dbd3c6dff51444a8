/** The whole process fed with JSON over HTTP, against Node-RED on the same bytes: samples a CPU second. */
import { alternately, medianRatio, spread } from "../harness/measure.ts";
import { LineProcess } from "../harness/processes.ts";
import type { Row } from "../harness/row.ts";
import { DEADBAND, type Fixture, INSTANCES, limitOf, STREAMS } from "../parts/andon.ts";
import { fedAndon } from "../parts/fed_andon.ts";
import { HeldFeed } from "../parts/held_feed.ts";
import { startPageSource } from "../parts/page_source.ts";
import {
  areReferenceEvents,
  createWalk,
  pagesOf,
  type ReportedEvent,
  transitionsOf,
} from "../workload/plant_pages.ts";
import { command } from "./commands.ts";

const VERSION = "4.1.15";
/**
 * Warm-up: both programs are fully compiled after some 400,000 samples. Turns are long, so that work after a
 * pause (a generation, garbage collection) counts no more than in a continuous feed.
 */
const ROUNDS = 4, WARM_UP = 1, TURNS = ROUNDS + WARM_UP, SPAN_MS = 50, SAMPLES = STREAMS * SPAN_MS;

export default {
  async figures() {
    const folder = await Deno.makeTempDir();
    await command("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", `node-red@${VERSION}`]);
    await using fed = await fedAndon({ waitSeconds: 0, shards: 1 });
    await using source = startPageSource({ signupName: null, resources: [] });
    await using nodeRed = new LineProcess("node", {
      args: [
        ...[new URL("node_red/run.mjs", import.meta.url).pathname, folder],
        ...[`${source.configuration.base_url}/updates`, String(limitOf(0)), String(DEADBAND)],
        String(INSTANCES / STREAMS),
      ],
    });
    const feed = new HeldFeed(source, nodeRed.pid);
    await Promise.all([feed.hold(), fed.feed.hold(), nodeRed.lineAfter("ready")]);
    const walk = createWalk({ fromMs: Date.now() + 1, rounds: SPAN_MS * TURNS, seed: 23 });
    const pages = pagesOf(walk, { from: 0, to: walk.rounds, eventsAnItem: 1 });
    while (Date.now() <= walk.fromMs + walk.rounds) await new Promise((done) => setTimeout(done, 5));
    const done = { andon: 0, nodeRed: 0 }, size = pages.length / TURNS;
    const turn = (number: number) => pages.slice(number * size, (number + 1) * size);
    const speeds = await alternately({
      andon: async () => SAMPLES / (await fed.feed.feed(turn(done.andon++))).cpuSeconds,
      nodeRed: async () => SAMPLES / (await feed.feed(turn(done.nodeRed++))).cpuSeconds,
    }, { rounds: ROUNDS, warmUp: WARM_UP });
    await fed.finish();
    await nodeRed.writeLine("flips");
    const reported: ReportedEvent[] = JSON.parse(await fed.ask("events"));
    const theirs = eventsOf(JSON.parse(await nodeRed.lineAfter("flips")), fed.fixture);
    feed.go();
    await nodeRed.kill();
    await Deno.remove(folder, { recursive: true });
    return [{
      what: `whole process fed with JSON, against Node-RED ${VERSION} on the same bytes`,
      figure: `${spread(speeds.andon)} samples/CPU-s; ${spread(speeds.nodeRed)}`,
      ratio: medianRatio(speeds.andon, speeds.nodeRed),
      target: { unit: "times", must: 10, aim: 20 },
      isEqual: areReferenceEvents(reported, walk, fed.fixture) &&
        areReferenceEvents(theirs, walk, fed.fixture),
      notes: [
        `one shard, ${INSTANCES} limits on ${STREAMS} streams, one event an item, ${reported.length} events durable in ` +
        `Andon, ${transitionsOf(reported, walk.rounds * STREAMS)} of the samples opened or closed one; ` +
        "Node-RED: http request, change, split, one function node, its flips in memory",
      ],
    }];
  },
} satisfies Row;

type ReportedFlip = [stream: string, rank: number, time: string, truth: boolean];

function eventsOf(flips: ReportedFlip[], { instances }: Fixture): ReportedEvent[] {
  const open = new Map<number, ReportedEvent>();
  return flips.flatMap(([name, rank, time, truth]) => {
    const instance_id = instances[Number(name.split(".S").at(-1))]![rank]!;
    if (!truth) {
      const event = open.get(instance_id);
      if (event !== undefined) event.end_time = time;
      return [];
    }
    const event: ReportedEvent = { instance_id, start_time: time, end_time: null };
    open.set(instance_id, event);
    return [event];
  });
}
