import type { Ms } from "../domain/shared/time.ts";
import { createBucket } from "./bucket.ts";
import type { Work } from "./source.ts";
import { connectionFailed } from "./source_failure.ts";
import { FairQueue } from "./fair_queue.ts";
import type { Sleep } from "../concurrency/sleep.ts";

/** The purpose of a request. `session`: tokens and the namespace, which every other request requires. */
export type RequestKind = Work | "session";

/**
 * The shares of the kinds of work while requests wait: of 10 requests, 4 are for the feed, 3 for gaps, 2 for trends and
 * 1 for discovery. Unused shares go to the others; session requests precede all.
 */
export const SHARES: Readonly<Record<RequestKind, number>> = {
  session: Infinity,
  feed: 4,
  gaps: 3,
  trends: 2,
  discovery: 1,
};

/** The maximal wait allows at least this many requests of a kind to wait, even under a low limit. */
const REQUESTS_WORTH_WAITING = 100;

export interface PaceOptions {
  /** null: no limit. */
  requestsPerMinute: number | null;
  now: () => Ms;
  sleep: Sleep;
  closed: AbortSignal;
  /** Limit of waiting requests of one kind. */
  maxWaiting: number;
  /** Longest wait of a request; under a low limit the time of 100 requests. */
  maxQueueWaitMs: number;
}

/** Resolves when a request may be sent. Refuses when too many wait, or after the longest wait. */
export interface Pace {
  (work: RequestKind): Promise<void>;
  /** Holds back all requests for a time, as the source demanded. */
  hold(ms: number): void;
  /** How many requests may be sent at once now, minus those waiting; null: no limit. */
  left(): number | null;
}

export function createPace(options: PaceOptions): Pace {
  const { requestsPerMinute, now, sleep, closed, maxWaiting } = options;
  const bucket = createBucket(requestsPerMinute, now);
  const queue = new FairQueue<RequestKind>(SHARES);
  const queueWaitMs = Math.max(
    options.maxQueueWaitMs,
    REQUESTS_WORTH_WAITING * 60_000 / (requestsPerMinute ?? Infinity),
  );
  let held = { sinceMs: 0, untilMs: 0 };
  let pumping = false;

  // A clock set back to before the start of the hold ends it.
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
    // In the same synchronous step as the last check of the queue: the next request starts a new pump.
    pumping = false;
  }

  function refuseAll(error: unknown): void {
    pumping = false;
    for (const waiter of queue.takeAll()) waiter.refuse(error);
  }

  function waitedTooLong(kind: RequestKind): Error {
    return connectionFailed(
      `A request (${kind}) could not be sent within ${Math.round(queueWaitMs / 1000)} s under ${limitText()}`,
    );
  }

  const limitText = () => `requests_per_minute (${requestsPerMinute ?? "no limit"})`;

  const pace = (work: RequestKind) =>
    new Promise<void>((resolve, reject) => {
      if (closed.aborted) return reject(closed.reason);
      if (queue.waiting(work) >= maxWaiting) {
        return reject(connectionFailed(`${maxWaiting} requests (${work}) already wait under ${limitText()}`));
      }
      queue.add({ kind: work, endsMs: now() + queueWaitMs, go: resolve, refuse: reject });
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
