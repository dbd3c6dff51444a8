import type { HeartbeatRecord } from "./schema.ts";

/** Begins the rule ids of Andon's own events about heartbeats. */
export const MISSED_PREFIX = "heartbeat_";

/** The rule id of Andon's own event about a missed heartbeat. */
export function missedRuleId(name: string): string {
  return `${MISSED_PREFIX}${name}`;
}

export const MISSED_EVENT_NAME = "Heartbeat missed";

export function missedDescription(
  { name, deadline_seconds }: Pick<HeartbeatRecord, "name" | "deadline_seconds">,
): string {
  return `No heartbeat of "${name}" within ${spanText(deadline_seconds)}. ` +
    "Check whether its sender runs and reaches Andon; the next heartbeat ends this event";
}

const UNITS = [["d", 86_400], ["h", 3_600], ["min", 60], ["s", 1]] as const;

/** `1 h 30 min`. */
function spanText(seconds: number): string {
  let left = seconds;
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return parts.join(" ");
}
