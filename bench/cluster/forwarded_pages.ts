import type { PageBody, PageSource } from "../parts/page_source.ts";
import { awaited } from "./awaited.ts";

/** The pages of each feed in order, by signup. */
export type Pages = ReadonlyMap<string, PageBody[]>;

type Answer = (page: PageBody) => void;

/**
 * Gives pages to the feeds. Requests without a page are held, since an empty page would advance the plant's
 * time.
 */
export class PageDispenser implements Disposable {
  #left: Pages = new Map();
  readonly #held = new Map<string, Answer>();

  constructor(private readonly source: PageSource) {
    source.onPage = (signup, request) => this.#left.get(signup)?.shift() ?? this.#hold(signup, request);
  }

  /** A request that its feed has aborted (after 30 s) is no longer answered. */
  #hold(signup: string, { signal }: Request): Promise<PageBody> {
    const { promise, resolve } = Promise.withResolvers<PageBody>();
    this.#held.set(signup, resolve);
    signal.addEventListener("abort", () => {
      if (this.#held.get(signup) === resolve) this.#held.delete(signup);
      resolve(null);
    });
    return promise;
  }

  out(pages: Pages): void {
    this.#left = pages;
    for (const [signup, answer] of this.#held) {
      const page = pages.get(signup)?.shift();
      if (page !== undefined && this.#held.delete(signup)) answer(page);
    }
  }

  /** Answers all held requests with the end of the feed, after which a feed reports what it has evaluated. */
  release(): void {
    this.source.onPage = () => null;
    for (const answer of this.#held.values()) answer(null);
    this.#held.clear();
  }

  [Symbol.dispose](): void {
    this.release();
  }

  /** Every feed has read all of its pages. */
  async areAllHeld(): Promise<void> {
    const feeds = [...this.source.signups().keys()];
    await awaited("every feed requests more", () => ({
      isOver: feeds.every((feed) => this.#held.has(feed)),
      seen: { feeds, held: [...this.#held.keys()], left: [...this.#left].map(([, { length }]) => length) },
    }));
  }
}
