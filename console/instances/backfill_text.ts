import type { Schemas } from "../api/client.ts";
import { countText, numberText } from "../parts/numbers.ts";

type Backfill = Pick<
  Schemas["Backfill"],
  "found" | "written" | "known" | "begun_before" | "open_at_end" | "missing_streams"
>;

/** The result of a backfill's dry run, in sentences. */
export function backfillText(
  { found, written, known, begun_before, open_at_end, missing_streams }: Backfill,
): string {
  if (found + begun_before + open_at_end === 0) {
    return `No events found.${missingText(missing_streams)}`;
  }
  const stored = known === 0 ? "" : ` Already stored or deleted: ${numberText(known)}.`;
  const left = begun_before + open_at_end;
  const out = left === 0 ? "" : ` Left out because they began before or ended after it: ${numberText(left)}.`;
  return `${countText(found, "event")} began and ended in this time; ${
    numberText(written)
  } to write.${stored}${out}${missingText(missing_streams)}`;
}

function missingText(streams: readonly string[]): string {
  return streams.length === 0 ? "" : ` Missing at source: ${streams.join(", ")}.`;
}
