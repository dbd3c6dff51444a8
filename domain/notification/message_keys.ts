import type { Ms } from "../shared/time.ts";
import type { DecisionContext, Escalation, RecipientBudget } from "./engine_types.ts";
import { recipientKey } from "./state_keys.ts";

type Restored = Pick<DecisionContext, "restored_at_ms">;

/**
 * The key of a message after a restore: the original store may have used the plain one since the backup, and a receiver
 * would take the message for a repeat.
 */
export function messageKey(key: string, { restored_at_ms }: Restored): string {
  return restored_at_ms === undefined ? key : `${prefixOf(restored_at_ms)}/${key}`;
}

export function digestMessageKey(
  of: Pick<RecipientBudget, "user_id" | "contact_point_id">,
  { number, ...restored }: Restored & { number: number },
): string {
  return messageKey(`digest/${number}/${recipientKey(of)}`, restored);
}

/** The key of an event from raised to resolved. One that was in the backup keeps it. */
export function eventKey({ event_id, opened_at_ms }: Escalation, { restored_at_ms }: Restored): string {
  const key = `event/${event_id}`;
  return restored_at_ms === undefined || opened_at_ms < restored_at_ms
    ? key
    : `${prefixOf(restored_at_ms)}/${key}`;
}

function prefixOf(restoredAtMs: Ms): string {
  return `r${restoredAtMs.toString(36)}`;
}
