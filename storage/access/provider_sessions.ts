import type {
  ProviderSessionRecord,
  ProviderSessionStart,
  ProviderTokens,
} from "../../domain/identity_provider/provider_session.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import {
  LOGOUT_REMEMBERED_MS,
  type LogoutTokenId,
  type ProviderSessionDraft,
  type ProviderSessions,
  type SessionChange,
} from "../identity_contract.ts";
import { keys, MAIN_LANE } from "../keys.ts";
import type { StoredSession } from "../kinds.ts";
import type { Mirrors } from "../mirrors.ts";
import type { Secrets } from "../secrets.ts";
import { audit, type NounContext, unchanged, write } from "../write.ts";
import { hashOf } from "./token_hashes.ts";

const TOKENS = "provider_session.tokens";
/** A value of the store has 64 KiB at most; base64 adds a third. A longer ID token is of use at the logout only. */
const MOST_CHARACTERS = 40_000;
const SWEPT_AT_ONCE = 100;
const ENDED_AT_ONCE = 100;
const FORGOTTEN_AT_ONCE = 100;

/** What identity providers gave for the sessions of their users, read from memory. The tokens are encrypted. */
export class ProviderSessionStore implements ProviderSessions {
  constructor(readonly context: NounContext, readonly mirrors: Mirrors, readonly secrets: Secrets) {}

  list(): readonly ProviderSessionRecord[] {
    const { providerSessions, sessions } = this.mirrors;
    return providerSessions.list().filter(({ token_hash }) => sessions.get(token_hash) !== undefined);
  }

  get(tokenHash: string): ProviderSessionRecord | undefined {
    const { providerSessions, sessions } = this.mirrors;
    return sessions.get(tokenHash) === undefined ? undefined : providerSessions.get(tokenHash);
  }

  of(token: string): ProviderSessionRecord | undefined {
    return this.mirrors.providerSessions.size === 0
      ? undefined
      : this.mirrors.providerSessions.get(hashOf(token));
  }

  async start({ providerId, subject, sid, tokens }: ProviderSessionDraft): Promise<ProviderSessionStart> {
    return { provider_id: providerId, subject, sid, sealed_tokens: await this.#sealed(tokens) };
  }

  async tokens({ sealed_tokens }: ProviderSessionRecord): Promise<ProviderTokens | undefined> {
    try {
      return JSON.parse(await this.secrets.unseal(sealed_tokens, TOKENS));
    } catch {
      return undefined;
    }
  }

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

  async end(sessions: readonly ProviderSessionRecord[], reason: string): Promise<void> {
    const { context } = this;
    for (let at = 0; at < sessions.length; at += ENDED_AT_ONCE) {
      const mutations = sessions.slice(at, at + ENDED_AT_ONCE).flatMap((session) =>
        this.#ended(session, reason)
      );
      await context.store.commit({ mutations }, MAIN_LANE);
    }
  }

  async sweep(): Promise<void> {
    const { providerSessions, sessions } = this.mirrors;
    const left = providerSessions.list().filter(({ token_hash }) => sessions.get(token_hash) === undefined);
    if (left.length === 0) return;
    const mutations = left.slice(0, SWEPT_AT_ONCE).map(deleteProviderSession);
    await this.context.store.commit({ mutations }, MAIN_LANE);
  }

  async isLogoutTokenUsed({ providerId, jti, issuedAtMs }: LogoutTokenId): Promise<boolean> {
    return await this.context.store.get(keys.logoutToken(providerId, jti, issuedAtMs)) !== undefined;
  }

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
    const kept = used + (id?.length ?? 0) > MOST_CHARACTERS ? { ...tokens, id: null } : tokens;
    const stored = used > MOST_CHARACTERS ? { ...kept, access: null } : kept;
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
