import type { Schemas } from "../../api/client.ts";
import { durationText } from "../../parts/plant_time.ts";

type MissingData = Schemas["MissingData"];

/** A time in which nothing could be evaluated. */
export interface OutageRow {
  text: string;
  fromMs: number;
  /** Null: it lasts. */
  toMs: number | null;
}

/** The outages of the source and of Andon, oldest first. */
export function spanRows(
  { source_lost, stopped }: Pick<MissingData, "source_lost" | "stopped">,
): OutageRow[] {
  const rows = (text: string, spans: MissingData["stopped"]) =>
    spans.map(({ from, to }) => ({
      text,
      fromMs: Date.parse(from),
      toMs: to === null ? null : Date.parse(to),
    }));
  return [...rows("Data source lost", source_lost), ...rows("Andon did not run", stopped)]
    .sort((a, b) => a.fromMs - b.fromMs);
}

/** `no data for 21 min, bad quality for 3 min`. */
export function missingText(
  { no_data_seconds, bad_quality_seconds }: Pick<
    MissingData["instances"][number],
    "no_data_seconds" | "bad_quality_seconds"
  >,
): string {
  const part = (what: string, seconds: number) =>
    seconds === 0 ? [] : [`${what} for ${durationText(seconds * 1_000)}`];
  return [...part("no data", no_data_seconds), ...part("bad quality", bad_quality_seconds)].join(", ");
}
