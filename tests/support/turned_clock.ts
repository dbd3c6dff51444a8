/**
 * The clock of this isolate and of its workers, which a test advances instead of waiting. It replaces `Date.now`; timers
 * and `performance.now()` are unchanged.
 */
const real = Date.now;
/** All tests of a process hear each channel: this isolate's own is named to its workers. */
const channel = `clock ${crypto.randomUUID()}`;
let aheadMs = 0;

Date.now = () => real() + aheadMs;

/** Advances the clock to a time, unless that has passed. */
export function turnTo(ms: number): void {
  turn(aheadMs + Math.max(0, ms - Date.now()));
}

/** Resets the clock to the real time, which other processes use. */
export function setRight(): void {
  turn(0);
}

function turn(ms: number): void {
  aheadMs = ms;
  const workers = new BroadcastChannel(channel);
  workers.postMessage(aheadMs);
  workers.close();
}

/** A shard worker that uses this clock. */
export function spawnTurnedWorker(): Worker {
  const name = JSON.stringify({ channel, aheadMs });
  return new Worker(new URL("turned_worker.ts", import.meta.url), { type: "module", name });
}
