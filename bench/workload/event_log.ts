/** Comparable event logs of different evaluators. */
import type { Transition } from "../../domain/evaluation/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";

export interface KeptEvent {
  /** The number of the instance, which has one rule. */
  rule: number;
  start: Ticks;
  activatedAt: Ticks;
  endAt: Ticks | null;
}

/** Builds events from the engine's transitions. */
export class EventLog {
  readonly events: KeptEvent[] = [];
  readonly #open = new Map<number, KeptEvent>();

  take(transitions: readonly Transition[]): void {
    for (const transition of transitions) {
      const { kind, instanceId: rule, onset: start } = transition;
      if (kind === "opened") {
        const event = { rule, start, activatedAt: transition.activatedAt, endAt: null };
        this.events.push(event);
        this.#open.set(rule, event);
      } else if (kind === "closed") {
        const event = this.#open.get(rule);
        if (event !== undefined) event.endAt = transition.endAt;
        this.#open.delete(rule);
      }
    }
  }
}

/** Whether the events are the same, in any order. Prints the first difference on standard error. */
export function areSameEvents(ours: readonly KeptEvent[], theirs: readonly KeptEvent[]): boolean {
  const mine = ours.map(lineOf).sort(), other = theirs.map(lineOf).sort();
  const place = mine.findIndex((line, i) => line !== other[i]);
  if (place < 0 && mine.length === other.length) return true;
  console.error(
    `Events differ: ${mine.length} and ${other.length}; "${mine[place]}" against "${other[place]}"`,
  );
  return false;
}

function lineOf({ rule, start, activatedAt, endAt }: KeptEvent): string {
  return `${rule} ${start} ${activatedAt} ${endAt}`;
}
