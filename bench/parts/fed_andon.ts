/** Andon over a copy of the shared store, on a source whose pages the row holds and releases. */
import {
  closePacked,
  copyOfStore,
  type Fixture,
  type RunningAndon,
  startAndon,
  streamName,
  STREAMS,
} from "./andon.ts";
import type { CalledOptions } from "./called.ts";
import { HeldFeed } from "./held_feed.ts";
import { startPageSource } from "./page_source.ts";

export interface FedAndon extends AsyncDisposable {
  fixture: Fixture;
  andon: RunningAndon;
  /** A page has been evaluated when the next one is requested. */
  feed: HeldFeed;
  /** Sends a line to Andon's process and returns the answer. */
  ask(line: string): Promise<string>;
  /** Ends the feed, and waits until everything up to the present is evaluated. */
  finish(): Promise<void>;
}

interface FedOptions {
  waitSeconds: number;
  /** For rows that count per core; the default is the machine's. */
  shards?: number;
  /** Who is told of events. Absent: nobody. */
  called?: CalledOptions;
}

export async function fedAndon(
  { waitSeconds, shards, called }: FedOptions,
): Promise<FedAndon> {
  const fixture = await copyOfStore();
  const resources = Array.from({ length: STREAMS }, (_, i) => streamName(i));
  const source = startPageSource({ signupName: fixture.signupName, resources });
  const workers: Record<string, string> = shards === undefined ? {} : { ACTOR_SHARDS: String(shards) };
  const settings = {
    dataDir: fixture.dataDir,
    source: { ...source.configuration, wait_seconds: waitSeconds },
    environment: { RATE_LIMIT_DEFAULT: "off", ...workers },
    called,
  };
  // Records are packed by shard: a first start with another number of shards would read them one by one.
  if (shards !== undefined) await closePacked((await startAndon(settings)).child);
  const andon = await startAndon(settings);
  const feed = new HeldFeed(source, andon.child.pid);
  const ask = async (line: string) => {
    await andon.child.writeLine(line);
    return await andon.child.lineAfter(line);
  };
  await untilConnected(ask);
  return {
    fixture,
    andon,
    feed,
    ask,
    async finish() {
      source.onPage = () => null;
      const atMs = Date.now();
      feed.go();
      while (JSON.parse(await ask("status")).watermark_ms <= atMs) await shortly();
    },
    async [Symbol.asyncDispose]() {
      feed.go();
      await andon.child.kill();
      await source[Symbol.asyncDispose]();
      await Deno.remove(fixture.dataDir, { recursive: true });
    },
  };
}

async function untilConnected(ask: FedAndon["ask"]): Promise<void> {
  for (;;) {
    const { followed_streams, unread_streams, state } = JSON.parse(await ask("status"));
    if (state === "connected" && followed_streams === STREAMS && unread_streams === 0) return;
    await shortly();
  }
}

function shortly(): Promise<void> {
  return new Promise((done) => setTimeout(done, 50));
}
