import type { Transition } from "../evaluation/types.ts";
import { clearedRecord, openedRecord } from "../event/raise.ts";
import type { EventRecord } from "../event/types.ts";
import type { Deployment } from "../instance/deployment.ts";
import type { Ms } from "../shared/time.ts";

/** The records of what a run raises, as live would have written them: the first ones, up to a limit. */
export class EventLog {
  readonly #records: EventRecord[] = [];
  /** The places of what is open, by instance and rule; one past the limit has none. */
  readonly #open = new Map<string, number>();
  total = 0;

  constructor(private readonly given: { limit: number; nowMs: Ms }) {}

  take(transition: Transition, deployment: Deployment): void {
    const key = `${transition.instanceId}/${transition.ruleIndex}`;
    if (transition.kind === "opened") {
      if (++this.total > this.given.limit) return;
      this.#open.set(key, this.#records.length);
      this.#records.push(openedRecord(transition, deployment, { id: this.total, nowMs: this.given.nowMs }));
      return;
    }
    const place = this.#open.get(key);
    if (place === undefined) return;
    const record = this.#records[place];
    if (transition.kind === "closed") {
      this.#records[place] = clearedRecord(record, transition);
      this.#open.delete(key);
    } else this.#records[place] = { ...record, data_state: transition.dataState };
  }

  get truncated(): boolean {
    return this.total > this.given.limit;
  }

  /** In order of their start. */
  records(): EventRecord[] {
    return this.#records.toSorted((a, b) => a.onset - b.onset || a.id - b.id);
  }
}
