import type { Ms } from "../../domain/shared/time.ts";

/** Access tokens that were given out, each until its expiry. */
export interface Tokens {
  issue(nowMs: Ms): { token: string; expiresInSeconds: number };
  isValid(token: string, nowMs: Ms): boolean;
}

const MAX_TOKENS = 10_000;

export function createTokens(options: { seconds: number; randomId: () => string }): Tokens {
  const expiries = new Map<string, Ms>();
  return {
    issue(nowMs) {
      for (const [token, expiresMs] of expiries) {
        if (expiresMs > nowMs && expiries.size < MAX_TOKENS) break;
        expiries.delete(token);
      }
      const token = `${options.randomId()}${options.randomId()}`.replaceAll("-", "");
      expiries.set(token, nowMs + options.seconds * 1000);
      return { token, expiresInSeconds: options.seconds };
    },
    isValid: (token, nowMs) => (expiries.get(token) ?? -Infinity) > nowMs,
  };
}
