import type { Ms } from "../domain/shared/time.ts";

/** 128 bits. */
const TOKEN_BYTES = 16;
const LIFE_MS = 10 * 60_000;

export interface LoginLink {
  token: string;
  /** True once, for the right token, within ten minutes. */
  spend(token: string): boolean;
}

/** The one-time sign-in link of dev. */
export function createLoginLink(now: () => Ms, randomBytes: (count: number) => Uint8Array): LoginLink {
  const token = Array.from(randomBytes(TOKEN_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const endsMs = now() + LIFE_MS;
  let spent = false;
  return {
    token,
    spend(given) {
      if (spent || given !== token || now() >= endsMs) return false;
      spent = true;
      return true;
    },
  };
}
