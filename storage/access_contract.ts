import type { ApiKeyRecord, OwnerLoss, UserRecord } from "../domain/access/schema.ts";
import type {
  Actor,
  AreaGrant,
  RequestOrigin,
  Role,
  SessionOrigin,
  SessionRecord,
} from "../domain/access/types.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { HashPriority } from "./access/hash_queue.ts";

export type { HashPriority };

export interface UserDraft {
  username: string;
  password: string;
  role: Role;
  /** Absent: none. */
  grants?: AreaGrant[];
  /** The default is true. */
  is_active?: boolean;
  /** Whether the user's sessions are shared desks. The default is false. */
  shared_desk?: boolean;
  /** Null or absent: people see the user name. */
  display_name?: string | null;
}

export interface UserChange extends Partial<UserDraft> {
  /** Ends the user's API keys in the same commit. */
  end_keys?: boolean;
}

export interface ApiKeyDraft {
  name: string;
  role: Role;
  /** Absent: none. */
  grants?: AreaGrant[];
  is_active: boolean;
  /** Absent or empty: from everywhere. */
  allowed_addresses?: string[];
  /** ISO time; null: never. */
  expires_at: string | null;
  /** The user who owns the key; absent or null: unknown. Set at its creation only. */
  owner_id?: number | null;
}

/** A session as its owner and admins see it; `id` reveals neither the token nor its hash. */
export interface OpenSession extends SessionRecord {
  id: string;
}

/** Whom an identity provider has identified. */
export interface IdentifiedUser {
  providerId: number;
  issuer: string;
  subject: string;
  /** `name@provider`: the name of a new user, with a number if another user has it. */
  username: string;
  /** By the groups at the provider, as `grants`. */
  role: Role;
  grants: readonly AreaGrant[];
  /** The groups that the role and the grants come from, and the `groupsQuestion` that they answer. */
  learnt?: { question: string; groups: readonly string[] };
  /** What people see in place of the user name, if the user has chosen nothing. */
  displayName?: string;
  /** The `oid` claim. */
  objectId?: string;
}

/** A person at an identity provider. */
export interface ProviderSubject {
  issuer: string;
  subject: string;
}

/** What an identity provider says against a person. */
export interface ProviderRefusal {
  /** Access tokens that it issued until then are not accepted. */
  tokensUntilMs: Ms;
  /** Whether it does not let the person in any more; false: the person signed out. */
  isRefused: boolean;
}

/** Whom an access token is of, by its claims. */
export interface TokenPerson {
  issuer: string;
  subject: string | undefined;
  objectId: string | undefined;
  /** 0: it does not say. */
  issuedAtMs: Ms;
}

/** The roles of a user of an identity provider are those that its mapping gives at the moment of the read. */
export interface Access {
  users(): UserRecord[];
  user(id: number): UserRecord | undefined;
  userByName(name: string): UserRecord | undefined;
  /** Why a user may not get the name: another one has it, or one that looks the same. `ownId`: the user who gets it. */
  nameProblem(name: string, ownId?: number): string | undefined;
  createUser(draft: UserDraft, by: Actor): Promise<UserRecord>;
  /**
   * A change of password, role, activity or `shared_desk` ends the user's sessions in the same commit; an
   * administrator is no shared desk: VALIDATION_FAILED. RESOURCE_IN_USE when no
   * active admin would remain, or when more than 50 keys would end.
   */
  updateUser(id: number, change: UserChange, by: Actor): Promise<UserRecord>;
  /** A user's own change. FORBIDDEN when the password has changed since `verify` returned `verified`. */
  changePassword(verified: UserRecord, password: string, from?: RequestOrigin): Promise<UserRecord>;
  /**
   * Removes the user's sessions, known devices and, unless they are kept, API keys too. RESOURCE_IN_USE for the last
   * active admin, and when more than 50 keys would end.
   */
  removeUser(id: number, by: Actor, options?: { keepKeys: boolean }): Promise<void>;
  /** The user who owns a key; undefined if unknown or removed. */
  apiKeyOwner(key: ApiKeyRecord): UserRecord | undefined;
  apiKeysOwnedBy(userId: number): ApiKeyRecord[];
  /** What the owner of a key has lost at the identity provider; null: nothing, or a local user. */
  ownerLoss(key: ApiKeyRecord): OwnerLoss | null;
  apiKeys(): ApiKeyRecord[];
  apiKey(id: number): ApiKeyRecord | undefined;
  apiKeyByName(name: string): ApiKeyRecord | undefined;
  /** The key is in the result only; just its hash is stored. */
  createApiKey(draft: ApiKeyDraft, by: Actor): Promise<{ key: string; record: ApiKeyRecord }>;
  updateApiKey(id: number, change: Partial<ApiKeyDraft>, by: Actor): Promise<ApiKeyRecord>;
  removeApiKey(id: number, by: Actor): Promise<void>;
  /** From memory: the record of a key usable from this address. Records the use (written at most once a minute). */
  useApiKey(key: string, address?: string): ApiKeyRecord | undefined;
  /** The record of a key, usable or not, without recording a use. */
  apiKeyOf(key: string): ApiKeyRecord | undefined;
  /**
   * The active user with this name and password. An unknown name takes the same time. RATE_LIMITED when too many
   * others of the priority wait; `known` is the default.
   */
  verify(
    username: string,
    password: string,
    options?: { priority: HashPriority },
  ): Promise<UserRecord | undefined>;
  /**
   * The user of the issuer and subject, created at the first call, with the role of the groups. FORBIDDEN for a user
   * who is disabled here. A changed role does not end sessions: they get it with their next request.
   */
  signInExternal(identified: IdentifiedUser, from?: RequestOrigin): Promise<UserRecord>;
  /** Remembers what an identity provider says against a person, if Andon knows the person. */
  refuseExternal(person: ProviderSubject, refusal: ProviderRefusal): Promise<void>;
  /** From memory, at each use of an access token: why it is not accepted, whatever it says itself. */
  tokenProblem(person: TokenPerson): string | undefined;
  /** Whether the user has signed in with the device of this token, within the last 400 days. From memory. */
  isKnownDevice(userId: number, token: string): boolean;
  /** Records a sign-in with a known device or, without its token, a new one. Returns the device's token. */
  rememberDevice(userId: number, token: string | undefined): Promise<string>;
  /** A new session with the token of its cookie, of which only the hash is stored. */
  createSession(
    userId: number,
    from?: SessionOrigin,
  ): Promise<{ token: string; session: SessionRecord }>;
  /** From memory: a valid session and its user. Extends the session (written at most once in 5 minutes). */
  session(token: string): { user: UserRecord; session: SessionRecord } | undefined;
  /** Whether the session, or the key, is valid, without recording a use. For open connections. */
  isSessionValid(token: string): boolean;
  /** The role in the whole plant at this moment; viewer for a session that is not valid. */
  sessionRole(token: string): Role;
  /** Whether the identity provider has to be asked for the user's groups: its mapping names another claim by now. */
  hasUnknownGroups(userId: number): boolean;
  isApiKeyUsable(id: number, address?: string): boolean;
  endSession(token: string, from?: RequestOrigin): Promise<void>;
  /** The shown id of a token's session. */
  sessionId(token: string): string;
  /** From memory: the valid sessions of a user, the newest first. */
  sessionsOf(userId: number): OpenSession[];
  /** Ends the user's sessions, or `only` the one with that id, and returns how many. */
  endSessions(userId: number, options: { only?: string; by: Actor }): Promise<number>;
}
