/** What is limited: all requests of a client, requests to an AI provider, and a client's heavy ones. */
export const RATE_SCOPES = ["default", "ai", "heavy"] as const;
export type RateScope = (typeof RATE_SCOPES)[number];

/** What became of one request under one limit. */
export interface RateDecision {
  scope: RateScope;
  allowed: boolean;
  /** Requests that a window lets through. */
  limit: number;
  windowSeconds: number;
  /** How many more this window lets through, as far as this process knows. */
  remaining: number;
  /** Whole seconds after which the next window has begun: 1 to `windowSeconds`. */
  resetSeconds: number;
}
