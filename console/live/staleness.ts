import type { Live } from "./live.ts";

/** Whether the displayed data is stale: the source does not deliver, or the connection to Andon is down. */
export function isStale({ source, connection }: Pick<Live, "source" | "connection">): boolean {
  const state = source.value?.state;
  return connection.value === "down" || state === "lost" || state === "none";
}

/** Time up to which the displayed data is complete, in milliseconds since 1970; null if unknown. */
export function dataUntilMs({ source, receivedAtMs }: Pick<Live, "source" | "receivedAtMs">): number | null {
  const watermark = source.value?.watermark ?? null;
  if (watermark === null) return null;
  return Math.min(Date.parse(watermark), receivedAtMs.value ?? Infinity);
}
