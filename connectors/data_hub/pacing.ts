import type { Ms } from "../../domain/shared/time.ts";
import { createBucket } from "./bucket.ts";
import type { Work } from "../source.ts";
import { connectionFailed } from "./failure.ts";
import { FairQueue } from "./fair_queue.ts";
import type { Sleep } from "../../concurrency/sleep.ts";

/** What a request is for. `session`: tokens and the namespace, without which nothing else can be asked. */
export type Turn = Work | "session";

/**
 * How the kinds of work share the requests of a minute while more of them wait than may leave: of every 10 turns the
 * feed has 4, gaps 3, trends 2 and discovery 1, and what one leaves goes to the others. A session's requests go first.
 */
export const SHARES: Readonly<Record<Turn, number>> = {
  session: Infinity,
  feed: 4,
  gaps: 3,
  trends: 2,
  discovery: 1,
};

/** Even under a small limit so many requests of a kind may stand in line before the last of them is refused. */
const REQUESTS_WORTH_WAITING = 100;

export interface PaceOptions {
  /** null: no limit. */
  requestsPerMinute: number | null;
  now: () => Ms;
  sleep: Sleep;
  closed: AbortSignal;
  /** How many requests of one kind may wait for their turn. */
  maxWaiting: number;
  /** How long a request waits for its turn at most; under a small limit as long as 100 requests take. */
  maxTurnWaitMs: number;
}

/** Resolves when a request for this work may leave. Refuses when too many wait, or it has waited too long. */
export interface Pace {
  (work: Turn): Promise<void>;
  /** No request leaves for so long: the source asked for it. */
  hold(ms: number): void;
  /** How many requests may leave at once now, below zero as many as wait; null: there is no limit. */
  left(): number | null;
}

export function createPace(options: PaceOptions): Pace {
  const { requestsPerMinute, now, sleep, closed, maxWaiting } = options;
  const bucket = createBucket(requestsPerMinute, now);
  const queue = new FairQueue<Turn>(SHARES);
  const turnWaitMs = Math.max(
    options.maxTurnWaitMs,
    REQUESTS_WORTH_WAITING * 60_000 / (requestsPerMinute ?? Infinity),
  );
  let held = { sinceMs: 0, untilMs: 0 };
  let pumping = false;

  // A clock that was set back to before the hold began ends it.
  const heldMs = () => now() < held.sinceMs ? 0 : Math.max(0, held.untilMs - now());

  async function pump(): Promise<void> {
    pumping = true;
    while (queue.size > 0) {
      for (const late of queue.takeOverdue(now())) late.refuse(waitedTooLong(late.kind));
      const waitMs = Math.max(heldMs(), bucket.waitMs());
      const next = waitMs > 0 ? undefined : queue.next();
      if (next !== undefined) {
        bucket.take();
        next.go();
      } else if (queue.size > 0) {
        const firstEndMs = queue.firstEndMs() - now();
        await sleep(Math.ceil(Math.max(1, Math.min(waitMs, firstEndMs))), closed);
      }
    }
    // In the same step as the last look at the queue: who comes next starts anew.
    pumping = false;
  }

  function refuseAll(error: unknown): void {
    pumping = false;
    for (const waiter of queue.takeAll()) waiter.refuse(error);
  }

  function waitedTooLong(kind: Turn): Error {
    return connectionFailed(
      `A request (${kind}) did not get its turn within ${
        Math.round(turnWaitMs / 1000)
      } s under ${limitText()}`,
    );
  }

  const limitText = () => `requests_per_minute (${requestsPerMinute ?? "no limit"})`;

  const pace = (work: Turn) =>
    new Promise<void>((resolve, reject) => {
      if (closed.aborted) return reject(closed.reason);
      if (queue.waiting(work) >= maxWaiting) {
        return reject(connectionFailed(`${maxWaiting} requests (${work}) already wait under ${limitText()}`));
      }
      queue.add({ kind: work, endsMs: now() + turnWaitMs, go: resolve, refuse: reject });
      if (!pumping) pump().catch(refuseAll);
    });
  return Object.assign(pace, {
    hold(ms: number) {
      const untilMs = now() + ms;
      if (untilMs > held.untilMs || now() < held.sinceMs) held = { sinceMs: now(), untilMs };
    },
    left() {
      const tokens = bucket.left();
      return tokens === null ? null : tokens - queue.size;
    },
  });
}
