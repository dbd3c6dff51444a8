import { z } from "@hono/zod-openapi";
import { trend as computed } from "../../../../domain/trend/schema.ts";
import { TREND_POINTS } from "../../../../domain/trend/types.ts";
import { fullInstant, shown } from "../../../pipeline/document/shown.ts";
import { stream } from "./asset.ts";

/** What `basis` says, for the descriptions of routes. */
export const TREND_BASIS_TEXT =
  "`basis` is `all` when every sample is read. Of a span beyond 8 hours the source chooses samples of each bucket, where it " +
  "can: `extremes`, which hold the first, lowest, highest and last. Where it cannot, at most 200,000 samples are read, else " +
  "up to 24 `parts`; `unread` names the others. `samples` and `count` count what is read.";

export const trend = shown(
  "Trend",
  z.strictObject({
    stream: stream.schema,
    from: fullInstant(),
    to: fullInstant(),
    points: z.int().min(TREND_POINTS.min).max(TREND_POINTS.max),
    ...computed.shape,
  }),
  {
    stream: stream.example,
    from: "2026-01-31T08:00:00.0000000Z",
    to: "2026-01-31T09:00:00.0000000Z",
    points: 2,
    held: { time: "2026-01-31T07:59:58.0000000Z", value: 3.9, quality: "good" },
    samples: 1,
    buckets: [
      {
        start: "2026-01-31T08:00:00.000Z",
        min: 4.2,
        max: 4.2,
        first: 4.2,
        last: 4.2,
        quality: "good",
        count: 1,
      },
      {
        start: "2026-01-31T08:30:00.000Z",
        min: null,
        max: null,
        first: null,
        last: null,
        quality: null,
        count: 0,
      },
    ],
    changes: [],
    truncated: false,
    basis: "all",
    unread: [],
    gaps: [],
  },
);

/** A trend among several; without it, why it cannot be read. */
export const trendOfSeveral = shown(
  "TrendOfSeveral",
  z.strictObject({
    id: z.int(),
    trend: z.union([trend.schema, z.null()]),
    error: z.string().nullable(),
  }),
  { id: 11, trend: trend.example, error: null },
);
