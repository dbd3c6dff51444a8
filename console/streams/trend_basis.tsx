import type { Schemas } from "../api/client.ts";
import { countText } from "../parts/numbers.ts";
import type { TrendView } from "../parts/trend/types.ts";

type Trend = Pick<Schemas["Trend"], "basis" | "samples" | "unread" | "truncated">;

/** What a trend is made of, as a sentence; empty for no samples. */
export function basisText(trend: Trend): string {
  return [readText(trend), ...trend.truncated ? ["Only the newest changes are shown."] : []].join(" ").trim();
}

function readText({ basis, samples, unread }: Trend): string {
  switch (basis) {
    case "all":
      return samples === 0 ? "" : `${countText(samples, "sample")}.`;
    case "extremes":
      return "Each point holds the lowest and highest value of its time, chosen by the data source.";
    case "parts":
      return `Too many samples to read all: ${countText(samples, "sample")} of ` +
        `${
          unread.length > 1 ? "evenly spread parts" : "the newest part"
        } are shown, the grey times are not read.`;
  }
}

/** The times that were not read. */
export function unreadOf({ unread }: Pick<Trend, "unread">): TrendView[] {
  return unread.map(({ start, end }) => ({ fromMs: Date.parse(start), toMs: Date.parse(end) }));
}
