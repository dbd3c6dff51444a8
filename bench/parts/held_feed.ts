/** A feed whose pages are held back and let go by the row; who reads it is known by its process. */
import { cpuSeconds } from "../harness/processes.ts";
import type { PageBody, PageSource } from "./page_source.ts";

/** Who uses no CPU time for so long, looked at so often, rests. Timers that do next to nothing do not count in it. */
const REST_MS = 60, POLL_MS = 5;

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

  /**
   * Answers the asking that is held, and those after it, with these pages. After the next asking it is over once the
   * reader rests: it may ask for a page while it is at the ones before.
   */
  async feed(pages: readonly PageBody[]): Promise<{ cpuSeconds: number; seconds: number }> {
    const cpu = cpuSeconds(this.pid), begun = performance.now();
    for (const page of pages) {
      const next = this.hold();
      this.#answer(page);
      await next;
    }
    const rest = await this.#rest();
    return { cpuSeconds: rest.cpu - cpu, seconds: (rest.sinceMs - begun) / 1000 };
  }

  /** Since when the reader has used no CPU time, and how much until then. */
  async #rest(): Promise<{ cpu: number; sinceMs: number }> {
    let cpu = cpuSeconds(this.pid), sinceMs = performance.now();
    while (performance.now() - sinceMs < REST_MS) {
      await new Promise((done) => setTimeout(done, POLL_MS));
      const now = cpuSeconds(this.pid);
      if (now > cpu) [cpu, sinceMs] = [now, performance.now()];
    }
    return { cpu, sinceMs };
  }

  /** Answers the asking that is held with an empty page: whoever sets `source.onPage` answers the next. */
  go(): void {
    this.#answer(null);
  }
}
