import { isDrill } from "../event/drill.ts";
import { SEVERITIES, type Severity } from "../event/severity.ts";
import type { Ms } from "../shared/time.ts";
import type { Escalation, NotifiableEvent } from "./engine_types.ts";
import type { Receiver } from "./recipients.ts";
import type { DeliveryDraft, NotificationReason } from "./types.ts";

/** One event for one receiver, before messages of a group are joined and the budget is asked. */
export interface Message {
  escalation: Escalation;
  receiver: Receiver;
  reason: NotificationReason;
  step: number;
  escalates: boolean;
  /** Whether it leaves in the next digest. */
  folds: boolean;
  /** Whether the policy has no more to call, so that the fallback is told. */
  isFallback: boolean;
  due_at_ms: Ms;
}

/** From 0, the least severe. */
export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** The mark of a delivery about drills. They share no delivery with other events. */
export function drillMark(event: NotifiableEvent): Pick<DeliveryDraft, "is_drill"> {
  return isDrill(event) ? { is_drill: true } : {};
}
