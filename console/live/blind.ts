import type { Live } from "./live.ts";

/** Whether what is shown is only what was true once: nothing is judged, or nothing is heard of it. */
export function isBlind({ source, connection }: Pick<Live, "source" | "connection">): boolean {
  const state = source.value?.state;
  return connection.value === "down" || state === "lost" || state === "none";
}

/** Up to when all is known, in milliseconds since 1970; null: nothing is, or no time is known. */
export function knownUntilMs({ source, heardAtMs }: Pick<Live, "source" | "heardAtMs">): number | null {
  const watermark = source.value?.watermark ?? null;
  if (watermark === null) return null;
  return Math.min(Date.parse(watermark), heardAtMs.value ?? Infinity);
}
