import { isoFromTicks, sourceTimeFromTicks, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { ChangeOperation } from "./change_log.ts";
import type { ComputedStream } from "./computed_stream.ts";
import type { ReportedChange } from "./faults/sample_history.ts";
import { writtenSample } from "./overlay.ts";
import { namedProperty, type SeriesQuery, type TrueSample, valueOf } from "./truth.ts";
import { refreshWorld, visibleAt, type World } from "./world.ts";

/** One change of a stream and when it became visible. The value of a removal is null. */
export interface ReportedSample extends TrueSample {
  at: string;
  operation: ChangeOperation;
  /** End of a RemoveWindow; `timestamp` is its start. */
  windowEnd?: string;
}

/** The changes of a stream in (fromMs, toMs] of the clock, in the order of the change feed. */
export function reportedSamples(world: World, query: SeriesQuery): ReportedSample[] {
  refreshWorld(world, query.nowMs);
  const found = namedProperty(world, query.streamName);
  const after = ticksFromMs(query.fromMs - world.lagMs);
  const to = Math.min(ticksFromMs(query.toMs - world.lagMs), visibleAt(world, query.nowMs).to);
  const reported = [
    ...computedChanges(world, found.stream.computed, { after, to }),
    ...writtenChanges(world, found.stream.id),
  ]
    .filter(({ at }) => at > after && at <= to);
  return reported.sort((a, b) => a.at - b.at).flatMap(({ at, operation, events }) => {
    const common = { at: isoFromTicks(at + world.lagMs * 10_000), operation };
    if (operation === "RemoveWindow") {
      const [timestamp = "", windowEnd] = events.map((event) => sourceTimeFromTicks(event.at));
      return [{ ...common, timestamp, windowEnd, value: null }];
    }
    return events.map((event) => ({
      ...common,
      timestamp: sourceTimeFromTicks(event.at),
      value: operation === "Remove" ? null : valueOf(event, found),
    }));
  });
}

function computedChanges(
  world: World,
  computed: ComputedStream | undefined,
  due: { after: Ticks; to: Ticks },
): ReportedChange[] {
  if (computed === undefined) return [];
  const history = world.histories.of(computed);
  const reported = history?.reported(due.after, due.to) ?? plainChanges(computed, due);
  const written = world.overlay.of(computed.id);
  return reported.filter(({ at, operation, events }) => {
    if (operation === "RemoveWindow") return true;
    const sample = writtenSample(written, events[0]!.at);
    return sample === undefined || sample.writtenAt >= at;
  });
}

function plainChanges(computed: ComputedStream, due: { after: Ticks; to: Ticks }): ReportedChange[] {
  return [...computed.cadence.forward(due.after + 1, due.to)].map((at) => ({
    at,
    operation: "Insert" as const,
    events: [{ at, members: computed.members(at) }],
  }));
}

/** The writes that the log still has, of the last hour. */
function writtenChanges(world: World, streamId: string): ReportedChange[] {
  const { changes } = world;
  return (changes.since(changes.oldest - 1) ?? [])
    .filter((change) => change.streamId.toLowerCase() === streamId.toLowerCase())
    .map(({ madeAt, operation, events }) => ({ at: madeAt, operation, events }));
}
