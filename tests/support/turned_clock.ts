/**
 * The clock of this isolate and of the workers it makes, which a test turns on in place of waiting: whatever is given
 * `Date.now` goes by it. Timers and `performance.now()` go on as ever.
 */
const real = Date.now;
/** All tests of a process hear each channel: this isolate's own is named to its workers. */
const channel = `clock ${crypto.randomUUID()}`;
let aheadMs = 0;

Date.now = () => real() + aheadMs;

/** Turns the clock on to a time, unless that has passed. */
export function turnTo(ms: number): void {
  turn(aheadMs + Math.max(0, ms - Date.now()));
}

/** Sets the clock right: other processes have one of their own. */
export function setRight(): void {
  turn(0);
}

function turn(ms: number): void {
  aheadMs = ms;
  const workers = new BroadcastChannel(channel);
  workers.postMessage(aheadMs);
  workers.close();
}

/** A shard's worker that goes by this clock. */
export function spawnTurnedWorker(): Worker {
  const name = JSON.stringify({ channel, aheadMs });
  return new Worker(new URL("turned_worker.ts", import.meta.url), { type: "module", name });
}
