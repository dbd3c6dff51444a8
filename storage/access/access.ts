import type { ApiKeyRecord, OwnerLoss, UserRecord } from "../../domain/access/schema.ts";
import type { Actor, RequestOrigin, Role, SessionOrigin, SessionRecord } from "../../domain/access/types.ts";
import type {
  Access,
  ApiKeyDraft,
  IdentifiedUser,
  OpenSession,
  ProviderRefusal,
  ProviderSubject,
  TokenPerson,
  UserChange,
  UserDraft,
} from "../access_contract.ts";
import type { Mirrors } from "../mirrors.ts";
import { type NounContext } from "../write.ts";
import { ApiKeys } from "./api_keys.ts";
import { DeskStore } from "./desks.ts";
import { ExternalUsers } from "./external_users.ts";
import type { HashPriority } from "./hash_queue.ts";
import { lossOf, ownerOf } from "./key_owners.ts";
import { CurrentGrants } from "./learnt_groups.ts";
import { KnownDevices } from "./known_devices.ts";
import { type PasswordCost, Passwords } from "./password.ts";
import { Sessions } from "./sessions.ts";
import { tokenProblem } from "./token_people.ts";
import { takenText, userLike } from "./user_names.ts";
import { Users } from "./users.ts";
import { notFound } from "../noun_refusals.ts";

/** Users, their sessions and API keys, read from memory. */
export class AccessStore implements Access {
  readonly #passwords: Passwords;
  readonly #current: CurrentGrants;
  readonly #users: Users;
  readonly #external: ExternalUsers;
  readonly #sessions: Sessions;
  readonly #devices: KnownDevices;
  readonly #apiKeys: ApiKeys;
  /** Its PINs wait in the same queue as passwords. */
  readonly desks: DeskStore;

  constructor(readonly context: NounContext, readonly mirrors: Mirrors, passwordCost?: PasswordCost) {
    this.#passwords = new Passwords(context.random, passwordCost);
    const current = this.#current = new CurrentGrants(mirrors);
    this.#users = new Users(context, mirrors, { passwords: this.#passwords, current });
    this.#external = new ExternalUsers(context, mirrors);
    this.#sessions = new Sessions(context, mirrors, current);
    this.#devices = new KnownDevices(context, mirrors);
    this.#apiKeys = new ApiKeys(context, mirrors);
    this.desks = new DeskStore(context, mirrors, { passwords: this.#passwords, current });
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

  nameProblem(username: string, ownId?: number): string | undefined {
    const holder = userLike(username, { mirrors: this.mirrors, ownId });
    return holder && takenText(username, holder);
  }

  createUser(draft: UserDraft, by: Actor): Promise<UserRecord> {
    return this.#users.create(draft, by);
  }

  async updateUser(id: number, change: UserChange, by: Actor): Promise<UserRecord> {
    return this.#current.of(await this.#users.update(id, change, by));
  }

  changePassword(verified: UserRecord, password: string, from?: RequestOrigin): Promise<UserRecord> {
    return this.#users.changePassword(verified, password, from);
  }

  removeUser(id: number, by: Actor, options = { keepKeys: false }): Promise<void> {
    return this.#users.remove(id, by, options);
  }

  apiKeyOwner(key: ApiKeyRecord): UserRecord | undefined {
    return ownerOf(key, this.mirrors);
  }

  ownerLoss(key: ApiKeyRecord): OwnerLoss | null {
    const owner = ownerOf(key, this.mirrors);
    return owner === undefined ? null : lossOf(owner, this.#current);
  }

  apiKeysOwnedBy(userId: number): ApiKeyRecord[] {
    return this.#apiKeys.ownedBy(userId);
  }

  async signInExternal(identified: IdentifiedUser, from?: RequestOrigin): Promise<UserRecord> {
    const user = await this.#external.signIn(identified, from);
    this.desks.providerConfirmed(user.id);
    return user;
  }

  refuseExternal(person: ProviderSubject, refusal: ProviderRefusal): Promise<void> {
    return this.#external.refuse(person, refusal);
  }

  tokenProblem(person: TokenPerson): string | undefined {
    return tokenProblem(person, this.mirrors);
  }

  /** A password that changed during the check counts as wrong. */
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

  isKnownDevice(userId: number, token: string): boolean {
    return this.#devices.has(userId, token);
  }

  rememberDevice(userId: number, token: string | undefined): Promise<string> {
    return this.#devices.remember(userId, token);
  }

  async createSession(
    userId: number,
    from?: SessionOrigin,
  ): Promise<{ token: string; session: SessionRecord }> {
    const user = this.user(userId);
    if (user === undefined) throw notFound("user", userId);
    return await this.#sessions.create(user, from);
  }

  session(token: string): { user: UserRecord; session: SessionRecord } | undefined {
    return this.#sessions.find(token);
  }

  isSessionValid(token: string): boolean {
    return this.#sessions.isUsable(token);
  }

  sessionRole(token: string): Role {
    return this.#sessions.role(token);
  }

  hasUnknownGroups(userId: number): boolean {
    const user = this.mirrors.users.get(userId);
    return user !== undefined && this.#current.standing(user) === "unknown";
  }

  isApiKeyUsable(id: number, address?: string): boolean {
    return this.#apiKeys.isUsable(id, address);
  }

  endSession(token: string, from?: RequestOrigin): Promise<void> {
    return this.#sessions.end(token, from);
  }

  sessionId(token: string): string {
    return this.#sessions.idOf(token);
  }

  sessionsOf(userId: number): OpenSession[] {
    return this.#sessions.ofUser(userId);
  }

  endSessions(userId: number, options: { only?: string; by: Actor }): Promise<number> {
    return this.#sessions.endOfUser(userId, options);
  }

  apiKeys(): ApiKeyRecord[] {
    return this.#apiKeys.list();
  }

  apiKey(id: number): ApiKeyRecord | undefined {
    return this.#apiKeys.get(id);
  }

  apiKeyByName(name: string): ApiKeyRecord | undefined {
    return this.#apiKeys.byName(name);
  }

  createApiKey(draft: ApiKeyDraft, by: Actor): Promise<{ key: string; record: ApiKeyRecord }> {
    return this.#apiKeys.create(draft, by);
  }

  updateApiKey(id: number, change: Partial<ApiKeyDraft>, by: Actor): Promise<ApiKeyRecord> {
    return this.#apiKeys.update(id, change, by);
  }

  removeApiKey(id: number, by: Actor): Promise<void> {
    return this.#apiKeys.remove(id, by);
  }

  useApiKey(key: string, address?: string): ApiKeyRecord | undefined {
    return this.#apiKeys.use(key, address);
  }

  apiKeyOf(key: string): ApiKeyRecord | undefined {
    return this.#apiKeys.of(key);
  }
}
