/** A feed whose pages the row holds and releases; its reader is a process with a known id. */
import { cpuSeconds } from "../harness/processes.ts";
import type { PageBody, PageSource } from "./page_source.ts";

/** A reader is idle after this time without CPU use, polled at this interval. */
const REST_MS = 60, POLL_MS = 5;

export class HeldFeed {
  #answer: (body: PageBody) => void = () => {};

  constructor(readonly source: PageSource, readonly pid: number) {}

  /** Holds the next request for a page; resolves when it has arrived. */
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

  /** When the reader became idle, and its CPU time until then. */
  async #rest(): Promise<{ cpu: number; sinceMs: number }> {
    let cpu = cpuSeconds(this.pid), sinceMs = performance.now();
    while (performance.now() - sinceMs < REST_MS) {
      await new Promise((done) => setTimeout(done, POLL_MS));
      const now = cpuSeconds(this.pid);
      if (now > cpu) [cpu, sinceMs] = [now, performance.now()];
    }
    return { cpu, sinceMs };
  }

  /**
   * Answers the held request and the following ones with these pages. Ends when the reader is idle after the
   * last request, since it may request a page while it still evaluates the previous ones.
   */
  go(): void {
    this.#answer(null);
  }
}
