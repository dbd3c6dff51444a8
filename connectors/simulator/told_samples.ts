import { isoFromTicks, sourceTimeFromTicks, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { ChangeOperation } from "./change_log.ts";
import type { ComputedStream } from "./computed_stream.ts";
import type { Told } from "./faults/sample_history.ts";
import { writtenSample } from "./overlay.ts";
import { type AskedSeries, namedProperty, type TrueSample, valueOf } from "./truth.ts";
import { refreshWorld, visibleAt, type World } from "./world.ts";

/** One change of one stream and when it could first be seen. Of removals the value is null. */
export interface ToldSample extends TrueSample {
  at: string;
  operation: ChangeOperation;
  /** Of a RemoveWindow: its other end; `timestamp` is its start. */
  windowEnd?: string;
}

/** All that was done to a stream after one moment of the clock and up to another, in the order of the change feed. */
export function toldSamples(world: World, asked: AskedSeries): ToldSample[] {
  refreshWorld(world, asked.nowMs);
  const found = namedProperty(world, asked.streamName);
  const after = ticksFromMs(asked.fromMs - world.lagMs);
  const to = Math.min(ticksFromMs(asked.toMs - world.lagMs), visibleAt(world, asked.nowMs).to);
  const told = [
    ...computedTold(world, found.stream.computed, { after, to }),
    ...writtenTold(world, found.stream.id),
  ]
    .filter(({ at }) => at > after && at <= to);
  return told.sort((a, b) => a.at - b.at).flatMap(({ at, operation, events }) => {
    const common = { at: isoFromTicks(at + world.lagMs * 10_000), operation };
    if (operation === "RemoveWindow") {
      const [timestamp, windowEnd] = events.map((event) => sourceTimeFromTicks(event.at));
      return [{ ...common, timestamp, windowEnd, value: null }];
    }
    return events.map((event) => ({
      ...common,
      timestamp: sourceTimeFromTicks(event.at),
      value: operation === "Remove" ? null : valueOf(event, found),
    }));
  });
}

function computedTold(
  world: World,
  computed: ComputedStream | undefined,
  due: { after: Ticks; to: Ticks },
): Told[] {
  if (computed === undefined) return [];
  const history = world.histories.of(computed);
  const told = history?.told(due.after, due.to) ?? plainTold(computed, due);
  const written = world.overlay.of(computed.id);
  return told.filter(({ at, operation, events }) => {
    if (operation === "RemoveWindow") return true;
    const sample = writtenSample(written, events[0].at);
    return sample === undefined || sample.writtenAt >= at;
  });
}

function plainTold(computed: ComputedStream, due: { after: Ticks; to: Ticks }): Told[] {
  return [...computed.cadence.forward(due.after + 1, due.to)].map((at) => ({
    at,
    operation: "Insert" as const,
    events: [{ at, members: computed.members(at) }],
  }));
}

/** The writes still known, of the last hour. */
function writtenTold(world: World, streamId: string): Told[] {
  const { changes } = world;
  return (changes.since(changes.oldest - 1) ?? [])
    .filter((change) => change.streamId.toLowerCase() === streamId.toLowerCase())
    .map(({ madeAt, operation, events }) => ({ at: madeAt, operation, events }));
}
