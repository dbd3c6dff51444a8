import { FEED_LAGGING, sourceCalled, sourceRuleId } from "../../domain/event/own_event.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import { type Lag, ownSource } from "./contract.ts";
import { ConditionEvent, type ConditionEventOptions } from "./own_event.ts";

/**
 * The event opens once evaluation has been more than `opensMs` behind for `forMs`, and ends once it is less than `endsMs`
 * behind. What the wait and the poll interval explain is not counted.
 */
export const LAG_LIMITS = { opensMs: 300_000, forMs: 60_000, endsMs: 60_000 };

function lagging(id: number, name: () => string): ConditionEventOptions<Lag> {
  const called = () => sourceCalled({ id, name: name() });
  return {
    rule_id: sourceRuleId(FEED_LAGGING, id),
    eventOf: ({ sinceMs, behindMs }) => ({
      event_name: id === DEFAULT_SOURCE ? "Evaluation lags" : `Evaluation lags: ${called()}`,
      event_description:
        `The data source answers, but evaluation is ${minutesText(behindMs)} behind: events open that ` +
        "much later. Check the load of Andon's machine, whether the data source delivers late, and requests_per_minute",
      severity: "warning",
      startMs: sinceMs,
    }),
  };
}

/** Tracks whether evaluation lags though the source answers, and keeps the event that reports it in step. */
export class LagWatch {
  /** Null: no lag; undefined: not known yet, so an event of an earlier process stays. */
  #lag: Lag | null | undefined;
  /** Since when the lag is beyond the limit. */
  #sinceMs: Ms | undefined;
  #seenMs: Ms = 0;
  readonly #event: ConditionEvent<Lag>;

  /** `name`: of the source, as it is called now. */
  constructor(context: ActorContext, name: () => string = () => "") {
    this.#event = new ConditionEvent(context, lagging(ownSource(context), name));
  }

  /** How far evaluation is behind at a time; null: unknown, since the source is not read or does not answer. */
  see(behindMs: Ms | null, nowMs: Ms): void {
    this.#seenMs = nowMs;
    if (behindMs === null || behindMs <= LAG_LIMITS.opensMs) this.#sinceMs = undefined;
    else this.#sinceMs ??= nowMs;
    if (behindMs === null) return;
    if (behindMs < LAG_LIMITS.endsMs) this.#lag = null;
    else if (this.#sinceMs !== undefined && nowMs - this.#sinceMs >= LAG_LIMITS.forMs) {
      this.#lag ??= { sinceMs: this.#sinceMs, behindMs };
    }
  }

  /** The source is no longer read. */
  end(nowMs: Ms): void {
    this.see(0, nowMs);
  }

  /** Stores the state when it has changed. */
  updateEvent(): Promise<void> | undefined {
    return this.#lag === undefined ? undefined : this.#event.update(this.#lag, this.#seenMs);
  }
}

function minutesText(ms: Ms): string {
  return `${Math.floor(ms / 60_000)} minutes`;
}
