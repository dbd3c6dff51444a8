/** Pages of the feed for the plant of single limits (parts/andon.ts), and the events that they must lead to. */
import type { DeployedInstance } from "../../domain/evaluation/types.ts";
import type { Sample } from "../../domain/sample/types.ts";
import {
  type Ms,
  sourceTimeFromTicks,
  type Ticks,
  TICKS_PER_MS,
  ticksFromMs,
} from "../../domain/shared/time.ts";
import { referenceEvents } from "../../tests/support/reference_evaluator.ts";
import { seeded } from "../../tests/support/seeded.ts";
import { DEADBAND, type Fixture, limitOf, streamName, STREAMS } from "../parts/andon.ts";
import { renderPage } from "../parts/page_source.ts";

export interface Walk {
  samples: Sample[][];
  /** Every stream has one sample in each millisecond from here on. */
  fromMs: Ms;
  rounds: number;
}

/**
 * With this step some 0.2 % of the samples of 500 rounds open or close an event; with 1 more than 0.5 % after
 * 200.
 */
const STEP = 0.8;

/** Random walks that exceed a limit now and then. */
export function createWalk({ fromMs, rounds, seed }: { fromMs: Ms; rounds: number; seed: number }): Walk {
  const random = seeded(seed);
  const samples = Array.from({ length: STREAMS }, (_, stream) => {
    let value = 89 * random();
    return Array.from({ length: rounds }, (_, round): Sample => {
      value += 2 * STEP * random() - STEP;
      if (value < 0 || value > 95) value = 190 * Number(value > 95) - value;
      return { time: timeOf(fromMs + round, stream), value: Math.round(100 * value) / 100, quality: "good" };
    });
  });
  return { samples, fromMs, rounds };
}

function timeOf(ms: Ms, stream: number): Ticks {
  return ticksFromMs(ms) + Math.floor(stream * TICKS_PER_MS / STREAMS);
}

const ITEMS_A_PAGE = 1_000;

/** A part of the walk as pages of at most 1,000 items; each item has `eventsAnItem` events of one stream. */
export function pagesOf(
  { samples }: Walk,
  { from, to, eventsAnItem, streams = samples.keys() }: {
    from: number;
    to: number;
    eventsAnItem: number;
    streams?: Iterable<number>;
  },
): Uint8Array<ArrayBuffer>[] {
  const pages: Uint8Array<ArrayBuffer>[] = [], all = [...streams];
  for (let round = from; round < to; round += eventsAnItem) {
    for (let first = 0; first < all.length; first += ITEMS_A_PAGE) {
      const some = all.slice(first, first + ITEMS_A_PAGE);
      pages.push(
        renderPage(
          some.map((stream) => itemText(stream, samples[stream]!.slice(round, round + eventsAnItem))),
        ),
      );
    }
  }
  return pages;
}

export function itemText(stream: number, events: readonly Sample[]): string {
  const texts = events.map(({ time, value }) =>
    `{"Timestamp":"${sourceTimeFromTicks(time)}","Value":${value}}`
  );
  return `{"resourceId":"${streamName(stream)}","operation":"Update","events":[${texts.join(",")}]}`;
}

/** An event as Andon reports it. */
export interface ReportedEvent {
  instance_id: number;
  start_time: string;
  end_time: string | null;
}

/** The share of the samples that opened or closed an event, in per cent: `0.21 %`. */
export function transitionsOf(reported: readonly ReportedEvent[], samples: number): string {
  const transitions = reported.reduce((sum, { end_time }) => sum + (end_time === null ? 1 : 2), 0);
  return `${(100 * transitions / samples).toFixed(2)} %`;
}

const REFERENCED_STREAMS = 200;

/** Whether the reported events of some streams equal those of the reference evaluator. */
export function areReferenceEvents(
  reported: readonly ReportedEvent[],
  walk: Walk,
  fixture: Fixture,
): boolean {
  const streams = Array.from({ length: REFERENCED_STREAMS }, (_, i) => i * STREAMS / REFERENCED_STREAMS);
  const expected = streams.flatMap((stream) => expectedOf(stream, walk, fixture)).sort();
  const watched = new Set(streams.flatMap((stream) => fixture.instances[stream]));
  const mine = reported.filter(({ instance_id }) => watched.has(instance_id)).map(lineOf).sort();
  const place = expected.findIndex((line, i) => line !== mine[i]);
  if (place < 0 && expected.length === mine.length) return true;
  console.error(
    `Events differ: ${mine.length} reported, ${expected.length} expected; "${mine[place]}", "${
      expected[place]
    }"`,
  );
  return false;
}

function expectedOf(stream: number, walk: Walk, { instances }: Fixture): string[] {
  const samples = walk.samples[stream]!;
  return instances[stream]!.flatMap((instanceId, rank) => {
    const instance = watching(instanceId, { stream, limit: limitOf(rank) });
    const input = { instance, samples: { [stream]: samples }, deployedAt: samples[0]!.time - 1 };
    return referenceEvents({ ...input, until: samples[samples.length - 1]!.time }).map(({ start, endAt }) =>
      lineOf({
        instance_id: instanceId,
        start_time: sourceTimeFromTicks(start),
        end_time: endAt === null ? null : sourceTimeFromTicks(endAt),
      })
    );
  });
}

function watching(
  instanceId: number,
  { stream, limit }: { stream: number; limit: number },
): Pick<DeployedInstance, "instanceId" | "rules" | "streams"> {
  const comparison = {
    stream,
    operator: "greater_than" as const,
    operands: [{ literal: limit }],
    of: null,
    deadband: DEADBAND,
    tolerance: 0,
    ignoreCase: false,
    maxAge: 0,
    acceptUncertain: false,
  };
  return {
    instanceId,
    rules: [{
      ruleId: "high",
      expression: { kind: "all", of: [{ kind: "comparison", comparison }] },
      onDelay: 0,
      offDelay: 0,
    }],
    streams: [{ id: stream, dataType: "NUM" }],
  };
}

/** Times rounded down to milliseconds, as in events. */
function lineOf({ instance_id, start_time, end_time }: ReportedEvent): string {
  const cut = (time: string | null) => time === null ? "open" : time.slice(0, 23);
  return `${instance_id} ${cut(start_time)} ${cut(end_time)}`;
}
