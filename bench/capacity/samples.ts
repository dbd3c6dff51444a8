/** How many samples a second are evaluated, from the feed to the committed event, and what 100,000 instances cost. */
import { median, spread } from "../harness/measure.ts";
import { cpuSeconds, residentMiB } from "../harness/processes.ts";
import type { Row } from "../harness/row.ts";
import { INSTANCES, STREAMS } from "../parts/andon.ts";
import { fedAndon } from "../parts/fed_andon.ts";
import { areReferenceEvents, createWalk, pagesOf, type ReportedEvent } from "../workload/plant_pages.ts";

const TURNS = 12, WARM_UP = 4;
/** Milliseconds of the plant's time a turn; each has one sample of every stream. */
const SPAN_MS = 30, SAMPLES = STREAMS * SPAN_MS;
const WAIT_SECONDS = 0.02;

export default {
  async figures() {
    await using fed = await fedAndon({ waitSeconds: WAIT_SECONDS });
    const { pid } = fed.andon.child, rounds = TURNS * SPAN_MS;
    await fed.feed.hold();
    const walk = createWalk({ fromMs: Date.now() + 1, rounds, seed: 11 });
    const pages = pagesOf(walk, { from: 0, to: rounds, eventsAnItem: 1 });
    while (Date.now() <= walk.fromMs + walk.rounds) await new Promise((done) => setTimeout(done, 5));
    const speeds: number[] = [], cores: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const before = cpuSeconds(pid);
      const took = await fed.feed.feed(
        pages.slice(turn * pages.length / TURNS, (turn + 1) * pages.length / TURNS),
      );
      if (turn < WARM_UP) continue;
      speeds.push(SAMPLES / took.seconds);
      cores.push((cpuSeconds(pid) - before) / took.seconds);
    }
    const memory = residentMiB(pid);
    await fed.finish();
    const reported: ReportedEvent[] = JSON.parse(await fed.ask("events"));
    const isEqual = areReferenceEvents(reported, walk, fed.fixture);
    return [{
      what: "samples evaluated a second",
      figure: `${spread(speeds)} samples/s`,
      ratio: median(cores),
      target: { unit: "times" },
      isEqual,
      notes: [`${INSTANCES} instances on ${STREAMS} streams; the ratio is how many cores were busy`],
    }, {
      what: `memory of the process with ${INSTANCES} instances`,
      figure: `${memory.toFixed(0)} MiB resident`,
      ratio: memory * 2 ** 20,
      target: { unit: "bytes" },
      isEqual,
    }];
  },
} satisfies Row;
