/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
/**
 * A thread that only waits 2 ms repeatedly. On `end` it returns how late each timer fired, in ms: the delay
 * that a busy machine adds to other measurements.
 */
const EVERY_MS = 2;

const lateMs: number[] = [];
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  lateMs.push(Math.max(0, now - last - EVERY_MS));
  last = now;
}, EVERY_MS);
self.onmessage = () => self.postMessage(lateMs);
