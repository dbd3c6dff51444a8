import type { RuleEvent } from "../api/client.ts";
import { constantText } from "./event_text.ts";
import { durationText } from "./plant_time.ts";

export type Limit = NonNullable<RuleEvent["limit"]>;

/** "limit 72". */
export function limitText({ value }: Limit): string {
  return `limit ${constantText(value)}`;
}

/** Whether a value is on the normal side of a limit and its deadband, so that the condition is false. */
export function isCleared({ operator, value: limit, deadband }: Limit, value: number): boolean {
  switch (operator) {
    case "greater_than":
      return value <= limit - deadband;
    case "greater_or_equal":
      return value < limit - deadband;
    case "less_than":
      return value >= limit + deadband;
    case "less_or_equal":
      return value > limit + deadband;
  }
}

/**
 * "clearing, 3 s": the value is back, and the event ends in that time unless it returns. Undefined while it is not
 * back, and where other conditions hold the event too.
 */
export function clearingText(
  limit: Limit,
  { value, clearedAtMs, nowMs }: { value: unknown; clearedAtMs: number | undefined; nowMs: number },
): string | undefined {
  const { clears_after_seconds: seconds } = limit;
  if (seconds === null || typeof value !== "number" || !isCleared(limit, value)) return undefined;
  const leftMs = clearedAtMs === undefined ? 0 : clearedAtMs + seconds * 1_000 - nowMs;
  return leftMs < 1_000 ? "clearing" : `clearing, ${durationText(leftMs)}`;
}
