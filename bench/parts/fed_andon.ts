/** Andon over a copy of the shared store, on a source whose pages the row holds back and lets go. */
import { cpuSeconds } from "../harness/processes.ts";
import { streamName, STREAMS } from "./andon.ts";
import { copyOfStore, type Fixture, type RunningAndon, startAndon } from "./andon.ts";
import { type PageBody, type PageSource, startPageSource } from "./page_source.ts";

export interface FedAndon extends AsyncDisposable {
  fixture: Fixture;
  andon: RunningAndon;
  source: PageSource;
  /** Holds the next asking for a page; resolves when Andon has asked. */
  hold(): Promise<void>;
  /** Answers it and the following with these pages; resolves when all have been judged, which the next asking tells. */
  feed(pages: readonly PageBody[]): Promise<{ cpuSeconds: number; seconds: number }>;
  /** Answers the asking that is held with an empty page: whoever set `source.onPage` answers the next. */
  go(): void;
  /** What Andon's process answers to a line. */
  ask(line: string): Promise<string>;
  /** Lets the feed be read to its end, and waits until all up to now is judged. */
  finish(): Promise<void>;
}

export async function fedAndon({ waitSeconds }: { waitSeconds: number }): Promise<FedAndon> {
  const fixture = await copyOfStore();
  const resources = Array.from({ length: STREAMS }, (_, i) => streamName(i));
  const source = startPageSource({ signupName: fixture.signupName, resources });
  const andon = await startAndon({
    dataDir: fixture.dataDir,
    source: { ...source.configuration, wait_seconds: waitSeconds },
    environment: { RATE_LIMIT_DEFAULT: "off" },
  });
  await untilConnected(andon);
  let answer: (body: PageBody) => void = () => {};
  const asked = (): Promise<void> =>
    new Promise((resolve) => {
      source.onPage = () => {
        const { promise, resolve: give } = Promise.withResolvers<PageBody>();
        answer = give;
        resolve();
        return promise;
      };
    });
  return {
    ...{ fixture, andon, source },
    hold: asked,
    async feed(pages) {
      const cpu = cpuSeconds(andon.child.pid), begun = performance.now();
      for (const page of pages) {
        const next = asked();
        answer(page);
        await next;
      }
      return {
        cpuSeconds: cpuSeconds(andon.child.pid) - cpu,
        seconds: (performance.now() - begun) / 1000,
      };
    },
    go: () => answer(null),
    async ask(line) {
      await andon.child.tell(line);
      return await andon.child.said(line);
    },
    async finish() {
      source.onPage = () => null;
      const atMs = Date.now();
      answer(null);
      while ((await statusOf(andon)).watermark_ms <= atMs) await new Promise((done) => setTimeout(done, 50));
    },
    async [Symbol.asyncDispose]() {
      answer(null);
      await andon.child.kill();
      await source[Symbol.asyncDispose]();
      await Deno.remove(fixture.dataDir, { recursive: true });
    },
  };
}

async function untilConnected(andon: RunningAndon): Promise<void> {
  for (;;) {
    const { followed_streams, unread_streams, state } = await statusOf(andon);
    if (state === "connected" && followed_streams === STREAMS && unread_streams === 0) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function statusOf({ child }: RunningAndon) {
  await child.tell("status");
  return JSON.parse(await child.said("status"));
}
