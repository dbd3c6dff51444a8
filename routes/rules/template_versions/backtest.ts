import { BACKTEST_LIMITS, type BacktestOrder, type BacktestResult } from "../../../domain/backtest/types.ts";
import type { Deployment } from "../../../domain/instance/deployment.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import type { Ticks } from "../../../domain/shared/time.ts";
import { backtestSpan } from "../backtest/order.ts";
import { configurationMissing } from "../../plant/configuration.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import type { AppContext } from "../../pipeline/env.ts";
import type { UpgradePair, UpgradePlan } from "./plan.ts";

const DEADLINE_MS = 120_000;

interface BacktestedUpgrade {
  backtest: { instances: number; before: BacktestResult; after: BacktestResult } | null;
  /** Why there is no backtest. */
  backtest_problem: string | null;
}

/** Evaluates the same past with both versions. A failure is returned as a problem and stops nothing else. */
export async function backtestUpgrade(
  c: AppContext,
  { deps, plan, span }: { deps: AppDeps; plan: UpgradePlan; span: { from?: Ticks; to?: Ticks } },
): Promise<BacktestedUpgrade> {
  const ends = backtestSpan(span, deps.now());
  const left = c.get("left");
  const signal = AbortSignal.any([left, AbortSignal.timeout(DEADLINE_MS)]);
  const pairs = withinLimits(plan.pairs);
  const run = (side: keyof UpgradePair) =>
    deps.backtests.run(orderOf(pairs.map((pair) => pair[side]), { plan, ...ends }), { signal });
  try {
    if (deps.storage.sources.list().length === 0) throw configurationMissing();
    const backtest = { instances: pairs.length, before: await run("before"), after: await run("after") };
    return { backtest, backtest_problem: null };
  } catch (error) {
    if (left.aborted || !(error instanceof Refusal)) throw error;
    const seconds = DEADLINE_MS / 1000;
    const text = signal.aborted
      ? `The backtest took longer than ${seconds} s; choose a shorter span or fewer instances`
      : error.message;
    return { backtest: null, backtest_problem: text };
  }
}

/** The first instances, at most as many as a backtest accepts. */
function withinLimits(pairs: readonly UpgradePair[]): UpgradePair[] {
  const streams = new Set<number>();
  const within: UpgradePair[] = [];
  for (const pair of pairs.slice(0, BACKTEST_LIMITS.instances)) {
    for (const { instance } of [pair.before, pair.after]) {
      for (const { id } of instance.streams) streams.add(id);
    }
    if (within.length > 0 && streams.size > BACKTEST_LIMITS.streams) break;
    within.push(pair);
  }
  return within;
}

function orderOf(
  deployments: readonly Deployment[],
  { plan, from, to }: { plan: UpgradePlan; from: Ticks; to: Ticks },
): BacktestOrder {
  const ids = new Set(deployments.flatMap(({ instance }) => instance.streams.map(({ id }) => id)));
  return {
    units: deployments.map((deployment) => ({ instanceId: deployment.record.id, deployment })),
    streams: [...plan.streams.values()].filter(({ id }) => ids.has(id)),
    from,
    to,
    points: 0,
  };
}
