import type { Ms } from "../shared/time.ts";

const MINUTE_MS: Ms = 60_000;
/** New streams of a source that tells of them are discovered together. */
const LISTING_MS: Ms = 2_000;

export interface DiscoveryState {
  /** The plant that is configured. */
  plant: string | undefined;
  /** `discovery_minutes`; 0: only by hand. */
  minutes: number;
  last: { atMs: Ms; plant: string } | undefined;
  /** The source has told that it has other streams than at the last one. */
  isListingNew?: boolean;
  /** Failures in a row, and when the last one was. */
  failures: number;
  failedMs: Ms;
}

/** When the next discovery is due; null: none is. It may be in the past. */
export function discoveryDueMs(
  { plant, minutes, last, isListingNew, failures, failedMs }: DiscoveryState,
): Ms | null {
  if (minutes === 0 || plant === undefined) return null;
  const everyMs = minutes * MINUTE_MS;
  const due = last === undefined || last.plant !== plant
    ? -Infinity
    : last.atMs + (isListingNew ? LISTING_MS : everyMs);
  if (failures === 0) return due;
  return Math.max(due, failedMs + Math.min(everyMs, MINUTE_MS * 2 ** (failures - 1)));
}
