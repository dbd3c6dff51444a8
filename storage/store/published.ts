import type { Histogram } from "../../domain/metric/histogram.ts";
import type { EventNotice, FrameDraft } from "../../domain/shared/commit.ts";

/** What is published of one commit: frames, in the order of the push log, and notices. */
export interface PublishedCommit {
  versionstamp: string;
  frames: FrameDraft[];
  notices: EventNotice[];
}

export interface StoreStats {
  commits: number;
  writes: number;
  conflicts: number;
  queued: number;
  /** Entries returned by lists and keys looked up, since the opening. */
  entriesRead: number;
  /** Per commit: its duration in seconds, its number of writes, and its bytes. */
  commit: { seconds: Histogram; writes: Histogram; bytes: Histogram };
}
