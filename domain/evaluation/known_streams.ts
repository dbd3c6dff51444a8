import type { Ticks } from "../shared/time.ts";
import type { Deployments } from "./deployments.ts";
import type { KnownStream } from "./types.ts";

export function unreadStream(stream: number): KnownStream {
  return { stream, read: false, sample: null, good: null };
}

/** What is known of a stream at `at`: its newest sample at or before it, of the judged and the waiting ones. */
export function knownAt({ streams, pending }: Deployments, stream: number, at: Ticks): KnownStream {
  const row = streams.rowOf.get(stream);
  if (row === undefined || streams.read[row] === 0) return unreadStream(stream);
  const judged = streams.holdingOf(row), type = streams.typeOf(row);
  const sample = pending.newestAt(row, at, type) ?? judged.sample;
  if (sample === null || sample.quality === "good") return { stream, read: true, sample, good: null };
  const judgedGood = judged.sample?.quality === "good" ? judged.sample : judged.good;
  return { stream, read: true, sample, good: pending.newestGoodAt(row, at, type) ?? judgedGood };
}

/**
 * Takes in what has been read of a bound stream, up to `upTo`. What lies above the watermark waits there, like any
 * sample.
 */
export function absorb(
  { streams, pending }: Deployments,
  known: KnownStream,
  { upTo, watermark }: { upTo: Ticks; watermark: Ticks },
): void {
  const row = streams.rowOf.get(known.stream);
  if (row === undefined) return;
  streams.read[row] = 1;
  for (const sample of [known.good, known.sample]) {
    if (sample === null || sample.time > upTo) continue;
    if (sample.time <= watermark) streams.takeSample(row, sample);
    else if (!pending.has(row, sample.time)) pending.offer(row, sample, streams.typeOf(row));
  }
}
