/**
 * What a limit covers: all requests of a client, requests to AI providers, or a client's expensive requests.
 */
export const RATE_SCOPES = ["default", "ai", "heavy"] as const;
export type RateScope = (typeof RATE_SCOPES)[number];

/** A limit as answers state it: of requests, or of wrong passwords. */
export interface LimitDecision extends Omit<RateDecision, "scope"> {
  scope: RateScope | "sign_in";
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
