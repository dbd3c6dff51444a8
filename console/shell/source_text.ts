import type { SourceState } from "../live/source_state.ts";
import { durationText } from "../parts/plant_time.ts";

/** A larger evaluation lag is displayed. */
const MAX_LAG_MS = 60_000;

export interface SourceText {
  text: string;
  isWrong: boolean;
  /** The source refuses the credentials: it stays wrong until a person enters others. */
  isRefused?: boolean;
}

/** Whether the source answers, but refuses the stored credentials. */
export function isRefused(source: SourceState | null): boolean {
  return source !== null && source.state !== "connected" && source.error_code === "INVALID_CREDENTIALS";
}

function isFailing({ error_code }: SourceState): boolean {
  return error_code !== null && error_code !== undefined;
}

/** The state of the data source in few words. */
export function sourceText(source: SourceState | null, nowMs: number): SourceText {
  if (source === null) return { text: "Source: –", isWrong: false };
  const lagMs = source.watermark === null ? null : nowMs - Date.parse(source.watermark);
  if (source.state === "none") return { text: "No data source", isWrong: true };
  const name = source.name === null || source.name === undefined ? "Source" : `Source “${source.name}”`;
  if (isRefused(source)) {
    const silence = lagMs === null ? "" : `, no data for ${durationText(lagMs)}`;
    return { text: `${name} refuses the credentials${silence}`, isWrong: true, isRefused: true };
  }
  if (source.state === "connecting") {
    return isFailing(source)
      ? { text: `${name} cannot be reached`, isWrong: true }
      : { text: "Source: connecting", isWrong: false };
  }
  if (source.state === "lost") {
    return {
      text: `${name} lost${lagMs === null ? "" : `, no data for ${durationText(lagMs)}`}`,
      isWrong: true,
    };
  }
  return lagMs !== null && lagMs >= MAX_LAG_MS
    ? { text: `Source ${durationText(lagMs)} behind`, isWrong: true }
    : { text: "Source connected", isWrong: false };
}
