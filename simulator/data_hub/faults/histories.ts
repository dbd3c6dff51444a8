import type { Ms } from "../../../domain/shared/time.ts";
import type { ComputedStream } from "../computed_stream.ts";
import type { RemovedRange } from "../overlay.ts";
import type { FaultRegistry, SetFault } from "./fault_registry.ts";
import { SampleHistory } from "./sample_history.ts";
import { type DataSpec, isDataSpec } from "./schema.ts";
import { streamFault, streamsOf } from "./stream_fault.ts";

/** The histories of streams under data faults, ended faults included. */
export interface Histories {
  /** Undefined when no fault ever affected the stream. */
  of(stream: ComputedStream): SampleHistory | undefined;
  /** Whether any fault ever affected a stream. */
  readonly any: boolean;
  /** Reloads the data faults when they have changed. */
  refresh(nowMs: Ms): void;
}

export function createHistories(
  parts: {
    registry: FaultRegistry;
    lagMs: number;
    removedOf: (streamId: string) => readonly RemovedRange[];
  },
): Histories {
  const cached = new Map<string, SampleHistory | null>();
  let stamp = "";
  let faults: { fault: SetFault<DataSpec>; matches: ReturnType<typeof streamsOf> }[] = [];
  const create = (stream: ComputedStream): SampleHistory | null => {
    const matching = faults.filter(({ matches }) => matches(stream));
    if (matching.length === 0) return null;
    const streamFaults = matching.map(({ fault }) => streamFault(fault, { stream, lagMs: parts.lagMs }));
    return new SampleHistory(stream, streamFaults, () => parts.removedOf(stream.id));
  };
  return {
    get any() {
      return faults.length > 0;
    },
    of(stream) {
      if (faults.length === 0) return undefined;
      const key = stream.id.toLowerCase();
      let found = cached.get(key);
      if (found === undefined) {
        found = create(stream);
        cached.set(key, found);
      }
      return found ?? undefined;
    },
    refresh(nowMs) {
      const now = parts.registry.stamp(nowMs);
      if (now === stamp) return;
      stamp = now;
      cached.clear();
      faults = parts.registry.list().filter(hasDataSpec).map((fault) => ({
        fault,
        matches: streamsOf(fault),
      }));
    },
  };
}

function hasDataSpec(fault: SetFault): fault is SetFault<DataSpec> {
  return isDataSpec(fault.spec);
}
