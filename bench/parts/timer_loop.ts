/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
/**
 * A thread that does nothing but wait 2 ms again and again. Told `end`, it answers how late each timer came, in ms:
 * what a busy machine adds to whatever else is measured meanwhile.
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
