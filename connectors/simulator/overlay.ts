import type { Ticks } from "../../domain/shared/time.ts";
import type { Members } from "./sds_types.ts";

/** A sample that was written, or (members null) a computed one that was deleted. */
export interface WrittenSample {
  at: number;
  members: Members | null;
  /** The source's clock at the first write of this index. */
  writtenAt: Ticks;
}

/** A closed stretch of indexes. */
export interface Stretch {
  from: number;
  to: number;
}

/** A stretch that was removed at a moment of the source's clock: it hides the computed samples that were there. */
export interface RemovedStretch extends Stretch {
  at: Ticks;
}

/** All that was written to one stream, in order of index. */
export interface WrittenStream {
  samples: WrittenSample[];
  removed: RemovedStretch[];
}

/** The written samples of all streams, by lower-case stream id; bounded over all streams together. */
export interface Overlay {
  of(streamId: string): WrittenStream | undefined;
  /** How many streams were written to. */
  readonly size: number;
  /** Whether this many more samples may be written. */
  hasRoom(count: number): boolean;
  put(streamId: string, sample: WrittenSample): void;
  /** Takes written samples out of a stretch; the computed ones in it that are there are hidden from now on. */
  removeStretch(streamId: string, stretch: RemovedStretch): void;
  removeWritten(streamId: string, at: number): void;
  forget(streamId: string): void;
}

export const MAX_WRITTEN_SAMPLES = 1_000_000;
const MAX_REMOVED_STRETCHES = 10_000;

export function createOverlay(maxSamples = MAX_WRITTEN_SAMPLES): Overlay {
  const streams = new Map<string, WrittenStream>();
  let held = 0;
  const open = (streamId: string): WrittenStream => {
    const found = streams.get(streamId.toLowerCase());
    if (found !== undefined) return found;
    const made: WrittenStream = { samples: [], removed: [] };
    streams.set(streamId.toLowerCase(), made);
    return made;
  };
  return {
    of: (streamId) => streams.get(streamId.toLowerCase()),
    get size() {
      return streams.size;
    },
    hasRoom: (count) => held + count <= maxSamples,
    put(streamId, sample) {
      const { samples } = open(streamId);
      const place = placeOf(samples, sample.at);
      const before = samples[place];
      if (before?.at === sample.at) {
        samples[place] = { ...sample, writtenAt: before.writtenAt };
        return;
      }
      held++;
      samples.splice(place, 0, sample);
    },
    removeStretch(streamId, stretch) {
      const stream = open(streamId);
      const kept = stream.samples.filter(({ at }) => at < stretch.from || at > stretch.to);
      held -= stream.samples.length - kept.length;
      stream.samples = kept;
      if (stream.removed.length < MAX_REMOVED_STRETCHES) {
        stream.removed.push(stretch);
      }
    },
    removeWritten(streamId, at) {
      const { samples } = open(streamId);
      const place = placeOf(samples, at);
      if (samples[place]?.at !== at) return;
      samples.splice(place, 1);
      held--;
    },
    forget(streamId) {
      held -= streams.get(streamId.toLowerCase())?.samples.length ?? 0;
      streams.delete(streamId.toLowerCase());
    },
  };
}

/** The place of the first sample at or after an index. */
export function placeOf(samples: readonly WrittenSample[], at: number): number {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (samples[middle].at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The written sample at exactly an index. */
export function writtenSample(stream: WrittenStream | undefined, at: number): WrittenSample | undefined {
  if (stream === undefined) return undefined;
  const found = stream.samples[placeOf(stream.samples, at)];
  return found?.at === at ? found : undefined;
}

/** Whether a computed sample at an index is hidden by what was written or removed. */
export function hides(stream: WrittenStream, at: number): boolean {
  return writtenSample(stream, at) !== undefined ||
    stream.removed.some(({ from, to, at: removedAt }) => at >= from && at <= Math.min(to, removedAt));
}
