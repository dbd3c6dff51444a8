import type { Transition } from "../evaluation/types.ts";
import { clearedRecord, openedRecord } from "../event/raise.ts";
import type { EventRecord } from "../event/types.ts";
import type { Deployment } from "../instance/deployment.ts";
import type { Ms } from "../shared/time.ts";

/** The event records of a backtest, as a live evaluation would write them: the first ones, up to a limit. */
export class EventLog {
  readonly #records: EventRecord[] = [];
  /** The index of each open event's record, by instance and rule. Events past the limit have none. */
  readonly #open = new Map<string, number>();
  total = 0;

  constructor(private readonly input: { limit: number; nowMs: Ms; timeZone: string }) {}

  take(transition: Transition, deployment: Deployment): void {
    const key = `${transition.instanceId}/${transition.ruleIndex}`;
    if (transition.kind === "opened") {
      if (++this.total > this.input.limit) return;
      this.#open.set(key, this.#records.length);
      const { nowMs, timeZone } = this.input;
      this.#records.push(openedRecord(transition, deployment, { id: this.total, nowMs, timeZone }));
      return;
    }
    const index = this.#open.get(key);
    if (index === undefined) return;
    const record = this.#records[index]!;
    if (transition.kind === "closed") {
      this.#records[index] = clearedRecord(record, transition);
      this.#open.delete(key);
    } else this.#records[index] = { ...record, data_state: transition.dataState };
  }

  get truncated(): boolean {
    return this.total > this.input.limit;
  }

  /** Sorted by start. */
  records(): EventRecord[] {
    return this.#records.toSorted((a, b) => a.onset - b.onset || a.id - b.id);
  }
}
