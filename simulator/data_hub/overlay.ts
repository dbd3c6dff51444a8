import type { Ticks } from "../../domain/shared/time.ts";
import type { Members } from "./sds_types.ts";

/** A written sample; with `members` null, a deleted computed one. */
export interface WrittenSample {
  at: number;
  members: Members | null;
  /** Source time of the first write at this index. */
  writtenAt: Ticks;
}

/** A range of indexes, both ends included. */
export interface IndexRange {
  from: number;
  to: number;
}

/** A range that was removed at a source time: it hides the computed samples that existed then. */
export interface RemovedRange extends IndexRange {
  at: Ticks;
}

/** The writes to one stream, in order of index. */
export interface WrittenStream {
  samples: WrittenSample[];
  removed: RemovedRange[];
}

/** The written samples of all streams, by lower-case stream id; bounded in total. */
export interface Overlay {
  of(streamId: string): WrittenStream | undefined;
  /** Number of streams with writes. */
  readonly size: number;
  /** Whether `count` more samples may be written. */
  hasRoom(count: number): boolean;
  put(streamId: string, sample: WrittenSample): void;
  /** Removes written samples from a range, and hides the computed samples that exist in it. */
  removeRange(streamId: string, range: RemovedRange): void;
  removeWritten(streamId: string, at: number): void;
  forget(streamId: string): void;
}

export const MAX_WRITTEN_SAMPLES = 1_000_000;
const MAX_REMOVED_RANGES = 10_000;

export function createOverlay(maxSamples = MAX_WRITTEN_SAMPLES): Overlay {
  const streams = new Map<string, WrittenStream>();
  let held = 0;
  const open = (streamId: string): WrittenStream => {
    const found = streams.get(streamId.toLowerCase());
    if (found !== undefined) return found;
    const stream: WrittenStream = { samples: [], removed: [] };
    streams.set(streamId.toLowerCase(), stream);
    return stream;
  };
  return {
    of: (streamId) => streams.get(streamId.toLowerCase()),
    get size() {
      return streams.size;
    },
    hasRoom: (count) => held + count <= maxSamples,
    put(streamId, sample) {
      const { samples } = open(streamId);
      const position = positionOf(samples, sample.at);
      const before = samples[position];
      if (before?.at === sample.at) {
        samples[position] = { ...sample, writtenAt: before.writtenAt };
        return;
      }
      held++;
      samples.splice(position, 0, sample);
    },
    removeRange(streamId, range) {
      const stream = open(streamId);
      const kept = stream.samples.filter(({ at }) => at < range.from || at > range.to);
      held -= stream.samples.length - kept.length;
      stream.samples = kept;
      if (stream.removed.length < MAX_REMOVED_RANGES) {
        stream.removed.push(range);
      }
    },
    removeWritten(streamId, at) {
      const { samples } = open(streamId);
      const position = positionOf(samples, at);
      if (samples[position]?.at !== at) return;
      samples.splice(position, 1);
      held--;
    },
    forget(streamId) {
      held -= streams.get(streamId.toLowerCase())?.samples.length ?? 0;
      streams.delete(streamId.toLowerCase());
    },
  };
}

/** The position of the first sample at or after an index. */
export function positionOf(samples: readonly WrittenSample[], at: number): number {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (samples[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The written sample exactly at an index. */
export function writtenSample(stream: WrittenStream | undefined, at: number): WrittenSample | undefined {
  if (stream === undefined) return undefined;
  const found = stream.samples[positionOf(stream.samples, at)];
  return found?.at === at ? found : undefined;
}

/** Whether a write or removal hides the computed sample at an index. */
export function hides(stream: WrittenStream, at: number): boolean {
  return writtenSample(stream, at) !== undefined ||
    stream.removed.some(({ from, to, at: removedAt }) => at >= from && at <= Math.min(to, removedAt));
}
