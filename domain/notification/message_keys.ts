import type { DecisionContext, Escalation, RecipientBudget } from "./engine_types.ts";
import { recipientKey } from "./state_keys.ts";
import type { Ms } from "../shared/time.ts";

type Keyed = Pick<DecisionContext, "store_id" | "store_id_since_ms" | "restored_at_ms">;

/**
 * The key of a message about an event. It carries the id of the store, since two plants may share a receiver. After a
 * restore it is another one: the original store may have used the plain one since the backup, and a receiver would take
 * the message for a repeat.
 */
export function messageKey(
  key: string,
  { opened_at_ms }: Pick<Escalation, "opened_at_ms">,
  context: Keyed,
): string {
  return withStore(afterRestore(key, context), opened_at_ms, context);
}

export function digestMessageKey(
  of: Pick<RecipientBudget, "user_id" | "contact_point_id">,
  { number, ...context }: Keyed & { number: number },
): string {
  return `${context.store_id}/${afterRestore(`digest/${number}/${recipientKey(of)}`, context)}`;
}

/** The key of an event from raised to resolved. One that was in the backup keeps it. */
export function eventKey({ event_id, opened_at_ms }: Escalation, context: Keyed): string {
  const key = `event/${event_id}`;
  const wasInBackup = opened_at_ms < (context.restored_at_ms ?? 0);
  return withStore(wasInBackup ? key : afterRestore(key, context), opened_at_ms, context);
}

/** Events of a store that had no id in its keys keep theirs, so that what is open at a receiver still ends. */
function withStore(key: string, openedAtMs: Ms, { store_id, store_id_since_ms = 0 }: Keyed): string {
  return openedAtMs < store_id_since_ms ? key : `${store_id}/${key}`;
}

function afterRestore(key: string, { restored_at_ms }: Keyed): string {
  return restored_at_ms === undefined ? key : `r${restored_at_ms.toString(36)}/${key}`;
}
