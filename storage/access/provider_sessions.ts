import type {
  ProviderSessionRecord,
  ProviderSessionStart,
  ProviderTokens,
} from "../../domain/identity_provider/provider_session.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { keys, MAIN_LANE } from "../keys.ts";
import type { StoredSession } from "../kinds.ts";
import type { Mirrors } from "../mirrors.ts";
import type { Secrets } from "../secrets.ts";
import { audit, type NounContext, unchanged, write } from "../write.ts";
import { hashOf } from "./token_hashes.ts";
import type { Ms } from "../../domain/shared/time.ts";

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

const TOKENS = "provider_session.tokens";
/** A value of the store has 64 KiB at most; base64 adds a third. A longer ID token is of use at the logout only. */
const MOST_CHARACTERS = 40_000;
const SWEPT_AT_ONCE = 100;
const ENDED_AT_ONCE = 100;
const FORGOTTEN_AT_ONCE = 100;

/**
 * What identity providers gave for the sessions of their users, read from memory. The tokens are encrypted. What
 * identity providers gave for the sessions of their users. From memory unless a promise is returned.
 */
export class ProviderSessions {
  constructor(
    private readonly context: NounContext,
    private readonly mirrors: Mirrors,
    private readonly secrets: Secrets,
  ) {}

  /** Those whose session has not been ended. */
  list(): readonly ProviderSessionRecord[] {
    const { providerSessions, sessions } = this.mirrors;
    return providerSessions.list().filter(({ token_hash }) => sessions.get(token_hash) !== undefined);
  }

  /** By the hash of the token; undefined for a session that has ended. */
  get(tokenHash: string): ProviderSessionRecord | undefined {
    const { providerSessions, sessions } = this.mirrors;
    return sessions.get(tokenHash) === undefined ? undefined : providerSessions.get(tokenHash);
  }

  /** By the token of the session's cookie; undefined for a session that began with a password. */
  of(token: string): ProviderSessionRecord | undefined {
    return this.mirrors.providerSessions.size === 0
      ? undefined
      : this.mirrors.providerSessions.get(hashOf(token));
  }

  /** The tokens encrypted, for `createSession`. */
  async start({ providerId, subject, sid, tokens }: ProviderSessionDraft): Promise<ProviderSessionStart> {
    return { provider_id: providerId, subject, sid, sealed_tokens: await this.#sealed(tokens) };
  }

  /** Undefined if they cannot be decrypted. */
  async tokens({ sealed_tokens }: ProviderSessionRecord): Promise<ProviderTokens | undefined> {
    try {
      return JSON.parse(await this.secrets.unseal(sealed_tokens, TOKENS));
    } catch {
      return undefined;
    }
  }

  /** False, and nothing changes, for a session that has ended. */
  async change(
    { token_hash }: ProviderSessionRecord,
    { tokens, problem }: SessionChange,
  ): Promise<boolean> {
    const { context } = this;
    const changes = {
      problem,
      ...tokens !== undefined && { sealed_tokens: await this.#sealed(tokens) },
      ...problem === null && { confirmed_at_ms: context.now() },
    };
    const key = keys.providerSession(token_hash), sessionKey = keys.session(token_hash);
    // Repeated when a use of the session extends it meanwhile: a new refresh token that is not stored is lost.
    return await write(context, async () => {
      const [stored, session] = await context.store.getMany<ProviderSessionRecord>([key, sessionKey]);
      if (stored === undefined || session === undefined) return { result: false };
      const checks = [unchanged(key, stored), unchanged(sessionKey, session)];
      const value = { ...stored.value, ...changes };
      return { result: true, commit: { checks, mutations: [{ type: "set", key, value }] } };
    });
  }

  /** Ends the sessions. The audit log keeps the reason. */
  async end(sessions: readonly ProviderSessionRecord[], reason: string): Promise<void> {
    const { context } = this;
    for (let at = 0; at < sessions.length; at += ENDED_AT_ONCE) {
      const mutations = sessions.slice(at, at + ENDED_AT_ONCE).flatMap((session) =>
        this.#ended(session, reason)
      );
      await context.store.commit({ mutations }, MAIN_LANE);
    }
  }

  /** Deletes what is left of sessions that have ended, 100 at most. */
  async sweep(): Promise<void> {
    const { providerSessions, sessions } = this.mirrors;
    const left = providerSessions.list().filter(({ token_hash }) => sessions.get(token_hash) === undefined);
    if (left.length === 0) return;
    const mutations = left.slice(0, SWEPT_AT_ONCE).map(deleteProviderSession);
    await this.context.store.commit({ mutations }, MAIN_LANE);
  }

  /** Whether a logout token was used, by this process or one before it. */
  async isLogoutTokenUsed({ providerId, jti, issuedAtMs }: LogoutTokenId): Promise<boolean> {
    return await this.context.store.get(keys.logoutToken(providerId, jti, issuedAtMs)) !== undefined;
  }

  /** Remembers a used logout token for `LOGOUT_REMEMBERED_MS`, and forgets older ones. */
  async useLogoutToken({ providerId, jti, issuedAtMs }: LogoutTokenId): Promise<void> {
    const { store, now } = this.context;
    const key = keys.logoutToken(providerId, jti, issuedAtMs), prefix = key.slice(0, 1);
    const end = [...prefix, now() - LOGOUT_REMEMBERED_MS];
    const old = await store.list({ prefix, end, limit: FORGOTTEN_AT_ONCE });
    const forgotten = old.map((entry): Mutation => ({ type: "delete", key: entry.key }));
    await store.commit({ mutations: [{ type: "set", key, value: { v: 1 } }, ...forgotten] }, MAIN_LANE);
  }

  #ended(session: ProviderSessionRecord, reason: string): Mutation[] {
    const { token_hash, user_id } = session;
    const deleted: Mutation[] = [
      { type: "delete", key: keys.session(token_hash) },
      deleteProviderSession(session),
    ];
    const user = this.mirrors.users.get(user_id);
    if (user === undefined || this.mirrors.sessions.get(token_hash) === undefined) return deleted;
    const by = { name: "Andon", role: "admin" } as const;
    const after = { username: user.username, reason };
    return [
      ...deleted,
      audit(this.context, { action: "signed_out", type: "session", id: user_id, by, after }),
    ];
  }

  async #sealed(tokens: ProviderTokens): Promise<string> {
    const { refresh, access, id } = tokens;
    const used = [refresh, access].join("").length;
    const bounded = used + (id?.length ?? 0) > MOST_CHARACTERS ? { ...tokens, id: null } : tokens;
    const stored = used > MOST_CHARACTERS ? { ...bounded, access: null } : bounded;
    return await this.secrets.seal(JSON.stringify(stored), TOKENS);
  }
}

/** For the commit that begins the session. */
export function beginProviderSession(session: StoredSession, start: ProviderSessionStart): Mutation {
  const { token_hash, user_id, created_at_ms } = session;
  const value: ProviderSessionRecord = {
    v: 1,
    token_hash,
    user_id,
    ...start,
    begun_at_ms: created_at_ms,
    confirmed_at_ms: created_at_ms,
    problem: null,
  };
  return { type: "set", key: keys.providerSession(token_hash), value };
}

function deleteProviderSession({ token_hash }: ProviderSessionRecord): Mutation {
  return { type: "delete", key: keys.providerSession(token_hash) };
}
