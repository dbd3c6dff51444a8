import type { Ticks } from "../../../domain/shared/time.ts";
import { ticksFromMs, ticksOfSeconds } from "../../../domain/shared/time.ts";
import { seedOf, uniform } from "../chance.ts";
import type { SetFault } from "./board.ts";
import { type Fits, fitsPattern } from "./pattern.ts";
import type { DataSpec } from "./schema.ts";

/** A data fault as one stream has it: for the samples made after `from` and up to `to`. */
export interface StreamFault<S extends DataSpec = DataSpec> {
  spec: S;
  /** The fault's and the stream's together: no two streams draw alike. */
  seed: number;
  from: Ticks;
  to: Ticks;
}

export interface NamedStream {
  id: string;
  name: string;
}

/** The streams that a pattern over names and ids fits, of them a drawn share. */
export function streamsOf(
  fault: { seed: number; spec: { streams: string; stream_share: number } },
): (stream: NamedStream) => boolean {
  const fits: Fits = fitsPattern(fault.spec.streams);
  const { stream_share } = fault.spec;
  return ({ id, name }) => {
    if (!fits(name) && !fits(id)) return false;
    return stream_share >= 1 || uniform(seedOf(fault.seed, id.toLowerCase()), 0) < stream_share;
  };
}

/** The newest sample that can be seen when a fault begins is the last that it spares. */
export function spanOf(fault: SetFault, lagMs: number): { from: Ticks; to: Ticks } {
  return { from: ticksFromMs(fault.startMs - lagMs), to: ticksFromMs(fault.endMs - lagMs) };
}

export function streamFault(
  fault: SetFault<DataSpec>,
  of: { stream: NamedStream; lagMs: number },
): StreamFault {
  return {
    spec: fault.spec,
    seed: seedOf(fault.seed, of.stream.id.toLowerCase()),
    ...spanOf(fault, of.lagMs),
  };
}

export function covers(fault: StreamFault, at: Ticks): boolean {
  return at > fault.from && at <= fault.to;
}

/** Whether a fault takes the sample of a moment, by its share. */
export function takes(fault: StreamFault, at: Ticks): boolean {
  if (!covers(fault, at)) return false;
  return !("share" in fault.spec) || uniform(fault.seed, at) < fault.spec.share;
}

/** After a sample's own time nothing more comes of a fault than this. */
export function longestDelay({ spec }: StreamFault): Ticks {
  if (spec.kind === "late") return ticksOfSeconds(spec.up_to_seconds);
  if (spec.kind === "duplicate") return ticksOfSeconds(spec.delay_seconds);
  if (spec.kind !== "correction") return 0;
  const window = spec.operation === "remove_window" ? spec.window_seconds : 0;
  return ticksOfSeconds(spec.delay_seconds + window);
}
