/**
 * From SIGKILL to the first correct evaluation: 100,000 instances on a file store, without the source's
 * response times.
 */
import { median, spread } from "../harness/measure.ts";
import type { LineProcess } from "../harness/processes.ts";
import type { Row } from "../harness/row.ts";
import { ticksFromMs } from "../../domain/shared/time.ts";
import {
  copyOfStore,
  type Fixture,
  INSTANCES,
  limitOf,
  packed,
  readyAndon,
  spawnAndon,
  streamName,
  STREAMS,
} from "../parts/andon.ts";
import { type PageSource, renderPage, startPageSource } from "../parts/page_source.ts";
import { itemText, type ReportedEvent } from "../workload/plant_pages.ts";

const ROUNDS = 3;

export default {
  async figures() {
    const fixture = await copyOfStore();
    const resources = Array.from({ length: STREAMS }, (_, i) => streamName(i));
    await using source = startPageSource({ signupName: fixture.signupName, resources });
    const settings = {
      dataDir: fixture.dataDir,
      source: { ...source.configuration, wait_seconds: 0 },
      isWatched: true,
    };
    let andon = spawnAndon(settings);
    await settled(andon);
    const times: number[] = [], readyTimes: number[] = [];
    let isEqual = true;
    for (let round = 0; round < ROUNDS; round++) {
      const expected = flipAtOnce(source, fixture, round);
      await andon.kill();
      source.takeAnswerMs();
      const begun = performance.now();
      andon = spawnAndon(settings);
      const reported = await eventsOf(andon, expected.length);
      times.push(performance.now() - begun - source.takeAnswerMs());
      await readyAndon(andon);
      readyTimes.push(performance.now() - begun);
      isEqual &&= isSame(reported, expected);
      await settled(andon);
    }
    await andon.kill();
    await Deno.remove(fixture.dataDir, { recursive: true });
    return [{
      what: `SIGKILL to first correct evaluation, ${INSTANCES} instances on a file store`,
      figure: spread(times, (ms) => `${ms.toFixed(0)} ms`),
      ratio: median(times),
      target: { unit: "ms", must: 1_000, aim: 500 },
      isEqual,
      notes: [
        "from the new process's start to its first events committed; the time that the source took is taken off",
        `requests were answered after ${spread(readyTimes, (ms) => `${ms.toFixed(0)} ms`)}`,
      ],
    }];
  },
} satisfies Row;

/** The next page has a stream that exceeds the limits of all its instances; returns these instances. */
function flipAtOnce(source: PageSource, { instances }: Fixture, round: number): number[] {
  const stream = 17 + round;
  let isGiven = false;
  source.onPage = () => {
    if (isGiven) return null;
    isGiven = true;
    const time = ticksFromMs(Date.now() - 1);
    return renderPage([
      itemText(stream, [{ time, value: limitOf(instances[stream]!.length), quality: "good" }]),
    ]);
  };
  return instances[stream]!;
}

async function eventsOf(child: LineProcess, count: number): Promise<ReportedEvent[]> {
  const reported: ReportedEvent[] = [];
  while (reported.length < count) reported.push(JSON.parse(await child.lineAfter("event")));
  return reported;
}

function isSame(reported: ReportedEvent[], expected: number[]): boolean {
  const ids = reported.map(({ instance_id }) => instance_id).sort((a, b) => a - b);
  return ids.join() === expected.toSorted((a, b) => a - b).join();
}

/** Waits until every stream is followed, a generation is stored after that, and changed records are packed. */
async function settled(child: LineProcess): Promise<void> {
  for (let first = -1;;) {
    await child.writeLine("status");
    const { state, followed_streams, unread_streams, generation } = JSON.parse(
      await child.lineAfter("status"),
    );
    if (state === "connected" && followed_streams === STREAMS && unread_streams === 0) {
      if (first < 0) first = generation;
      if (generation > first) break;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  await packed(child);
}
