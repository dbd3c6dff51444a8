import { CLEARED } from "./columns.ts";
import type { KeyDigest } from "./digest.ts";
import type { AlarmTable } from "./table.ts";

export type DelayKind = "on_delay" | "off_delay";

/** Delays to try, in seconds. On-delays are short, because a person waits for them. */
export const DELAYS: Readonly<Record<DelayKind, readonly number[]>> = {
  on_delay: [5, 10, 15, 30, 60],
  off_delay: [5, 10, 15, 30, 60, 120, 300],
};

export interface Delay {
  kind: DelayKind;
  seconds: number;
}

/**
 * How many of a key's events in the span a delay would have prevented. On-delay: those whose condition
 * cleared within it. Off-delay: those that began within it after the previous event cleared, which would have
 * gone on.
 */
export function savedBy(table: AlarmTable, digest: KeyDigest, delay: Delay & { fromMs: number }): number {
  const { startMs, activatedMs, endMs, bits } = table;
  const delayMs = delay.seconds * 1_000;
  let saved = 0;
  for (let row = digest.rows.from; row < digest.rows.to; row++) {
    if (activatedMs[row]! < delay.fromMs) continue;
    if (delay.kind === "on_delay") {
      if ((bits[row]! & CLEARED) !== 0 && endMs[row]! - startMs[row]! <= delayMs) saved++;
    } else if (row > digest.rows.from && (bits[row - 1]! & CLEARED) !== 0) {
      if (startMs[row]! - endMs[row - 1]! <= delayMs) saved++;
    }
  }
  return saved;
}
