/** A feed whose pages are held back and let go by the row; who reads it is known by its process. */
import { cpuSeconds } from "../harness/processes.ts";
import type { PageBody, PageSource } from "./page_source.ts";

export class HeldFeed {
  #answer: (body: PageBody) => void = () => {};

  constructor(readonly source: PageSource, readonly pid: number) {}

  /** Holds the next asking for a page; resolves when it has come. */
  hold(): Promise<void> {
    return new Promise((resolve) => {
      this.source.onPage = () => {
        const { promise, resolve: give } = Promise.withResolvers<PageBody>();
        this.#answer = give;
        resolve();
        return promise;
      };
    });
  }

  /** Answers the asking that is held, and those after it, with these pages; the asking after the last ends it. */
  async feed(pages: readonly PageBody[]): Promise<{ cpuSeconds: number; seconds: number }> {
    const cpu = cpuSeconds(this.pid), begun = performance.now();
    for (const page of pages) {
      const next = this.hold();
      this.#answer(page);
      await next;
    }
    return { cpuSeconds: cpuSeconds(this.pid) - cpu, seconds: (performance.now() - begun) / 1000 };
  }

  /** Answers the asking that is held with an empty page: whoever sets `source.onPage` answers the next. */
  go(): void {
    this.#answer(null);
  }
}
