import type { Ms } from "../shared/time.ts";
import { decide } from "./engine.ts";
import type {
  DecisionContext,
  DecisionInput,
  Escalation,
  NotifiableEvent,
  PassedStep,
} from "./engine_types.ts";
import { NotificationMemory } from "./memory.ts";
import type { DeliveryDraft } from "./types.ts";

/** How far ahead a preview looks, and how many messages it shows. Rounds that reach nobody are decisions without one. */
export const PREVIEW_LIMITS = { days: 31, messages: 500, decisions: 1_000 } as const;

export interface Preview {
  /** The policies that take the event, in their order. */
  policy_ids: number[];
  messages: (DeliveryDraft & { at_ms: Ms })[];
  /** Steps that reach nobody. */
  passed: (PassedStep & { at_ms: Ms })[];
  /** Whether nobody could be told at some time, as there is no usable fallback. */
  is_untold: boolean;
  /** Whether more would follow than is shown. */
  is_cut: boolean;
}

/** Who would be told of an event that nobody answers: the decision itself, run ahead in time. */
export function previewOf(
  event: NotifiableEvent,
  { at, contextAt }: { at: Ms; contextAt(now: Ms): DecisionContext },
): Preview {
  const memory = new NotificationMemory();
  const until = at + PREVIEW_LIMITS.days * 86_400_000;
  const preview: Preview = {
    policy_ids: contextAt(at).policies.matching(event).map(({ id }) => id),
    messages: [],
    passed: [],
    is_untold: false,
    is_cut: false,
  };
  const notice = { event_id: event.id, change: "created", revision: event.revision } as const;
  let input: DecisionInput = { kind: "notices", notices: [notice], events: new Map([[event.id, event]]) };
  for (let now = at, made = 1;; made++) {
    const step = decide(memory, input, contextAt(now));
    memory.apply(step);
    preview.messages.push(...step.deliveries.map((message) => ({ ...message, at_ms: now })));
    preview.passed.push(...step.passed.map((passed) => ({ ...passed, at_ms: now })));
    preview.is_untold ||= step.unnotified.length > 0;
    const due = step.next_due_ms;
    if (due === null || isSilent(memory)) return preview;
    if (
      due > until || made === PREVIEW_LIMITS.decisions || preview.messages.length >= PREVIEW_LIMITS.messages
    ) {
      return { ...preview, is_cut: true };
    }
    now = Math.max(now, due);
    input = { kind: "time" };
  }
}

/** Whether nothing more is to be sent: what is left only waits to be forgotten. */
function isSilent({ escalations, budgets }: NotificationMemory): boolean {
  const sends = ({ next_at_ms, hidden_until_ms }: Escalation) =>
    next_at_ms !== null || hidden_until_ms !== undefined;
  return ![...escalations.values()].some(sends) &&
    [...budgets.values()].every(({ open_digests }) => open_digests.length === 0);
}
