/**
 * `deno task test:shaken` loads it before the tests: the store, answers and timers are late at random, as on a busy
 * machine. A test that fails by it depends on speed, or has found a race. SHAKE=3 shakes more; the default is 1.
 */
const STRENGTH = Number(Deno.env.get("SHAKE") ?? 1);
const { setTimeout } = globalThis;

/** How often something is late, and by how much at most. */
interface Lateness {
  share: number;
  mostMs: number;
}

const COMMIT: Lateness = { share: 0.1 * STRENGTH, mostMs: 150 };
const READ: Lateness = { share: 0.03 * STRENGTH, mostMs: 100 };
const ANSWER: Lateness = { share: 0.05 * STRENGTH, mostMs: 300 };
/** The event loop stands still for so long, most times for much less. */
const MOST_STALL_MS = 400 * STRENGTH;
const MOST_PAUSE_MS = 1_500;

async function late({ share, mostMs }: Lateness): Promise<void> {
  if (Math.random() >= share) return;
  await new Promise((resolve) => setTimeout(resolve, Math.random() * mostMs));
}

/** What begins late, and whose answer is late. */
function delayed<Args extends unknown[], Answer>(
  real: (...args: Args) => Answer | Promise<Answer>,
  lateness: Lateness,
) {
  return async function (this: unknown, ...args: Args): Promise<Answer> {
    await late(lateness);
    const answer = await real.apply(this, args);
    await late(lateness);
    return answer;
  };
}

const kv = Deno.Kv.prototype, atomic = Deno.AtomicOperation.prototype;
atomic.commit = delayed(atomic.commit, COMMIT);
kv.get = delayed(kv.get, READ) as Deno.Kv["get"];
kv.getMany = delayed(kv.getMany, READ) as Deno.Kv["getMany"];
globalThis.fetch = delayed(globalThis.fetch, ANSWER);

const cell = new Int32Array(new SharedArrayBuffer(4));

function stall(): void {
  const timer = setTimeout(() => {
    Atomics.wait(cell, 0, 0, Math.random() ** 3 * MOST_STALL_MS);
    stall();
  }, Math.random() * MOST_PAUSE_MS);
  Deno.unrefTimer(timer);
}
stall();
