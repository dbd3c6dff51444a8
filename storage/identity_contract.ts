import type { Actor } from "../domain/access/types.ts";
import type {
  IdentityProviderChange,
  IdentityProviderDraft,
  IdentityProviderRecord,
} from "../domain/identity_provider/schema.ts";
import type {
  ProviderSessionRecord,
  ProviderSessionStart,
  ProviderTokens,
} from "../domain/identity_provider/provider_session.ts";
import type { BegunSignIn, IdentityProviderSettings } from "../domain/identity_provider/types.ts";
import type { Ms } from "../domain/shared/time.ts";

/** Longer than a logout token is accepted. */
export const LOGOUT_REMEMBERED_MS: Ms = 10 * 60_000;

export interface IdentityProviders {
  list(): readonly IdentityProviderRecord[];
  get(id: number): IdentityProviderRecord | undefined;
  /** With the decrypted secret; NOT_FOUND for an unknown one. */
  settings(id: number): Promise<IdentityProviderSettings>;
  /** VALIDATION_FAILED for a name or issuer that another one has, and for a sixth provider. */
  create(draft: IdentityProviderDraft, by: Actor): Promise<IdentityProviderRecord>;
  /** A change of issuer clears the stored secret, unless it contains a new one. */
  update(id: number, change: IdentityProviderChange, by: Actor): Promise<IdentityProviderRecord>;
  remove(id: number, by: Actor): Promise<void>;
  /** A begun sign-in as an encrypted text for the browser that began it. */
  sealBegun(begun: BegunSignIn): Promise<string>;
  /** Undefined for a text that this store did not seal. */
  unsealBegun(sealed: string): Promise<BegunSignIn | undefined>;
}

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
