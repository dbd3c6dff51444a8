/**
 * The cost of a rate limit per request: allowed from memory, refused, and with every tenth request taking a
 * block from a file.
 */
import { RateLimitStore } from "../storage/rate_limits.ts";
import { kvBackend } from "../storage/store/backend.ts";
import { openStore } from "../storage/store/store.ts";

const SUBJECTS = 10_000, CALLS = 1_000;
const folder = await Deno.makeTempDir();
const kv = await Deno.openKv(`${folder}/kv.sqlite`);
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const store = await openStore({ backend: kvBackend(kv), random });
const names = Array.from({ length: SUBJECTS }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);

/** The clock is stopped, so that no window ends during a measurement. */
const limits = new RateLimitStore({ store, now: () => 0, log: () => {} });
const ample = limits.limiter("default", 1_000_000);
const spent = limits.limiter("heavy", 1);
for (let i = 0; i < names.length; i += 500) {
  await Promise.all(names.slice(i, i + 500).flatMap((name) => [ample.take(name), spent.take(name)]));
}

Deno.bench(`${CALLS} refused`, () => {
  for (let i = 0; i < CALLS; i++) spent.take(names[i]);
});

let next = 0;
Deno.bench(`${CALLS} allowed, one in 1,000 with a block`, async () => {
  for (let i = 0; i < CALLS; i++) await ample.take(names[next++ % SUBJECTS]);
});

let window = 0;
Deno.bench("100 allowed, ten blocks of ten", async () => {
  const fresh = new RateLimitStore({ store, now: () => 60_000 * window, log: () => {} });
  window++;
  const limiter = fresh.limiter("default", 100);
  for (let i = 0; i < 100; i++) await limiter.take("10.0.0.1");
  await fresh.close();
});
