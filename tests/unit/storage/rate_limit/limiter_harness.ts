import type { RateDecision, RateScope } from "../../../../domain/rate_limit/types.ts";
import { RateLimits } from "../../../../storage/rate_limits.ts";
import { type KvBackend, kvBackend } from "../../../../storage/store/backend.ts";
import type { DeadlineClock } from "../../../../storage/store/deadline.ts";
import { openStore } from "../../../../storage/store/store.ts";
import { random, StoppedClock } from "../support.ts";

export const MINUTE = 60_000;
export const START = Date.UTC(2026, 0, 31, 8, 15);

export interface LimiterHarness extends AsyncDisposable {
  limits: RateLimits;
  kv: Deno.Kv;
  clock: { nowMs: number };
  /** Calls that reached the store. */
  calls: { reads: number; writes: number };
  take(subject?: string, under?: { scope: RateScope; limit: number }): Promise<RateDecision>;
  /** How many of `count` sequential requests were allowed. */
  passed(count: number, subject?: string): Promise<number>;
}

export interface LimiterHarnessOptions {
  limit?: number;
  /** Several processes on one store: the first one's KV and clock. */
  beside?: LimiterHarness;
  maxSubjects?: number;
  /** The clock of deadlines; by default none passes. */
  deadlines?: DeadlineClock;
  wrap?: (backend: KvBackend) => KvBackend;
}

/** A process's limiters over real KV in memory, with a manual clock. */
export async function limiterHarness(options: LimiterHarnessOptions = {}): Promise<LimiterHarness> {
  const { beside, limit = 100, wrap = (backend) => backend, maxSubjects, deadlines = new StoppedClock() } =
    options;
  const kv = beside?.kv ?? await Deno.openKv(":memory:");
  const clock = beside?.clock ?? { nowMs: START };
  const calls = { reads: 0, writes: 0 };
  const own = { ...kvBackend(kv), ...(beside === undefined ? {} : { close: () => {} }) };
  const store = await openStore({ backend: wrap(counting(own, calls)), random, clock: deadlines });
  const limits = new RateLimits({ store, now: () => clock.nowMs, log: () => {}, maxSubjects });
  const take: LimiterHarness["take"] = async (subject = "a", under = { scope: "default", limit }) =>
    await limits.limiter(under.scope, under.limit).take(subject);
  return {
    limits,
    kv,
    clock,
    calls,
    take,
    async passed(count, subject) {
      let passed = 0;
      for (let i = 0; i < count; i++) if ((await take(subject)).allowed) passed++;
      return passed;
    },
    async [Symbol.asyncDispose]() {
      await limits.close();
      await store.close();
    },
  };
}

function counting(backend: KvBackend, calls: LimiterHarness["calls"]): KvBackend {
  return {
    ...backend,
    getMany(keys) {
      calls.reads++;
      return backend.getMany(keys);
    },
    write(atomic) {
      if (atomic.checks.length > 0) calls.writes++;
      return backend.write(atomic);
    },
  };
}

/** All at once. */
export async function together(on: LimiterHarness, count: number, subject?: string): Promise<RateDecision[]> {
  return await Promise.all(Array.from({ length: count }, () => on.take(subject)));
}

export function allowed(decisions: RateDecision[]): number {
  return decisions.filter((each) => each.allowed).length;
}
