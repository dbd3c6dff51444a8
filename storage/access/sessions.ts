import { createHash } from "node:crypto";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { Actor, RequestOrigin, Role, SessionOrigin, SessionRecord } from "../../domain/access/types.ts";
import { readsOnly } from "../../domain/identity_provider/provider_session.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { cutText } from "../../domain/shared/text.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys, MAIN_LANE } from "../keys.ts";
import type { StoredSession } from "../kinds.ts";
import type { Mirrors } from "../mirrors.ts";
import { unavailable } from "../store/deadline.ts";
import { audit, type NounContext } from "../write.ts";
import { BackgroundWrites } from "./background_writes.ts";
import type { CurrentGrants } from "./learnt_groups.ts";
import { beginProviderSession } from "./provider_sessions.ts";
import { newToken, TokenHashes } from "./token_hashes.ts";

/** A session as its owner and admins see it; `id` reveals neither the token nor its hash. */
export interface OpenSession extends SessionRecord {
  id: string;
}

const HOUR_MS = 3_600_000;
const SLIDING_MS = 12 * HOUR_MS;
const LONGEST_MS = 7 * 24 * HOUR_MS;
const WRITE_EVERY_MS = 5 * 60_000;
const TOKEN_BYTES = 32;
const ID_DIGITS = 24;
const USER_AGENT_CHARACTERS = 200;
const ENDED_AT_ONCE = 100;
/** A new session deletes at most this many expired ones. */
const SWEPT_AT_ONCE = 100;

/** Browser sessions, read from memory. Only the hash of a token is stored. */
export class Sessions {
  readonly #background: BackgroundWrites;
  readonly #hashes = new TokenHashes();

  constructor(
    readonly context: NounContext,
    readonly mirrors: Mirrors,
    readonly current: CurrentGrants,
  ) {
    this.#background = new BackgroundWrites(context, "A session");
  }

  async create(
    user: UserRecord,
    { cookie, provider, userAgent, ...from }: SessionOrigin = {},
  ): Promise<{ token: string; session: SessionRecord }> {
    const { context } = this;
    const token = newToken(context, TOKEN_BYTES);
    const now = context.now();
    const session: StoredSession = {
      v: 1,
      token_hash: this.#hashes.of(token),
      user_id: user.id,
      created_at_ms: now,
      last_used_at_ms: now,
      expires_at_ms: endOf(now, now),
      ...cookie !== undefined && { cookie },
      ...from.address !== undefined && { address: from.address },
      ...userAgent !== undefined && { user_agent: cutText(userAgent, USER_AGENT_CHARACTERS) },
    };
    const mutations: Mutation[] = [
      setSession(session),
      ...provider === undefined ? [] : [beginProviderSession(session, provider)],
      { type: "sum", key: keys.userSessions(user.id), value: 1 },
      ...this.#expired(now).map(deleteSession),
      this.#audit("signed_in", user, from),
    ];
    // The user's record must be unchanged since it was verified, so that a change of password ends this session too.
    const checks = [{
      key: keys.user(user.id),
      versionstamp: this.mirrors.users.versionstamp(user.id) ?? null,
    }];
    const { ok } = await context.store.commit({ checks, mutations }, MAIN_LANE);
    if (!ok) throw unavailable("found the user changed meanwhile");
    return { token, session: withoutHash(session) };
  }

  /** The session and its user while both are valid; extends the session. */
  find(token: string): { user: UserRecord; session: SessionRecord } | undefined {
    const hash = this.#hashes.of(token);
    const session = this.mirrors.sessions.get(hash);
    if (session === undefined) return this.#hashes.forget(token);
    this.#hashes.keep(token, hash);
    const now = this.context.now();
    const user = this.mirrors.users.get(session.user_id);
    if (session.expires_at_ms <= now || user === undefined || !mayHaveSession(user, this)) {
      this.#inBackground(session, [deleteSession(session)]);
      return undefined;
    }
    if (now - session.last_used_at_ms >= WRITE_EVERY_MS) this.#slide(session, now);
    return { user: this.#acting(user, hash), session: withoutHash(session) };
  }

  /** Whether the session is valid; the check itself does not extend it. */
  isUsable(token: string): boolean {
    const session = this.mirrors.sessions.get(this.#hashes.of(token));
    const user = session && this.mirrors.users.get(session.user_id);
    return session !== undefined && session.expires_at_ms > this.context.now() && user !== undefined &&
      mayHaveSession(user, this);
  }

  role(token: string): Role {
    const hash = this.#hashes.of(token);
    const session = this.mirrors.sessions.get(hash);
    const user = session && this.mirrors.users.get(session.user_id);
    return user === undefined || !this.isUsable(token) ? "viewer" : this.#acting(user, hash).role;
  }

  async end(token: string, from: RequestOrigin = {}): Promise<void> {
    const session = this.mirrors.sessions.get(this.#hashes.of(token));
    if (session === undefined) return;
    const user = this.mirrors.users.get(session.user_id);
    const mutations = [
      deleteSession(session),
      ...(user === undefined ? [] : [this.#audit("signed_out", user, from)]),
    ];
    await this.context.store.commit({ mutations }, MAIN_LANE);
  }

  idOf(token: string): string {
    return shownId(this.#hashes.of(token));
  }

  ofUser(userId: number): OpenSession[] {
    return this.#of(userId).map((session) => ({ ...withoutHash(session), id: shownId(session.token_hash) }))
      .sort((a, b) => b.created_at_ms - a.created_at_ms);
  }

  /** In commits of `ENDED_AT_ONCE`. */
  async endOfUser(userId: number, { only, by }: { only?: string; by: Actor }): Promise<number> {
    const meant = this.#of(userId).filter((session) =>
      only === undefined || shownId(session.token_hash) === only
    );
    for (let n = 0; n < meant.length; n += ENDED_AT_ONCE) {
      const mutations = meant.slice(n, n + ENDED_AT_ONCE).flatMap((session) => [
        deleteSession(session),
        audit(this.context, {
          action: "session_ended",
          type: "session",
          id: userId,
          by,
          before: { session: shownId(session.token_hash), address: session.address ?? null },
        }),
      ]);
      await this.context.store.commit({ mutations }, MAIN_LANE);
    }
    return meant.length;
  }

  #of(userId: number): StoredSession[] {
    const now = this.context.now();
    return [...this.mirrors.sessions.list()]
      .filter((session) => session.user_id === userId && session.expires_at_ms > now);
  }

  /** The user with the roles of this moment. */
  #acting(user: UserRecord, hash: string): UserRecord {
    const isReadOnly = readsOnly(this.mirrors.providerSessions.get(hash), this.context.now());
    return isReadOnly ? { ...user, role: "viewer", grants: [] } : this.current.of(user);
  }

  #slide(session: StoredSession, now: Ms): void {
    const slid = { ...session, last_used_at_ms: now, expires_at_ms: endOf(session.created_at_ms, now) };
    this.#inBackground(session, [setSession(slid)]);
  }

  #inBackground({ token_hash: hash }: StoredSession, mutations: Mutation[]): void {
    const versionstamp = this.mirrors.sessions.versionstamp(hash);
    this.#background.start(hash, { key: keys.session(hash), versionstamp, mutations });
  }

  #expired(now: Ms): StoredSession[] {
    const expired: StoredSession[] = [];
    for (const session of this.mirrors.sessions.list()) {
      if (session.expires_at_ms <= now && expired.push(session) >= SWEPT_AT_ONCE) break;
    }
    return expired;
  }

  #audit(action: "signed_in" | "signed_out", user: UserRecord, from: RequestOrigin): Mutation {
    const by = { name: user.username, role: user.role, ...from };
    return audit(this.context, { action, type: "session", id: user.id, by });
  }
}

/**
 * Mutations for the commit that changes a user: a change of password, role or activity ends all sessions, and so does
 * becoming a shared desk or ceasing to be one.
 */
export function sessionsEndedBy(
  before: UserRecord,
  after: UserRecord,
  sessions: readonly StoredSession[],
): Mutation[] {
  const same = before.password_hash === after.password_hash && before.role === after.role &&
    before.is_active === after.is_active && (before.shared_desk ?? false) === (after.shared_desk ?? false);
  return same ? [] : sessions.map(deleteSession);
}

/** A name for a session that reveals neither its token nor the token's hash. */
function shownId(tokenHash: string): string {
  return createHash("sha256").update(`session id ${tokenHash}`).digest("hex").slice(0, ID_DIGITS);
}

/** Sessions also end with their identity provider: deleted, switched off, or changed to another issuer. */
export function mayHaveSession(
  user: UserRecord,
  { mirrors, current }: { mirrors: Mirrors; current: CurrentGrants },
): boolean {
  const { is_active, identity } = user;
  if (identity === undefined || !is_active) return is_active;
  const provider = mirrors.identityProviders.get(identity.provider_id);
  return provider?.is_active === true && provider.issuer === identity.issuer &&
    current.standing(user) !== "none";
}

function endOf(createdAt: Ms, usedAt: Ms): Ms {
  return Math.min(usedAt + SLIDING_MS, createdAt + LONGEST_MS);
}

function setSession(session: StoredSession): Mutation {
  return { type: "set", key: keys.session(session.token_hash), value: session };
}

export function deleteSession(session: StoredSession): Mutation {
  return { type: "delete", key: keys.session(session.token_hash) };
}

function withoutHash({ token_hash: _, ...session }: StoredSession): SessionRecord {
  return session;
}
