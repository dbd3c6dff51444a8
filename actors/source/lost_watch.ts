import type { Ms } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { Loss } from "./contract.ts";
import { endLost, raiseLost } from "./lost_event.ts";

/** Tracks whether the source is lost, and keeps the event that reports it in step. */
export class LostWatch {
  /** Null: not lost; undefined: not known yet. */
  #loss: Loss | null | undefined;
  #answeredMs: Ms = 0;
  /** What is stored; undefined: an earlier process may have left an event. */
  #told: boolean | undefined;
  #telling = false;

  constructor(private readonly context: ActorContext) {}

  get isLost(): boolean {
    return this.#loss !== null && this.#loss !== undefined;
  }

  /** What another feed reports to the first one; undefined while not known. */
  get loss(): Loss | null | undefined {
    return this.#loss;
  }

  lose(loss: Loss): void {
    this.#loss ??= loss;
  }

  /** The source answers and what was missed has been read, or the source is no longer read. */
  find(answeredMs: Ms): void {
    this.#loss = null;
    this.#answeredMs = answeredMs;
  }

  /**
   * Stores the state when it has changed; undefined when there is nothing to do. Failures are retried. There is one
   * event whichever feed is lost; `elsewhere` is the loss of another feed.
   */
  tell(elsewhere: Loss | null): Promise<void> | undefined {
    if (this.#telling || this.#loss === undefined) return undefined;
    const loss = this.#loss ?? elsewhere;
    if (this.#told === (loss !== null)) return undefined;
    this.#telling = true;
    return this.#tell(loss).finally(() => this.#telling = false);
  }

  async #tell(loss: Loss | null): Promise<void> {
    try {
      if (loss === null) await endLost(this.context, this.#answeredMs);
      else await raiseLost(this.context, loss);
      this.#told = loss !== null;
    } catch (error) {
      this.context.log("warn", "The event of the lost source could not be written yet", {
        reason: String(error),
      });
    }
  }
}
