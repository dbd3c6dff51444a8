import type { Ms } from "../../domain/shared/time.ts";
import type { Loss } from "./contract.ts";

/** A feed that lost the source reports it every second. Without a report for this long it counts as found. */
const HEARD_MS: Ms = 5_000;

/** What the first feed knows of the others. */
export class OtherFeeds {
  readonly #lost = new Map<number, { loss: Loss; heardMs: Ms }>();

  told(feed: number, loss: Loss | null, nowMs: Ms): void {
    if (loss === null) this.#lost.delete(feed);
    else this.#lost.set(feed, { loss, heardMs: nowMs });
  }

  /** The earliest loss; null: no feed is lost. */
  loss(nowMs: Ms): Loss | null {
    const lost = [...this.#lost.values()].filter(({ heardMs }) => nowMs - heardMs <= HEARD_MS);
    lost.sort((a, b) => a.loss.sinceMs - b.loss.sinceMs);
    return lost[0]?.loss ?? null;
  }
}
