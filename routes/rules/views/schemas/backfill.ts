import { backfill as result } from "../../../../domain/backfill/schema.ts";
import { shown } from "../../../pipeline/document/shown.ts";

export const backfill = shown(
  "Backfill",
  result,
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
