import type { Ms, Ticks } from "../../domain/shared/time.ts";
import type { StreamEvent } from "./stream_reader.ts";

export type ChangeOperation = "Insert" | "Update" | "Replace" | "Remove" | "RemoveWindow";

/** What one write did to one stream. A RemoveWindow's events are its two bounds. */
export interface Change {
  /** Counts from 1 in this run of the server. */
  seq: number;
  streamId: string;
  operation: ChangeOperation;
  events: StreamEvent[];
  /** What was visible when the write was made: no computed sample up to here follows it in the feed. */
  madeAt: Ticks;
  madeAtMs: Ms;
}

/** The writes of the last hour, in order; bounded, the oldest forgotten first. */
export interface ChangeLog {
  add(change: Omit<Change, "seq">): void;
  /** Changes after a sequence number, or undefined when some of them have been forgotten. */
  since(seq: number): readonly Change[] | undefined;
  /** The number of the newest change; 0 when there was none. */
  readonly newest: number;
  /** The number of the oldest change still known; 1 when there was none. */
  readonly oldest: number;
}

export const KEPT_MS = 3_600_000;
const MAX_EVENTS = 500_000;

export function createChangeLog(): ChangeLog {
  let changes: Change[] = [];
  let events = 0;
  let newest = 0;
  const forgetOld = (nowMs: Ms) => {
    let gone = 0;
    while (gone < changes.length - 1 && (changes[gone].madeAtMs < nowMs - KEPT_MS || events > MAX_EVENTS)) {
      events -= changes[gone++].events.length;
    }
    if (gone > 0) changes = changes.slice(gone);
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
      forgetOld(change.madeAtMs);
    },
    since(seq) {
      if (seq >= newest) return [];
      const first = changes[0].seq;
      return seq < first - 1 ? undefined : changes.slice(seq - first + 1);
    },
  };
}
