import { isDrill } from "../event/drill.ts";
import { endMs, type Interval } from "../out_of_service/interval.ts";
import type { Ms } from "../shared/time.ts";
import type { Escalation, Hiding, NotifiableEvent } from "./engine_types.ts";

/**
 * Whether an event is hidden, and until when: the one place where it is decided of whom nobody is told. Null: until
 * the next change of the event. `outOfService`: the interval that holds its alarm now.
 */
export function hidingOf(
  event: NotifiableEvent,
  atMs: Ms,
  { outOfService }: { outOfService?: Interval } = {},
): Hiding | undefined {
  if (outOfService !== undefined && !isDrill(event)) {
    return { until_ms: endMs(outOfService), is_out_of_service: true };
  }
  const until = event.shelved_until === null ? 0 : Date.parse(event.shelved_until);
  return until > atMs ? { until_ms: until } : undefined;
}

/** Whether an event is hidden otherwise than an escalation that goes on knows. */
export function hidesOtherwise(
  { hidden_until_ms, stopped }: Escalation,
  hiding: Hiding | undefined,
): boolean {
  if (stopped !== null && hidden_until_ms === undefined) return false;
  return hidden_until_ms !== (hiding && (hiding.until_ms ?? 0));
}
