import { z } from "@hono/zod-openapi";
import type { BackfillResult } from "../../../domain/backfill/types.ts";
import { count, id, instant, shown } from "../../document/shown.ts";

export const backfill = shown(
  "Backfill",
  z.strictObject({
    instance_id: id(),
    from: instant(),
    to: instant(),
    dry_run: z.boolean(),
    found: count().openapi({ description: "Events that began and ended in the span" }),
    written: count().openapi({ description: "Of these, written, or with `dry_run` to be written" }),
    known: count().openapi({ description: "Of these, already stored or deleted by a person" }),
    begun_before: count().openapi({ description: "Left out: active at the start of the span" }),
    open_at_end: count().openapi({ description: "Left out: active at its end" }),
    samples: count(),
    evaluations: count().openapi({ description: "Evaluations of a rule" }),
    missing_streams: z.array(z.string()).openapi({ description: "Streams that are missing at the source" }),
  }) satisfies z.ZodType<BackfillResult>,
  {
    instance_id: 11,
    from: "2026-01-24T08:00:00.000Z",
    to: "2026-01-31T08:00:00.000Z",
    dry_run: false,
    found: 12,
    written: 12,
    known: 0,
    begun_before: 0,
    open_at_end: 1,
    samples: 60_480,
    evaluations: 60_481,
    missing_streams: [],
  },
);
