import type { Ms } from "../../domain/shared/time.ts";

/** A feed reports what it knows every second. Without a report for this long its condition counts as ended. */
const HEARD_MS: Ms = 5_000;

/** What the first feed knows of a condition at the others, such as the loss of the source. */
export class OtherFeeds<T extends { sinceMs: Ms }> {
  readonly #standing = new Map<number, { condition: T; heardMs: Ms }>();

  told(feed: number, condition: T | null, nowMs: Ms): void {
    if (condition === null) this.#standing.delete(feed);
    else this.#standing.set(feed, { condition, heardMs: nowMs });
  }

  /** The earliest one; null: it holds at no feed. */
  earliest(nowMs: Ms): T | null {
    const heard = [...this.#standing.values()].filter(({ heardMs }) => nowMs - heardMs <= HEARD_MS);
    heard.sort((a, b) => a.condition.sinceMs - b.condition.sinceMs);
    return heard[0]?.condition ?? null;
  }
}
