/**
 * What a limit covers: all requests of a client, requests to AI providers, a client's expensive requests, or the
 * requests that pages of other sites start in a client's browser.
 */
export const RATE_SCOPES = ["default", "ai", "heavy", "cross_site"] as const;
export type RateScope = (typeof RATE_SCOPES)[number];

/** A limit that has a setting. That of other sites' requests equals the default one. */
export type ConfiguredRateScope = Exclude<RateScope, "cross_site">;

/** A limit as answers state it: of requests, of wrong passwords, or of codes for an address. */
export interface LimitDecision extends Omit<RateDecision, "scope"> {
  scope: RateScope | "sign_in" | "address_code" | "heartbeat" | "push";
}

/** The result of one request under one limit. */
export interface RateDecision {
  scope: RateScope;
  allowed: boolean;
  /** Requests allowed in one window. */
  limit: number;
  windowSeconds: number;
  /** How many more this window allows, as known to this process. */
  remaining: number;
  /** Whole seconds until the next window has begun: 1 to `windowSeconds`. */
  resetSeconds: number;
}
