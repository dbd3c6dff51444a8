/**
 * Runs in a process of its own: the limiter alone over the KV server at KV_URL (its token from the environment),
 * asked for one subject by several callers until the process is ended. Arguments: limit, window in ms. Each request
 * let through is a line `+<start of its window>` on the output, written before the next is asked for; the first one
 * refused in a window is `-<start>`.
 */
import { windowAt } from "../../domain/rate_limit/window.ts";
import { RateLimits } from "../../storage/rate_limits.ts";
import { kvBackend } from "../../storage/store/backend.ts";
import { openStore } from "../../storage/store/store.ts";

const CALLERS = 8;
const [limit, windowMs] = Deno.args.map(Number);

/** Moves only between tasks, so that a caller reads the very instant at which it was answered. */
let nowMs = Date.now();

const backend = kvBackend(await Deno.openKv(Deno.env.get("KV_URL")));
const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const store = await openStore({ backend, random });
const limiter = new RateLimits({ store, now: () => nowMs, log: console.error, windowMs })
  .limiter("default", limit);

let refusedIn = 0;

function report(allowed: boolean): void {
  const { startMs } = windowAt(nowMs, windowMs);
  if (!allowed && refusedIn === startMs) return;
  if (!allowed) refusedIn = startMs;
  Deno.stdout.writeSync(new TextEncoder().encode(`${allowed ? "+" : "-"}${startMs}\n`));
}

async function call(): Promise<never> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve));
    nowMs = Date.now();
    report((await limiter.take("one")).allowed);
  }
}

await Promise.all(Array.from({ length: CALLERS }, call));
