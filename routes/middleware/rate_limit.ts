import type { MiddlewareHandler } from "hono";
import type { RateDecision, RateScope } from "../../domain/rate_limit/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { RateLimiter } from "../../storage/contract.ts";
import { clientKey } from "../client.ts";
import type { AppDeps } from "../deps.ts";
import type { AppContext, AppEnv } from "../env.ts";

/** The push channel is exempt: it is opened once and stays open. */
export const NOT_LIMITED = "/api/ws";

/** Costly routes, which share the heavy limit of a client. Their methods are not GET. */
export const HEAVY_ROUTES: ReadonlySet<string> = new Set([
  "POST /api/discover-assets",
  "POST /api/instances/bulk",
  "POST /api/instances/bulk-deploy",
  "POST /api/instances/bulk-undeploy",
  "POST /api/packages/import",
  "POST /api/templates/:id/versions/:version/upgrade",
  "POST /api/templates/:id/backtest",
  "POST /api/backtests",
  "POST /api/alarm-statistics/advice",
  "POST /api/instances/:id/backfill",
]);

type Deps = {
  storage: Pick<AppDeps["storage"], "rateLimits">;
  settings: Pick<AppDeps["settings"], "rateLimits">;
};

/**
 * Applies the limits to everything under `/api`, before the sign-in check: first the default limit, then the heavy
 * one.
 */
export function rateLimits(deps: Deps): (c: AppContext, isHeavy: boolean) => Promise<void> {
  const all = limiterOf(deps, "default");
  const heavy = limiterOf(deps, "heavy");
  return async (c, isHeavy) => {
    if (c.req.path === NOT_LIMITED || c.env?.inside !== undefined) return;
    const client = clientKey(c.get("client").address);
    if (all !== undefined) await spend(c, all, client);
    if (isHeavy && heavy !== undefined) await spend(c, heavy, client);
  };
}

/** The AI limit, for routes that call a provider. It runs after the check that the provider exists. */
export function aiLimit(deps: Deps, providerOf: (c: AppContext) => number): MiddlewareHandler<AppEnv> {
  const limiter = limiterOf(deps, "ai");
  return async (c, next) => {
    if (limiter !== undefined) await spend(c, limiter, String(providerOf(c)));
    await next();
  };
}

/** Costly work within a request counts against the heavy limit of its client, like a request of its own. */
export function heavySpending(deps: Deps): (c: AppContext) => () => Promise<void> {
  const limiter = limiterOf(deps, "heavy");
  return (c) => async () => {
    const decision = await limiter?.take(clientKey(c.get("client").address));
    if (decision?.allowed === false) throw tooMany(decision);
  };
}

function limiterOf({ storage, settings }: Deps, scope: RateScope): RateLimiter | undefined {
  const perMinute = settings.rateLimits[scope];
  return perMinute === null ? undefined : storage.rateLimits.limiter(scope, perMinute);
}

/** Records the decision for the answer's headers, also for a refusal. */
async function spend(c: AppContext, limiter: RateLimiter, subject: string): Promise<void> {
  const decision = await limiter.take(subject);
  c.set("rateDecisions", [...c.get("rateDecisions") ?? [], decision]);
  if (!decision.allowed) throw tooMany(decision);
}

const COUNTED: Readonly<Record<RateScope, string>> = {
  default: "requests a minute from one address",
  ai: "requests a minute to one AI provider",
  heavy: "discoveries, bulk operations, imports, backtests and backfills a minute from one address",
};

function tooMany({ scope, limit, resetSeconds }: RateDecision): Refusal {
  return new Refusal(
    "RATE_LIMITED",
    `At most ${limit} ${COUNTED[scope]} are answered; try again in ${resetSeconds} s`,
    { retry_after_seconds: resetSeconds, scope },
  );
}
