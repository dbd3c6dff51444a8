import { SOURCE_LOST, sourceCalled, sourceRuleId } from "../../domain/event/own_event.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import { type Loss, ownSource } from "./contract.ts";
import { ConditionEvent, type ConditionEventOptions } from "./own_event.ts";

/** `name`: of the source. */
function lost(id: number, name: () => string): ConditionEventOptions<Loss> {
  return {
    rule_id: sourceRuleId(SOURCE_LOST, id),
    eventOf: ({ sinceMs, reason }) => ({
      event_name: `${sourceCalled({ id, name: name() })} lost`,
      event_description: `No good answer from the data source: ${reason ?? "it does not answer"}. ` +
        (id === DEFAULT_SOURCE
          ? "Nothing is evaluated until it is back"
          : "Its instances are not evaluated until it is back"),
      severity: "error",
      startMs: sinceMs,
    }),
  };
}

/** Tracks whether the source is lost, and keeps the event that reports it in step. */
export class LostWatch {
  /** Null: not lost; undefined: not known yet. */
  #loss: Loss | null | undefined;
  #answeredMs: Ms = 0;
  readonly #event: ConditionEvent<Loss>;

  /** `name`: of the source, as it is called now. */
  constructor(context: ActorContext, name: () => string = () => "") {
    this.#event = new ConditionEvent(context, lost(ownSource(context), name));
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
