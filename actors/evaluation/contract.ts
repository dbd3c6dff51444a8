import type { KnownStream } from "../../domain/evaluation/types.ts";
import type { Sample } from "../../domain/sample/types.ts";
import type { SampleBatch } from "../../domain/sample/batch.ts";
import type { Ticks } from "../../domain/shared/time.ts";

/** One evaluation actor a shard; its id is the shard's number. */
export const EVALUATION = "evaluation";

/** Where the stored state of a generation stands. */
export interface GenerationPointer {
  v: 1;
  generation: number;
  watermark: Ticks;
  /** The feed's position, opaque to all but the source actor; null when polling or without a source. */
  position: { signupId: string; bookmark: string } | null;
  shards: number;
}

export type EvaluationMessage =
  /** Builds the engine anew from the pointed generation and the journal since. Answers `Restored`. */
  | { type: "restore"; pointer: GenerationPointer | null; watermark: Ticks; sourceMaxAgeSeconds: number }
  /** Samples of this shard's streams, then every instant up to the watermark. Answers `Judged` after the commit. */
  | { type: "samples"; batch: SampleBatch | null; watermark: Ticks | null }
  /** The first read of streams: what was known at or before `upTo`; later samples come in a batch before this. */
  | { type: "first_read"; reads: FirstRead[]; upTo: Ticks }
  /** Stores this shard's part of a generation. Answers `Stored` when it is durable. */
  | { type: "barrier"; generation: number };

export interface FirstRead {
  known: KnownStream;
  later: Sample[];
}

export interface Restored {
  /** Streams that deployed rules name. */
  bound: number[];
  /** Of these, never read yet. */
  unread: number[];
  /** Of these, bound since the generation: to be read by window from the watermark on. */
  sinceGeneration: number[];
  instances: number;
  /** The highest generation number seen in the journal; the next one must be above it. */
  newestGeneration: number;
}

export interface Judged {
  accepted: number;
  late: number;
  opened: number;
  closed: number;
}

export interface Stored {
  chunks: number;
}
