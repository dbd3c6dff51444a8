import type { ApiKeyRecord, OwnerLoss, UserRecord } from "../../domain/access/schema.ts";
import type { Actor, RequestOrigin, Role, SessionOrigin, SessionRecord } from "../../domain/access/types.ts";
import type { Mirrors } from "../mirrors.ts";
import { type NounContext } from "../write.ts";
import { ApiKeys } from "./api_keys.ts";
import { Desks } from "./desks.ts";
import { ExternalUsers, type ProviderRefusal, type ProviderSubject } from "./external_users.ts";
import type { HashPriority } from "./hash_queue.ts";
import { lossOf, ownerOf } from "./key_owners.ts";
import { CurrentGrants, type IdentifiedUser } from "./learnt_groups.ts";
import { KnownDevices } from "./known_devices.ts";
import { type PasswordCost, Passwords } from "./password.ts";
import { type OpenSession, Sessions } from "./sessions.ts";
import { type TokenPerson, tokenProblem } from "./token_people.ts";
import { takenText, userLike } from "./user_names.ts";
import { type UserChange, type UserDraft, Users } from "./users.ts";
import { notFound } from "../noun_refusals.ts";

/**
 * Users, their sessions and API keys, read from memory. The roles of a user of an identity provider are those that
 * its mapping gives at the moment of the read.
 */
export class Access {
  readonly #passwords: Passwords;
  readonly #current: CurrentGrants;
  readonly #users: Users;
  readonly #external: ExternalUsers;
  readonly #sessions: Sessions;
  readonly #devices: KnownDevices;
  readonly apiKeys: ApiKeys;
  /** Its PINs wait in the same queue as passwords. */
  readonly desks: Desks;

  constructor(
    private readonly context: NounContext,
    private readonly mirrors: Mirrors,
    passwordCost?: PasswordCost,
  ) {
    this.#passwords = new Passwords(context.random, passwordCost);
    const current = this.#current = new CurrentGrants(mirrors);
    this.#users = new Users(context, mirrors, { passwords: this.#passwords, current });
    this.#external = new ExternalUsers(context, mirrors);
    this.#sessions = new Sessions(context, mirrors, current);
    this.#devices = new KnownDevices(context, mirrors);
    this.apiKeys = new ApiKeys(context, mirrors);
    this.desks = new Desks(context, mirrors, { passwords: this.#passwords, current });
  }

  users(): UserRecord[] {
    return this.mirrors.users.list().map((user) => this.#current.of(user));
  }

  user(id: number): UserRecord | undefined {
    const user = this.mirrors.users.get(id);
    return user && this.#current.of(user);
  }

  userByName(name: string): UserRecord | undefined {
    const [user] = this.mirrors.usersByName.of(name);
    return user && this.#current.of(user);
  }

  /** Why a user may not get the name: another one has it, or one that looks the same. `ownId`: the user who gets it. */
  nameProblem(username: string, ownId?: number): string | undefined {
    const holder = userLike(username, { mirrors: this.mirrors, ownId });
    return holder && takenText(username, holder);
  }

  createUser(draft: UserDraft, by: Actor): Promise<UserRecord> {
    return this.#users.create(draft, by);
  }

  /**
   * A change of password, role, activity or `shared_desk` ends the user's sessions in the same commit; an
   * administrator is no shared desk: VALIDATION_FAILED. RESOURCE_IN_USE when no
   * active admin would remain, or when more than 50 keys would end.
   */
  async updateUser(id: number, change: UserChange, by: Actor): Promise<UserRecord> {
    return this.#current.of(await this.#users.update(id, change, by));
  }

  /** A user's own change. FORBIDDEN when the password has changed since `verify` returned `verified`. */
  changePassword(verified: UserRecord, password: string, from?: RequestOrigin): Promise<UserRecord> {
    return this.#users.changePassword(verified, password, from);
  }

  /**
   * Removes the user's sessions, known devices and, unless they are kept, API keys too. RESOURCE_IN_USE for the last
   * active admin, and when more than 50 keys would end.
   */
  removeUser(id: number, by: Actor, options = { keepKeys: false }): Promise<void> {
    return this.#users.remove(id, by, options);
  }

  /** The user who owns a key; undefined if unknown or removed. */
  apiKeyOwner(key: ApiKeyRecord): UserRecord | undefined {
    return ownerOf(key, this.mirrors);
  }

  /** What the owner of a key has lost at the identity provider; null: nothing, or a local user. */
  ownerLoss(key: ApiKeyRecord): OwnerLoss | null {
    const owner = ownerOf(key, this.mirrors);
    return owner === undefined ? null : lossOf(owner, this.#current);
  }

  /**
   * The user of the issuer and subject, created at the first call, with the role of the groups. FORBIDDEN for a user
   * who is disabled here. A changed role does not end sessions: they get it with their next request.
   */
  async signInExternal(identified: IdentifiedUser, from?: RequestOrigin): Promise<UserRecord> {
    const user = await this.#external.signIn(identified, from);
    this.desks.providerConfirmed(user.id);
    return user;
  }

  /** Remembers what an identity provider says against a person, if Andon knows the person. */
  refuseExternal(person: ProviderSubject, refusal: ProviderRefusal): Promise<void> {
    return this.#external.refuse(person, refusal);
  }

  /** From memory, at each use of an access token: why it is not accepted, whatever it says itself. */
  tokenProblem(person: TokenPerson): string | undefined {
    return tokenProblem(person, this.mirrors);
  }

  /**
   * The active user with this name and password; one that changed during the check counts as wrong. An unknown name takes
   * the same time. RATE_LIMITED when too many others of the priority wait; `known` is the default.
   */
  async verify(
    username: string,
    password: string,
    { priority }: { priority: HashPriority } = { priority: "known" },
  ): Promise<UserRecord | undefined> {
    const user = this.userByName(username);
    const hash = user?.identity === undefined ? user?.password_hash : undefined;
    const isRight = await this.#passwords.verify(password, hash, { priority });
    if (!isRight || user === undefined) return undefined;
    const now = this.user(user.id);
    return now?.is_active && now.password_hash === user.password_hash ? now : undefined;
  }

  /** Whether the user has signed in with the device of this token, within the last 400 days. From memory. */
  isKnownDevice(userId: number, token: string): boolean {
    return this.#devices.has(userId, token);
  }

  /** Records a sign-in with a known device or, without its token, a new one. Returns the device's token. */
  rememberDevice(userId: number, token: string | undefined): Promise<string> {
    return this.#devices.remember(userId, token);
  }

  /** A new session with the token of its cookie, of which only the hash is stored. */
  async createSession(
    userId: number,
    from?: SessionOrigin,
  ): Promise<{ token: string; session: SessionRecord }> {
    const user = this.user(userId);
    if (user === undefined) throw notFound("user", userId);
    return await this.#sessions.create(user, from);
  }

  /** From memory: a valid session and its user. Extends the session (written at most once in 5 minutes). */
  session(token: string): { user: UserRecord; session: SessionRecord } | undefined {
    return this.#sessions.find(token);
  }

  /** Whether the session, or the key, is valid, without recording a use. For open connections. */
  isSessionValid(token: string): boolean {
    return this.#sessions.isUsable(token);
  }

  /** The role in the whole plant at this moment; viewer for a session that is not valid. */
  sessionRole(token: string): Role {
    return this.#sessions.role(token);
  }

  /** Whether the identity provider has to be asked for the user's groups: its mapping names another claim by now. */
  hasUnknownGroups(userId: number): boolean {
    const user = this.mirrors.users.get(userId);
    return user !== undefined && this.#current.standing(user) === "unknown";
  }

  endSession(token: string, from?: RequestOrigin): Promise<void> {
    return this.#sessions.end(token, from);
  }

  /** The shown id of a token's session. */
  sessionId(token: string): string {
    return this.#sessions.idOf(token);
  }

  /** From memory: the valid sessions of a user, the newest first. */
  sessionsOf(userId: number): OpenSession[] {
    return this.#sessions.ofUser(userId);
  }

  /** Ends the user's sessions, or `only` the one with that id, and returns how many. */
  endSessions(userId: number, options: { only?: string; by: Actor }): Promise<number> {
    return this.#sessions.endOfUser(userId, options);
  }
}
