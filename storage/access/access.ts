import type { Actor, Role, SessionRecord, UserRecord } from "../../domain/access/types.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import type { Access } from "../contract.ts";
import { keys } from "../keys.ts";
import type { Mirrors } from "../mirrors.ts";
import { freshId, invalid, notFound, type NounContext, traces, unchanged, write } from "../write.ts";
import { type PasswordCost, Passwords } from "./password.ts";
import { Sessions } from "./sessions.ts";

/** Users and their sessions, read from memory. */
export class AccessStore implements Access {
  readonly #passwords: Passwords;
  readonly #sessions: Sessions;

  constructor(readonly context: NounContext, readonly mirrors: Mirrors, passwordCost?: PasswordCost) {
    this.#passwords = new Passwords(context.random, passwordCost);
    this.#sessions = new Sessions(context, mirrors);
  }

  users(): UserRecord[] {
    return [...this.mirrors.users.list()];
  }

  user(id: number): UserRecord | undefined {
    return this.mirrors.users.get(id);
  }

  userByName(name: string): UserRecord | undefined {
    return this.mirrors.usersByName.of(name)[0];
  }

  async createUser(
    draft: { username: string; password: string; role: Role },
    by: Actor,
  ): Promise<UserRecord> {
    const { context } = this;
    const { username, password, role } = draft;
    const password_hash = await this.#passwords.hash(password);
    const nextId = freshId(context, "user");
    return await write(context, async () => {
      const nameKey = keys.userByName(username);
      if (await context.store.get(nameKey) !== undefined) {
        throw invalid("username", `There is a user "${username}" already; choose another name`);
      }
      const id = await nextId();
      const created_at = isoFromMs(context.now());
      const record: UserRecord = { v: 1, id, username, password_hash, role, is_active: true, created_at };
      const change = { action: "created", type: "user", id, by, after: shown(record) } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push(
        { type: "set", key: keys.user(id), value: record },
        { type: "set", key: nameKey, value: id },
      );
      return { result: record, commit: { checks: [unchanged(nameKey, undefined)], mutations, frames } };
    });
  }

  async verify(username: string, password: string): Promise<UserRecord | undefined> {
    const user = this.userByName(username);
    const fits = await this.#passwords.fits(password, user?.password_hash);
    return fits && user?.is_active ? user : undefined;
  }

  async createSession(userId: number): Promise<{ token: string; session: SessionRecord }> {
    const user = this.user(userId);
    if (user === undefined) throw notFound("user", userId);
    return await this.#sessions.create(user);
  }

  session(token: string): { user: UserRecord; session: SessionRecord } | undefined {
    return this.#sessions.find(token);
  }

  endSession(token: string): Promise<void> {
    return this.#sessions.end(token);
  }
}

/** What the audit log may hold of a user. */
function shown({ password_hash: _, ...rest }: UserRecord): Omit<UserRecord, "password_hash"> {
  return rest;
}
