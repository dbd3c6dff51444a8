import { QUALITIES, type Quality, type Sample } from "../sample/types.ts";
import { isoFromTicks } from "../shared/time.ts";
import type { TrendBucket, TrendSpan } from "./types.ts";

/** The samples of a span in buckets of equal width. The last bucket includes the end of the span. */
export function trendBuckets(samples: readonly Sample[], span: TrendSpan): TrendBucket[] {
  const filling = new TrendBuckets(span);
  for (const sample of samples) filling.add(sample);
  return filling.buckets;
}

/** As `trendBuckets`, filled sample by sample in order of time. */
export class TrendBuckets {
  readonly buckets: TrendBucket[];
  readonly #width: number;

  constructor(private readonly span: TrendSpan) {
    const { from, to, points } = span;
    this.#width = (to - from) / points;
    this.buckets = Array.from(
      { length: points },
      (_, i) => emptyBucket(isoFromTicks(from + i * this.#width)),
    );
  }

  add(sample: Sample): void {
    const { from, points } = this.span;
    const index = Math.floor((sample.time - from) / this.#width);
    addSample(this.buckets[Math.min(points - 1, Math.max(0, index))]!, sample);
  }
}

function emptyBucket(start: string): TrendBucket {
  return { start, min: null, max: null, first: null, last: null, quality: null, count: 0 };
}

function addSample(bucket: TrendBucket, { value, quality }: Sample): void {
  bucket.count++;
  bucket.quality = worse(bucket.quality, quality);
  if (typeof value !== "number" || quality === "bad") return;
  bucket.first ??= value;
  bucket.last = value;
  bucket.min = Math.min(bucket.min ?? value, value);
  bucket.max = Math.max(bucket.max ?? value, value);
}

function worse(a: Quality | null, b: Quality): Quality {
  return a !== null && QUALITIES.indexOf(a) > QUALITIES.indexOf(b) ? a : b;
}
