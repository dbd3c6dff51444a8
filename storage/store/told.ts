import type { Histogram } from "../../domain/metric/histogram.ts";
import type { EventNotice, FrameDraft } from "../../domain/shared/commit.ts";

/** What one commit tells: frames, in the order of the push log, and notices. */
export interface CommittedFrames {
  versionstamp: string;
  frames: FrameDraft[];
  notices: EventNotice[];
}

export interface StoreStats {
  commits: number;
  turns: number;
  conflicts: number;
  queued: number;
  /** Entries returned by lists and keys looked up, since the opening. */
  entriesRead: number;
  /** Per commit: its duration in seconds, its number of turns, and its bytes. */
  commit: { seconds: Histogram; turns: Histogram; bytes: Histogram };
}
