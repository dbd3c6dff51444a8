import type { Ms } from "../shared/time.ts";

/** What a provider gave at a sign-in. The ID token is sent back at a logout. */
export interface ProviderTokens {
  refresh: string | null;
  access: string | null;
  /** Milliseconds since 1970; null: the provider does not say. */
  accessUntilMs: number | null;
  id: string | null;
}

/** The provider's part of a session of one of its users, under the session's key. Times in milliseconds since 1970. */
export interface ProviderSessionRecord {
  v: 1;
  token_hash: string;
  user_id: number;
  provider_id: number;
  subject: string;
  /** The provider's own name of the session, which its back-channel logout uses; null: it gave none. */
  sid: string | null;
  /** `ProviderTokens`; rewritten whenever the provider replaces the refresh token. */
  sealed_tokens: string;
  begun_at_ms: number;
  /** When the provider last confirmed that the person may be signed in. */
  confirmed_at_ms: number;
  /** Why the last check could not be made; null: it was made. */
  problem: string | null;
}

/** The provider's part of a session that is about to begin. */
export type ProviderSessionStart = Pick<
  ProviderSessionRecord,
  "provider_id" | "subject" | "sid" | "sealed_tokens"
>;

/** How often a provider is asked whether a person may still be signed in. */
export const CHECK_EVERY_MS: Ms = 15 * 60_000;
/** How long a session keeps its role after the provider last confirmed it; from then on it only reads. */
export const UNCONFIRMED_MS: Ms = 8 * 3_600_000;

/** Whether the provider is to be asked again. */
export function isCheckDue({ confirmed_at_ms }: ProviderSessionRecord, nowMs: Ms): boolean {
  return confirmed_at_ms + CHECK_EVERY_MS <= nowMs;
}

/** Whether a session may only read, since its provider has not confirmed it for too long. */
export function readsOnly(session: ProviderSessionRecord | undefined, nowMs: Ms): boolean {
  return session !== undefined && session.confirmed_at_ms + UNCONFIRMED_MS <= nowMs;
}
