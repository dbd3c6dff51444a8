import type { Schemas } from "../api/client.ts";

type Backfill = Pick<
  Schemas["Backfill"],
  "found" | "written" | "known" | "begun_before" | "open_at_end" | "missing_streams"
>;

/** What a look at a backfill found, in sentences. */
export function backfillText(
  { found, written, known, begun_before, open_at_end, missing_streams }: Backfill,
): string {
  if (found + begun_before + open_at_end === 0) {
    return `Nothing would have been raised.${gone(missing_streams)}`;
  }
  const there = known === 0 ? "" : ` There already, or deleted: ${known.toLocaleString("en")}.`;
  const left = begun_before + open_at_end;
  const out = left === 0
    ? ""
    : ` Left out, because they began before it or go on after it: ${left.toLocaleString("en")}.`;
  return `${count(found)} began and ended in this time, ${
    written.toLocaleString("en")
  } to be written.${there}${out}${gone(missing_streams)}`;
}

function count(events: number): string {
  return events === 1 ? "1 event" : `${events.toLocaleString("en")} events`;
}

function gone(streams: readonly string[]): string {
  return streams.length === 0 ? "" : ` The source no longer has ${streams.join(", ")}.`;
}
