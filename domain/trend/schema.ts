import { z } from "zod";
import { quality, timedValue } from "../sample/schema.ts";
import { count, instant } from "../shared/schema.ts";

const figure = () => z.number().nullable();

/**
 * The figures of a bucket: `min`, `max`, `first` and `last` of the samples that are not bad, the worst
 * `quality`, and `count` of all samples. An empty bucket has nulls and 0.
 */
const bucket = z.strictObject({
  start: instant(),
  min: figure(),
  max: figure(),
  first: figure(),
  last: figure(),
  quality: quality.nullable(),
  count: count(),
});

/** A part of the span without a known value. */
const gap = z.strictObject({ start: instant(), end: instant() });

/**
 * What a trend is made of. `all`: every sample. `extremes`: of each bucket at least the first, lowest, highest and last
 * sample, chosen by the source. `parts`: every sample of some parts; `unread` are the others.
 */
const basis = z.enum(["all", "extremes", "parts"]);

/** Numbers have `buckets`; texts and booleans have `changes`, the newest 2,000, each a new value or quality. */
export const trend = z.strictObject({
  held: z.union([timedValue, z.null()]).describe("The value held at `from`"),
  samples: count(),
  buckets: z.array(bucket),
  changes: z.array(timedValue),
  truncated: z.boolean().describe("There are more changes than are listed"),
  basis,
  unread: z.array(gap).describe("The parts of the span that were not read; empty unless `basis` is `parts`"),
  gaps: z.array(gap),
});

export interface Trend extends z.infer<typeof trend> {}
export interface TrendValue extends z.infer<typeof timedValue> {}
export interface TrendBucket extends z.infer<typeof bucket> {}
export type TrendBasis = z.infer<typeof basis>;
export interface TrendGap extends z.infer<typeof gap> {}
