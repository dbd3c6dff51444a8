import type { Ms } from "../shared/time.ts";
import type { Hiding, NotifiableEvent } from "./engine_types.ts";

/**
 * Whether an event is hidden, and until when: the one place where it is decided of whom nobody is told. Null: until
 * the next change of the event.
 */
export function hidingOf({ shelved_until }: NotifiableEvent, atMs: Ms): Hiding | undefined {
  const until = shelved_until === null ? 0 : Date.parse(shelved_until);
  return until > atMs ? { until_ms: until } : undefined;
}
