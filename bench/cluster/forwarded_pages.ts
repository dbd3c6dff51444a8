import type { PageBody, PageSource } from "../parts/page_source.ts";
import { awaited } from "./awaited.ts";

/** By the signup of a feed, its pages in their order. */
export type Pages = ReadonlyMap<string, PageBody[]>;

type Answer = (page: PageBody) => void;

/** Askings for a page without one are held: an empty page would let the plant's time go on. */
export class HandedPages implements Disposable {
  #left: Pages = new Map();
  readonly #held = new Map<string, Answer>();

  constructor(private readonly source: PageSource) {
    source.onPage = (signup, request) => this.#left.get(signup)?.shift() ?? this.#hold(signup, request);
  }

  /** An asking that its feed has given up (after 30 s) is no longer there to be answered. */
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

  /** A feed tells what it has judged once it has come to its end. */
  letGo(): void {
    this.source.onPage = () => null;
    for (const answer of this.#held.values()) answer(null);
    this.#held.clear();
  }

  [Symbol.dispose](): void {
    this.letGo();
  }

  /** Every feed has come to the end of its pages. */
  async areAllHeld(): Promise<void> {
    const feeds = [...this.source.signups().keys()];
    await awaited("every feed asks for more", () => ({
      isOver: feeds.every((feed) => this.#held.has(feed)),
      seen: { feeds, held: [...this.#held.keys()], left: [...this.#left].map(([, { length }]) => length) },
    }));
  }
}
