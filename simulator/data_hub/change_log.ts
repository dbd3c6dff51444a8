import type { Ms, Ticks } from "../../domain/shared/time.ts";
import type { StreamEvent } from "./stream_reader.ts";

export type ChangeOperation = "Insert" | "Update" | "Replace" | "Remove" | "RemoveWindow";

/** One write to one stream. The events of a RemoveWindow are its two bounds. */
export interface Change {
  /** Counts from 1 in this run of the server. */
  seq: number;
  streamId: string;
  operation: ChangeOperation;
  events: StreamEvent[];
  /** The newest visible time at the write: computed samples up to here precede it in the feed. */
  madeAt: Ticks;
  madeAtMs: Ms;
}

/** The writes of the last hour, in order; bounded, the oldest are dropped first. */
export interface ChangeLog {
  add(change: Omit<Change, "seq">): void;
  /** Changes after a sequence number; undefined when some of them have been dropped. */
  since(seq: number): readonly Change[] | undefined;
  /** The number of the newest change; 0 when there was none. */
  readonly newest: number;
  /** The number of the oldest kept change; 1 when there was none. */
  readonly oldest: number;
}

export const KEPT_MS = 3_600_000;
const MAX_EVENTS = 500_000;

export function createChangeLog(): ChangeLog {
  let changes: Change[] = [];
  let events = 0;
  let newest = 0;
  const dropOld = (nowMs: Ms) => {
    let dropped = 0;
    while (
      dropped < changes.length - 1 && (changes[dropped]!.madeAtMs < nowMs - KEPT_MS || events > MAX_EVENTS)
    ) {
      events -= changes[dropped++]!.events.length;
    }
    if (dropped > 0) changes = changes.slice(dropped);
  };
  return {
    get newest() {
      return newest;
    },
    get oldest() {
      return changes[0]?.seq ?? 1;
    },
    add(change) {
      changes.push({ ...change, seq: ++newest });
      events += change.events.length;
      dropOld(change.madeAtMs);
    },
    since(seq) {
      if (seq >= newest) return [];
      const first = changes[0]!.seq;
      return seq < first - 1 ? undefined : changes.slice(seq - first + 1);
    },
  };
}
