import type { Ms } from "../../domain/shared/time.ts";
import type { Loss } from "./contract.ts";

/** A feed that is lost says so every second; after so long without a word it is found, or its process is gone. */
const HEARD_MS: Ms = 5_000;

/** What the first feed hears of the others. */
export class OtherFeeds {
  readonly #lost = new Map<number, { loss: Loss; heardMs: Ms }>();

  told(feed: number, loss: Loss | null, nowMs: Ms): void {
    if (loss === null) this.#lost.delete(feed);
    else this.#lost.set(feed, { loss, heardMs: nowMs });
  }

  /** The one that is lost for the longest time; null: none is. */
  loss(nowMs: Ms): Loss | null {
    const lost = [...this.#lost.values()].filter(({ heardMs }) => nowMs - heardMs <= HEARD_MS);
    lost.sort((a, b) => a.loss.sinceMs - b.loss.sinceMs);
    return lost[0]?.loss ?? null;
  }
}
