import type { Ms } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { Loss } from "./contract.ts";
import { endLost, raiseLost } from "./lost_event.ts";

/** Whether the source is lost, and the event that says so, which follows as soon as the store takes it. */
export class LostWatch {
  /** Null: not lost; undefined: nobody knows yet. */
  #loss: Loss | null | undefined;
  #answeredMs: Ms = 0;
  /** What the store says; undefined: an earlier process may have left an event. */
  #told: boolean | undefined;
  #telling = false;

  constructor(private readonly context: ActorContext) {}

  get isLost(): boolean {
    return this.#loss !== null && this.#loss !== undefined;
  }

  /** What another feed is to tell the first one; undefined while nobody knows. */
  get loss(): Loss | null | undefined {
    return this.#loss;
  }

  lose(loss: Loss): void {
    this.#loss ??= loss;
  }

  /** The source answers and all that it missed has been read, or it is no longer asked. */
  find(answeredMs: Ms): void {
    this.#loss = null;
    this.#answeredMs = answeredMs;
  }

  /**
   * Tells the store when it does not know yet: undefined when there is nothing to do. What fails is tried again. Whatever
   * feed is lost, there is one event; `elsewhere` is the loss of another one.
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
