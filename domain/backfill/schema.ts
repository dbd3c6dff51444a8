import { z } from "zod";
import { count, id, instant } from "../shared/schema.ts";

/** The result of a backfill. */
export const backfill = z.strictObject({
  instance_id: id(),
  from: instant(),
  to: instant(),
  dry_run: z.boolean(),
  found: count().describe("Events that began and ended in the span"),
  written: count().describe("Of these, written, or with `dry_run` to be written"),
  known: count().describe("Of these, already stored or deleted by a person"),
  begun_before: count().describe("Left out: active at the start of the span"),
  open_at_end: count().describe("Left out: active at its end"),
  samples: count(),
  evaluations: count().describe("Evaluations of a rule"),
  missing_streams: z.array(z.string()).describe("Streams that are missing at the source"),
});

export interface BackfillResult extends z.infer<typeof backfill> {}
