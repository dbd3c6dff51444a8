import type { Schemas } from "../api/client.ts";
import type { PlantTime } from "../parts/plant_time.ts";

const HOUR_MS = 3_600_000;
/** How long before its end whoever took it out of service is reminded. */
export const REMINDED_MS = HOUR_MS;

/** "out of service until 14:00:00 CET", "planned from 16:00:00 CET until 18:00:00 CET". */
export function spanText(
  { starts_at, ends_at }: Pick<Schemas["OutOfService"], "starts_at" | "ends_at">,
  { time, nowMs }: { time: Pick<PlantTime, "named">; nowMs: number },
): string {
  const until = `until ${time.named(Date.parse(ends_at))}`;
  const startMs = Date.parse(starts_at);
  return startMs > nowMs ? `planned from ${time.named(startMs)} ${until}` : `out of service ${until}`;
}

/** How long a shift, and an interval, lasts where nobody says otherwise. */
export const USUAL_MS = 8 * HOUR_MS;

/** When the shift ends that this person has begun in this browser; 0: unknown. `stored` is what `storedShift` writes. */
export function shiftEnd({ stored, username }: { stored: string; username: string }): number {
  try {
    const [who, ms] = JSON.parse(stored);
    return who === username && Number.isSafeInteger(ms) ? ms + USUAL_MS : 0;
  } catch {
    return 0;
  }
}

export interface EndPreset {
  label: string;
  ms: number;
}

/** When it may end, from its begin on; the end of the shift only while the reader's shift is known and runs. */
export function endPresets({ beginMs, shiftEndMs }: { beginMs: number; shiftEndMs: number }): EndPreset[] {
  const presets = [
    { label: "End of shift", ms: shiftEndMs },
    { label: "8 h", ms: beginMs + 8 * HOUR_MS },
    { label: "1 day", ms: beginMs + 24 * HOUR_MS },
    { label: "1 week", ms: beginMs + 7 * 24 * HOUR_MS },
  ];
  return shiftEndMs > beginMs ? presets : presets.slice(1);
}
