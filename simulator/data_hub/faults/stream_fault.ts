import type { Ticks } from "../../../domain/shared/time.ts";
import { ticksFromMs, ticksOfSeconds } from "../../../domain/shared/time.ts";
import { seedOf, uniform } from "../pseudo_random.ts";
import type { SetFault } from "./fault_registry.ts";
import { patternMatcher, type TextMatcher } from "./pattern.ts";
import type { DataSpec } from "./schema.ts";

/** A data fault applied to one stream, for the samples measured in (from, to]. */
export interface StreamFault<S extends DataSpec = DataSpec> {
  spec: S;
  /** Derived from fault and stream, so that the draws of streams differ. */
  seed: number;
  from: Ticks;
  to: Ticks;
}

export interface NamedStream {
  id: string;
  name: string;
}

/** Matches streams by a pattern over names and ids, and of these a drawn share. */
export function streamsOf(
  fault: { seed: number; spec: { streams: string; stream_share: number } },
): (stream: NamedStream) => boolean {
  const matches: TextMatcher = patternMatcher(fault.spec.streams);
  const { stream_share } = fault.spec;
  return ({ id, name }) => {
    if (!matches(name) && !matches(id)) return false;
    return stream_share >= 1 || uniform(seedOf(fault.seed, id.toLowerCase()), 0) < stream_share;
  };
}

/** The samples that a fault affects: those after the newest visible one at its start. */
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

/** Draws whether a fault affects the sample of a time, by its share. */
export function affectsSample(fault: StreamFault, at: Ticks): boolean {
  if (!covers(fault, at)) return false;
  return !("share" in fault.spec) || uniform(fault.seed, at) < fault.spec.share;
}

/** The longest time after a sample at which a fault still acts on it. */
export function longestDelay({ spec }: StreamFault): Ticks {
  if (spec.kind === "late") return ticksOfSeconds(spec.up_to_seconds);
  if (spec.kind === "duplicate") return ticksOfSeconds(spec.delay_seconds);
  if (spec.kind !== "correction") return 0;
  const window = spec.operation === "remove_window" ? spec.window_seconds : 0;
  return ticksOfSeconds(spec.delay_seconds + window);
}
