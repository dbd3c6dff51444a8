import { SOURCE_LOST } from "../../domain/event/own_event.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { Loss } from "./contract.ts";
import { ConditionEvent, type ConditionEventOptions } from "./own_event.ts";

const LOST: ConditionEventOptions<Loss> = {
  rule_id: SOURCE_LOST,
  eventOf: ({ sinceMs, reason }) => ({
    event_name: "Data source lost",
    event_description: `No good answer from the data source: ${reason ?? "it does not answer"}. ` +
      "Nothing is evaluated until it is back",
    severity: "error",
    startMs: sinceMs,
  }),
};

/** Tracks whether the source is lost, and keeps the event that reports it in step. */
export class LostWatch {
  /** Null: not lost; undefined: not known yet. */
  #loss: Loss | null | undefined;
  #answeredMs: Ms = 0;
  readonly #event: ConditionEvent<Loss>;

  constructor(context: ActorContext) {
    this.#event = new ConditionEvent(context, LOST);
  }

  get isLost(): boolean {
    return this.#loss !== null && this.#loss !== undefined;
  }

  lose(loss: Loss): void {
    this.#loss ??= loss;
  }

  /** The source answers and what was missed has been read, or the source is no longer read. */
  find(answeredMs: Ms): void {
    this.#loss = null;
    this.#answeredMs = answeredMs;
  }

  /** Stores the state when it has changed. */
  updateEvent(): Promise<void> | undefined {
    return this.#loss === undefined ? undefined : this.#event.update(this.#loss, this.#answeredMs);
  }
}
