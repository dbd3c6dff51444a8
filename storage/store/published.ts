import type { EventNotice, FrameDraft } from "../../domain/shared/commit.ts";
import type { CommitFigures } from "./commit_figures.ts";

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
  commit: CommitFigures;
}
