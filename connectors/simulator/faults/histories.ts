import type { Ms } from "../../../domain/shared/time.ts";
import type { ComputedStream } from "../computed_stream.ts";
import type { RemovedStretch } from "../overlay.ts";
import type { FaultBoard, SetFault } from "./board.ts";
import { SampleHistory } from "./sample_history.ts";
import { type DataSpec, isDataSpec } from "./schema.ts";
import { streamFault, streamsOf } from "./stream_fault.ts";

/** Streams under data faults, past ones included. */
export interface Histories {
  /** Undefined: no fault has ever touched the stream. */
  of(stream: ComputedStream): SampleHistory | undefined;
  /** Whether any stream was ever touched. */
  readonly any: boolean;
  /** Looks at the faults anew. */
  refresh(nowMs: Ms): void;
}

export function createHistories(
  parts: {
    board: FaultBoard;
    lagMs: number;
    removedOf: (streamId: string) => readonly RemovedStretch[];
  },
): Histories {
  const known = new Map<string, SampleHistory | null>();
  let stamp = "";
  let faults: { fault: SetFault<DataSpec>; fits: ReturnType<typeof streamsOf> }[] = [];
  const made = (stream: ComputedStream): SampleHistory | null => {
    const fitting = faults.filter(({ fits }) => fits(stream));
    if (fitting.length === 0) return null;
    const own = fitting.map(({ fault }) => streamFault(fault, { stream, lagMs: parts.lagMs }));
    return new SampleHistory(stream, own, () => parts.removedOf(stream.id));
  };
  return {
    get any() {
      return faults.length > 0;
    },
    of(stream) {
      if (faults.length === 0) return undefined;
      const key = stream.id.toLowerCase();
      let found = known.get(key);
      if (found === undefined) {
        found = made(stream);
        known.set(key, found);
      }
      return found ?? undefined;
    },
    refresh(nowMs) {
      const now = parts.board.stamp(nowMs);
      if (now === stamp) return;
      stamp = now;
      known.clear();
      faults = parts.board.list().filter(hasDataSpec).map((fault) => ({ fault, fits: streamsOf(fault) }));
    },
  };
}

function hasDataSpec(fault: SetFault): fault is SetFault<DataSpec> {
  return isDataSpec(fault.spec);
}
