import type { SourceState } from "../live/source_state.ts";
import { durationText } from "../parts/plant_time.ts";

/** A larger evaluation lag is displayed. */
const MAX_LAG_MS = 60_000;

/** The state of the data source in few words. */
export function sourceText(source: SourceState | null, nowMs: number): { text: string; isWrong: boolean } {
  if (source === null) return { text: "Source: –", isWrong: false };
  const lagMs = source.watermark === null ? null : nowMs - Date.parse(source.watermark);
  if (source.state === "none") return { text: "No data source", isWrong: true };
  if (source.state === "connecting") return { text: "Source: connecting", isWrong: false };
  if (source.state === "lost") {
    return {
      text: `Source lost${lagMs === null ? "" : `, no data for ${durationText(lagMs)}`}`,
      isWrong: true,
    };
  }
  return lagMs !== null && lagMs >= MAX_LAG_MS
    ? { text: `Source ${durationText(lagMs)} behind`, isWrong: true }
    : { text: "Source connected", isWrong: false };
}
