import type { PastRead, ReadPastMessage } from "../../../actors/source/contract.ts";
import { type LongWindow, longWindows, windowWarnings } from "../../../domain/instance/window_warnings.ts";
import { sourceOfInstance } from "../../../domain/instance/source.ts";
import type { InstanceRecord, UnitWarning } from "../../../domain/instance/types.ts";
import { TICKS_PER_SECOND, ticksFromMs, ticksOfSeconds } from "../../../domain/shared/time.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { deployedRules } from "./unit_warnings.ts";

/** What counts as lately. */
const SPAN = ticksOfSeconds(600);
/** Of more samples than this a part of the span is read. */
const MOST_SAMPLES = 10_000;
const MOST_STREAMS = 20;
/** The answer of a deployment waits no longer for the source. */
const DEADLINE_MS = 3_000;

/** The windows of a deployed instance that will hold too many samples. Without an answer of the source there are none. */
export async function windowWarningsOf(deps: AppDeps, record: InstanceRecord): Promise<UnitWarning[]> {
  const windows = longWindows(deployedRules(deps, record));
  const source = sourceOfInstance(record);
  if (windows.length === 0 || deps.sourceStatus(source).state !== "connected") return [];
  const rates = await measuredRates(deps, { windows, source: deps.source(source) });
  const nameOf = (id: number) => deps.storage.assets.stream(id)?.stream_name ?? `stream ${id}`;
  return windowWarnings(windows, { rateOf: (stream) => rates.get(stream), nameOf });
}

/** By stream, the samples a second of the last minutes. */
async function measuredRates(
  { storage, now, randomBytes, log }: AppDeps,
  { windows, source }: { windows: readonly LongWindow[]; source: ReturnType<AppDeps["source"]> },
): Promise<ReadonlyMap<number, number>> {
  const ids = [...new Set(windows.map(({ stream }) => stream))].slice(0, MOST_STREAMS);
  const to = ticksFromMs(now()), from = to - SPAN;
  const message: ReadPastMessage = {
    type: "read_past",
    reading: `rates ${randomBytes(8).toHex()}`,
    streams: ids.flatMap((id) => storage.assets.stream(id) ?? []),
    from,
    to,
    isFirst: false,
    reaches: [],
    most: MOST_SAMPLES,
  };
  try {
    const { batch, upTo } = await source.ask<PastRead>(message, { deadlineMs: DEADLINE_MS });
    const counts = new Map<number, number>();
    for (const stream of batch.streams.subarray(0, batch.count)) {
      counts.set(stream, (counts.get(stream) ?? 0) + 1);
    }
    const seconds = (upTo - from) / TICKS_PER_SECOND;
    return new Map([...counts].map(([stream, count]) => [stream, count / seconds]));
  } catch (error) {
    source.tell({ type: "stop_reading", reading: message.reading });
    log("debug", "The rates of streams could not be measured", { reason: String(error) });
    return new Map();
  }
}
