import type { Ms } from "../../domain/shared/time.ts";

/** Issued access tokens, each until its expiry. */
export interface Tokens {
  /** `seconds`: validity of this token, if not the default. */
  issue(nowMs: Ms, seconds?: number): { token: string; expiresInSeconds: number };
  revokeAll(): void;
  isValid(token: string, nowMs: Ms): boolean;
}

const MAX_TOKENS = 10_000;

export function createTokens(options: { seconds: number; randomId: () => string }): Tokens {
  const expiries = new Map<string, Ms>();
  return {
    issue(nowMs, seconds = options.seconds) {
      for (const [token, expiresMs] of expiries) {
        if (expiresMs > nowMs && expiries.size < MAX_TOKENS) break;
        expiries.delete(token);
      }
      const token = `${options.randomId()}${options.randomId()}`.replaceAll("-", "");
      expiries.set(token, nowMs + seconds * 1000);
      return { token, expiresInSeconds: seconds };
    },
    revokeAll: () => expiries.clear(),
    isValid: (token, nowMs) => (expiries.get(token) ?? -Infinity) > nowMs,
  };
}
