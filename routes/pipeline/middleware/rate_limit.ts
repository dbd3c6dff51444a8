import type { SharedAddresses } from "../../../domain/rate_limit/shared_addresses.ts";
import type { ConfiguredRateScope, RateDecision, RateScope } from "../../../domain/rate_limit/types.ts";
import { clientKey } from "../../../domain/shared/ip_address.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import type { AppDeps, WebSettings } from "../deps.ts";
import type { AppContext } from "../env.ts";
import type { Limit } from "../admission.ts";
import type { RateLimiter } from "../../../storage/rate_limit/limiter.ts";

/** The push channel is exempt, except for pages of other sites: it is opened once and stays open. */
const NOT_LIMITED = "/api/ws";

/** They open a new session. Counted to the old one, each sign-in would start a new allowance. */
const SIGN_IN = "/api/auth/login";

type Deps = {
  storage: Pick<AppDeps["storage"], "rateLimits">;
  settings: Pick<WebSettings, "rateLimits" | "rateLimitBy">;
};

/** Whom a request counts to, and how a refusal names it. */
interface Subject {
  key: string;
  noun: "address" | "session or API key" | "screen";
}

/**
 * Applies the limits before the sign-in check: first the default limit, then the heavy one. A provider's own limit is
 * spent when the path's provider is found. A request that a page of another site started counts only to the allowance
 * of such requests, so that it uses up nobody's own. `shared` hears of the people behind each address that is counted.
 */
export function rateLimits(
  deps: Deps & Pick<AppDeps, "now">,
  shared?: SharedAddresses,
): (c: AppContext, request: { limit: Limit | undefined; isCrossSite: boolean }) => Promise<void> {
  const all = limiterOf(deps, "default");
  const heavy = limiterOf(deps, "heavy");
  const ai = limiterOf(deps, "ai");
  const crossSite = limiterOf(deps, "cross_site");
  /** The default limit, and who shares it. */
  const spendAll = async (c: AppContext, subject: Subject): Promise<void> => {
    const address = all !== undefined && subject.noun === "address" ? subject.key : undefined;
    const person = c.get("signedIn")?.user.id;
    if (address !== undefined && person !== undefined) shared?.note({ address, person, at: deps.now() });
    try {
      await spend(c, all, subject);
    } catch (error) {
      if (address !== undefined && isRefused(error)) shared?.refuse({ address, at: deps.now() });
      throw error;
    }
  };
  return async (c, { limit, isCrossSite }) => {
    if (limit === "ai") {
      c.set("spendAi", async (provider) => {
        c.set("spendAi", undefined);
        await spend(c, ai, { key: provider, noun: "address" });
      });
    }
    if (c.env?.inside !== undefined) return;
    if (isCrossSite) return await spend(c, crossSite, addressOf(c));
    if (c.req.path === NOT_LIMITED) return;
    const subject = subjectOf(c, deps.settings);
    await spendAll(c, subject);
    if (limit === "heavy") await spend(c, heavy, subject);
  };
}

/** One more request against the default limit, for a body that holds several. */
export function defaultSpending(deps: Deps): (c: AppContext) => Promise<void> {
  const limiter = limiterOf(deps, "default");
  return (c) => spend(c, limiter, subjectOf(c, deps.settings));
}

/** Costly work within a request counts against the heavy limit of its client, like a request of its own. */
export function heavySpending(deps: Deps): (c: AppContext) => () => Promise<void> {
  const limiter = limiterOf(deps, "heavy");
  return (c) => {
    const subject = subjectOf(c, deps.settings);
    return async () => {
      const decision = await limiter?.take(subject.key);
      if (decision?.allowed === false) throw tooMany(decision, subject);
    };
  };
}

function limiterOf({ storage, settings }: Deps, scope: RateScope): RateLimiter | undefined {
  const perMinute = settings.rateLimits[scope === "cross_site" ? "default" : scope];
  return perMinute === null ? undefined : storage.rateLimits.limiter(scope, perMinute);
}

/**
 * A wall screen counts to itself, with `RATE_LIMIT_BY=person` a live session or key too. Any other request counts to
 * its address.
 */
function subjectOf(c: AppContext, { rateLimitBy }: Deps["settings"]): Subject {
  if (c.req.path.startsWith(SIGN_IN)) return addressOf(c);
  const screen = c.get("screen");
  if (screen !== undefined) return { key: `screen ${screen.id}`, noun: "screen" };
  if (rateLimitBy !== "person") return addressOf(c);
  const [keyId, signedIn] = [c.get("apiKeyId"), c.get("signedIn")];
  if (keyId !== undefined) return { key: `key ${keyId}`, noun: "session or API key" };
  if (signedIn === undefined) return addressOf(c);
  // The stored counter names the session without its token or hash.
  return { key: `session ${signedIn.user.id} ${signedIn.openedAtMs}`, noun: "session or API key" };
}

function addressOf(c: AppContext): Subject {
  return { key: clientKey(c.get("client").address), noun: "address" };
}

/** Records the decision for the answer's headers, also for a refusal. */
async function spend(c: AppContext, limiter: RateLimiter | undefined, subject: Subject): Promise<void> {
  if (limiter === undefined) return;
  const decision = await limiter.take(subject.key);
  const others = c.get("rateDecisions")?.filter(({ scope }) => scope !== decision.scope) ?? [];
  c.set("rateDecisions", [...others, decision]);
  if (!decision.allowed) throw tooMany(decision, subject);
}

const COUNTED: Readonly<Record<ConfiguredRateScope, (noun: Subject["noun"]) => string>> = {
  default: (noun) => `requests a minute from one ${noun}`,
  ai: () => "requests a minute to one AI provider",
  heavy: (noun) =>
    `discoveries, bulk operations, imports, backtests, backfills and checks of the audit log a minute from one ${noun}`,
};

function isRefused(error: unknown): boolean {
  return error instanceof Refusal && error.code === "RATE_LIMITED";
}

function tooMany({ scope, limit, resetSeconds }: RateDecision, { noun }: Subject): Refusal {
  const counted = scope === "cross_site"
    ? "requests a minute that pages of other sites start at one address"
    : COUNTED[scope](noun);
  return new Refusal(
    "RATE_LIMITED",
    `At most ${limit} ${counted} are answered; try again in ${resetSeconds} s`,
    { retry_after_seconds: resetSeconds, scope },
  );
}
