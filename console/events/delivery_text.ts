import type { Schemas } from "../api/client.ts";

export type Delivery = Schemas["NotificationDelivery"];

const REASON_TEXTS: Readonly<Record<Delivery["reason"], string>> = {
  opened: "New event",
  severity_raised: "Severity raised",
  escalated: "Escalation",
  repeated: "Repeated",
  re_alarm: "Needs a new acknowledgement",
  resolved: "Ended",
  corrected: "Correction",
  restored: "After a restore",
  digest: "Digest",
  heartbeat: "Heartbeat",
  test: "Test",
};

const STATE_TEXTS: Readonly<Record<Delivery["state"], string>> = {
  queued: "Waiting",
  sending: "Sending",
  accepted: "Accepted",
  delivered: "Delivered",
  failed: "Failed",
  folded: "In a digest",
  cancelled: "Cancelled",
};

const SHOWN: readonly Delivery["state"][] = [
  "accepted",
  "delivered",
  "failed",
  "queued",
  "sending",
  "folded",
  "cancelled",
];

export const DELIVERY_STATES = SHOWN.map((state) => [state, STATE_TEXTS[state]] as const);

/** Why somebody is told: "Escalation, step 2", "New event", "Drill: New event". */
export function reasonText({ reason, step, round, is_drill }: Delivery): string {
  const at = reason === "escalated" ? `, step ${step + 1}` : "";
  return `${is_drill ? "Drill: " : ""}${REASON_TEXTS[reason]}${at}${round > 0 ? `, round ${round + 1}` : ""}`;
}

/** The events that it names: "Filler: Overfill", "Filler: Overfill and 13 more"; #42 for one that was deleted. */
export function eventsText(
  { first_event, event_ids, event_count }: Pick<Delivery, "first_event" | "event_ids" | "event_count">,
  titleOf: (event: NonNullable<Delivery["first_event"]>) => string,
): string {
  const [first] = event_ids;
  if (first === undefined) return "";
  const title = first_event === null ? `#${first}` : titleOf(first_event);
  return event_count > 1 ? `${title} and ${event_count - 1} more` : title;
}

/** What became of it: "Accepted at the second attempt", "Waiting: failed twice, again at 08:16". */
export function resultText(delivery: Delivery, clockOf: (iso: string) => string): string {
  const { state, attempt_count, next_attempt_at, cancelled_because } = delivery;
  const attempts = attempt_count > 1 ? ` after ${attempt_count} attempts` : "";
  switch (state) {
    case "accepted":
    case "delivered":
    case "failed":
      return `${STATE_TEXTS[state]}${attempts}`;
    case "queued": {
      const again = next_attempt_at === null ? "" : clockOf(next_attempt_at);
      if (attempt_count === 0) return again === "" ? STATE_TEXTS.queued : `Waiting until ${again}`;
      return `${attempt_count === 1 ? "1 attempt" : `${attempt_count} attempts`} failed, again at ${again}`;
    }
    case "cancelled":
      return cancelled_because ??
        (attempt_count === 0 ? "Cancelled: not needed any more" : `Cancelled${attempts}`);
    default:
      return STATE_TEXTS[state];
  }
}

const REACHES: readonly Delivery["state"][] = ["accepted", "delivered", "queued", "sending"];

/**
 * Of those whom no message has reached and none is on its way to: the last message that failed by each way, in the order
 * of the rows.
 */
export function unreachedOf<Row extends Delivery>(rows: readonly Row[]): Row[] {
  const reached = new Set(rows.filter(({ state }) => REACHES.includes(state)).map(recipientOf));
  const byWay = new Map<string, Row>();
  for (const row of rows) {
    if (row.state !== "failed" || reached.has(recipientOf(row))) continue;
    byWay.set(`${row.user_id}/${row.contact_point_id}`, row);
  }
  return [...byWay.values()];
}

/** A person by any way, or a contact point. */
function recipientOf({ user_id, contact_point_id }: Delivery): string {
  return user_id === null ? `c${contact_point_id}` : `u${user_id}`;
}

/** Whether somebody should look at it. */
export function isTrouble({ state, attempt_count }: Delivery): boolean {
  return state === "failed" || state === "queued" && attempt_count > 0;
}

const OUTCOME_TEXTS: Readonly<Record<Delivery["attempts"][number]["outcome"], string>> = {
  accepted: "Accepted",
  delivered: "Delivered",
  retry: "Failed for now",
  failed: "Failed for good",
  interrupted: "Interrupted",
};

/** An attempt: "Accepted, code 250". */
export function outcomeText({ outcome, status }: Delivery["attempts"][number]): string {
  return status === null ? OUTCOME_TEXTS[outcome] : `${OUTCOME_TEXTS[outcome]}, code ${status}`;
}
