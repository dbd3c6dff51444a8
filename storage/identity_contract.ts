import type {
  ProviderSessionRecord,
  ProviderSessionStart,
  ProviderTokens,
} from "../domain/identity_provider/provider_session.ts";
import type { Ms } from "../domain/shared/time.ts";

/** Longer than a logout token is accepted. */
export const LOGOUT_REMEMBERED_MS: Ms = 10 * 60_000;

export interface ProviderSessionDraft {
  providerId: number;
  subject: string;
  /** The provider's own name of the session. */
  sid: string | null;
  tokens: ProviderTokens;
}

/** What tells a logout token from all others. */
export interface LogoutTokenId {
  providerId: number;
  jti: string;
  issuedAtMs: Ms;
}

export interface SessionChange {
  /** Absent: the stored ones stay. */
  tokens?: ProviderTokens;
  /** Null: the provider confirms the session. */
  problem: string | null;
}

/** What identity providers gave for the sessions of their users. From memory unless a promise is returned. */
export interface ProviderSessions {
  /** Those whose session has not been ended. */
  list(): readonly ProviderSessionRecord[];
  /** By the hash of the token; undefined for a session that has ended. */
  get(tokenHash: string): ProviderSessionRecord | undefined;
  /** By the token of the session's cookie; undefined for a session that began with a password. */
  of(token: string): ProviderSessionRecord | undefined;
  /** The tokens encrypted, for `createSession`. */
  start(draft: ProviderSessionDraft): Promise<ProviderSessionStart>;
  /** Undefined if they cannot be decrypted. */
  tokens(session: ProviderSessionRecord): Promise<ProviderTokens | undefined>;
  /** False, and nothing changes, for a session that has ended. */
  change(session: ProviderSessionRecord, change: SessionChange): Promise<boolean>;
  /** Ends the sessions. The audit log keeps the reason. */
  end(sessions: readonly ProviderSessionRecord[], reason: string): Promise<void>;
  /** Whether a logout token was used, by this process or one before it. */
  isLogoutTokenUsed(token: LogoutTokenId): Promise<boolean>;
  /** Remembers a used logout token for `LOGOUT_REMEMBERED_MS`, and forgets older ones. */
  useLogoutToken(token: LogoutTokenId): Promise<void>;
  /** Deletes what is left of sessions that have ended, 100 at most. */
  sweep(): Promise<void>;
}
