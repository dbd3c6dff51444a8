import { changedMeanwhile } from "../../domain/access/changed_meanwhile.ts";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { Actor, AreaGrant, RequestOrigin, Role } from "../../domain/access/types.ts";
import type { Check, Key } from "../../domain/shared/commit.ts";
import { invalid, Refusal } from "../../domain/shared/refusal.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { highestRole } from "../../domain/access/grants.ts";
import { granting, sameGrants } from "../area_grants.ts";
import { keys } from "../keys.ts";
import { kinds, type StoredSession } from "../kinds.ts";
import type { Mirrors } from "../mirrors.ts";
import { removeCalendarsOf } from "../roster_calendars.ts";
import { freshId, type NounContext, traces, unchanged, write } from "../write.ts";
import type { Passwords } from "./password.ts";
import { endKeys } from "./key_owners.ts";
import { forgetDeskPin } from "./desks.ts";
import { forgetDevices } from "./known_devices.ts";
import type { CurrentGrants } from "./learnt_groups.ts";
import { deleteSession, sessionsEndedBy } from "./sessions.ts";
import { NAMED, nameIsFree } from "./user_names.ts";
import { notFound } from "../noun_refusals.ts";

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

type Fields = Partial<Omit<UserRecord, "v" | "id" | "created_at">>;

interface FieldChange {
  fields: Fields;
  by: Actor;
  endsKeys?: boolean;
  /** The stored password must still be the one of this record. */
  verified?: UserRecord;
}

/** Creates, changes and removes users; at least one active admin always remains. */
export class Users {
  constructor(
    readonly context: NounContext,
    readonly mirrors: Mirrors,
    readonly options: { passwords: Passwords; current: CurrentGrants },
  ) {}

  async create({ password, ...draft }: UserDraft, by: Actor): Promise<UserRecord> {
    const { context } = this;
    requireNoAdminDesk(draft);
    const password_hash = await this.options.passwords.hash(password);
    const nextId = freshId(context, "user");
    return await write(context, async () => {
      const free = await nameIsFree(context, { username: draft.username, mirrors: this.mirrors });
      const id = await nextId();
      const created_at = isoFromMs(context.now());
      const record: UserRecord = { v: 1, id, password_hash, is_active: true, created_at, ...draft };
      const change = { action: "created", type: "user", id, by, after: shown(record) } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push(
        { type: "set", key: keys.user(id), value: record },
        { type: "set", key: keys.userByName(record.username), value: id },
        NAMED,
      );
      const granted = await granting(context, { grants: record.grants ?? [], mirrors: this.mirrors });
      mutations.push(...granted.mutations);
      return { result: record, commit: { checks: [...free, ...granted.checks], mutations, frames } };
    });
  }

  async update(
    id: number,
    { password, end_keys: endsKeys, ...rest }: UserChange,
    by: Actor,
  ): Promise<UserRecord> {
    const fields = changedFields(rest);
    if (password !== undefined) fields.password_hash = await this.options.passwords.hash(password);
    return await this.#change(id, { fields, by, endsKeys });
  }

  async changePassword(
    verified: UserRecord,
    password: string,
    from: RequestOrigin = {},
  ): Promise<UserRecord> {
    const password_hash = await this.options.passwords.hash(password);
    const by = { name: verified.username, role: verified.role, ...from };
    return await this.#change(verified.id, { fields: { password_hash }, by, verified });
  }

  remove(id: number, by: Actor, { keepKeys }: { keepKeys: boolean }): Promise<void> {
    const { context, mirrors } = this;
    return write(context, async () => {
      const { record: before, checks, sessions } = await this.#read(id);
      const calendars = await removeCalendarsOf(context, { userId: id, mirrors });
      checks.push(...this.#checkAdminRemains(before, undefined), ...calendars.checks);
      const change = { action: "deleted", type: "user", id, by, before: shown(before) } as const;
      const { mutations, frames } = traces(context, change);
      const own: Key[] = [
        keys.user(id),
        keys.userByName(before.username),
        keys.userSessions(id),
        keys.userKeys(id),
        keys.secondFactors(id),
        keys.deskPin(id),
        keys.deskPeople(id),
        keys.contactAddresses(id),
      ];
      if (before.identity !== undefined) own.push(subjectKey(before.identity));
      mutations.push(...own.map((key) => ({ type: "delete", key }) as const));
      mutations.push(...sessions.map(deleteSession), forgetDevices(id), ...calendars.mutations);
      if (!keepKeys) addTo({ mutations, frames }, endKeys(before, { context, mirrors, by }));
      return { result: undefined, commit: { checks, mutations, frames } };
    });
  }

  #change(id: number, { fields: given, by, verified, endsKeys = false }: FieldChange): Promise<UserRecord> {
    const { context, mirrors, options: { current } } = this;
    return write(context, async () => {
      const { record: before, checks, sessions } = await this.#read(id);
      if (verified !== undefined && verified.password_hash !== before.password_hash) {
        throw changedMeanwhile("FORBIDDEN");
      }
      const fields = before.identity === undefined ? given : ownFields(current.of(before), given);
      const after: UserRecord = { ...before, ...fields };
      requireNoAdminDesk(after);
      checks.push(...this.#checkAdminRemains(before, after));
      const change = { action: "updated", type: "user", id, by, before: shown(before) } as const;
      const { mutations, frames } = traces(context, { ...change, after: shownChanged(before, after) });
      mutations.push({ type: "set", key: keys.user(id), value: after });
      if (before.username !== after.username) {
        checks.push(...await nameIsFree(context, { username: after.username, mirrors, ownId: id }));
        mutations.push({ type: "delete", key: keys.userByName(before.username) });
        mutations.push({ type: "set", key: keys.userByName(after.username), value: id }, NAMED);
      }
      mutations.push(...sessionsEndedBy(before, after, sessions));
      const granted = await granting(context, {
        grants: fields.grants ?? [],
        mirrors,
      });
      checks.push(...granted.checks);
      mutations.push(...granted.mutations);
      // Users who change their own password keep their devices, whose sign-ins the guesses of others do not slow down.
      const isReset = before.password_hash !== after.password_hash && verified === undefined;
      if (isReset || !after.is_active) mutations.push(forgetDevices(id));
      if (isReset || !after.is_active || after.shared_desk) mutations.push(forgetDeskPin(id));
      if (endsKeys) addTo({ mutations, frames }, endKeys(before, { context, mirrors, by }));
      return { result: after, commit: { checks, mutations, frames } };
    });
  }

  /** The checks fail once the user changes or gets a new session or key, so those in memory are complete. */
  async #read(id: number): Promise<{ record: UserRecord; checks: Check[]; sessions: StoredSession[] }> {
    const recordKeys = [keys.user(id), keys.userSessions(id), keys.userKeys(id)];
    const [user, ...marks] = await this.context.store.getMany(recordKeys);
    if (user === undefined) throw notFound("user", id);
    // A session or key that the marks include must be in memory too.
    await this.context.store.caughtUp();
    const checks = [user, ...marks].map((entry, at) => unchanged(recordKeys[at]!, entry));
    return { record: kinds.user.read(user.value), checks, sessions: [...this.mirrors.sessionsByUser.of(id)] };
  }

  /** Checks another active admin in the same commit, so that two admins cannot remove each other. */
  #checkAdminRemains(before: UserRecord, after: UserRecord | undefined): Check[] {
    if (!isActiveAdmin(before) || isActiveAdmin(after)) return [];
    const { users } = this.mirrors;
    const other = users.list().find((user) => user.id !== before.id && isActiveAdmin(user));
    if (other === undefined) throw lastAdmin(before);
    return [{ key: keys.user(other.id), versionstamp: users.versionstamp(other.id) ?? null }];
  }
}

type EndedKeys = ReturnType<typeof endKeys>;

function addTo(commit: EndedKeys, more: EndedKeys): void {
  commit.mutations.push(...more.mutations);
  commit.frames.push(...more.frames);
}

/** A local one: admins of an identity provider cannot help when it is away. */
function isActiveAdmin(user: UserRecord | undefined): boolean {
  return user !== undefined && user.role === "admin" && user.is_active && user.identity === undefined;
}

/**
 * The fields that may change of a user of an identity provider, who has no password here, and whose role comes from the
 * groups there.
 */
function ownFields(
  { username, role, grants }: UserRecord,
  { role: givenRole, grants: givenGrants, ...fields }: Fields,
): Fields {
  if (fields.password_hash !== undefined) {
    throw invalid("password", `User "${username}" signs in at an identity provider and has no password here`);
  }
  if (givenRole !== undefined && givenRole !== role) {
    throw invalid(
      "role",
      `The role of "${username}" comes from the groups at the identity provider; change it there`,
    );
  }
  if (givenGrants !== undefined && !sameGrants(givenGrants, grants)) {
    throw invalid(
      "grants",
      `The grants of "${username}" come from the groups at the identity provider; change them there`,
    );
  }
  return fields;
}

/** The groups of an identity provider may say otherwise; a desk allows no administration then either. */
function requireNoAdminDesk(
  { shared_desk, role, grants = [], identity }: Pick<
    UserRecord,
    "shared_desk" | "role" | "grants" | "identity"
  >,
): void {
  if (shared_desk !== true || identity !== undefined) return;
  if (highestRole({ role, grants }) !== "admin") return;
  throw invalid("shared_desk", "An administrator cannot be a shared desk; choose another role");
}

export function subjectKey({ issuer, subject }: { issuer: string; subject: string }): Key {
  return keys.userBySubject(issuer, subject);
}

function lastAdmin({ username }: UserRecord): Refusal {
  const text = `User "${username}" is the last active local admin; create another one first`;
  return new Refusal("RESOURCE_IN_USE", text, { used_by: [] });
}

/** The changed fields. */
function changedFields(change: Omit<Partial<UserDraft>, "password">): Fields {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** The fields that the audit log may contain. */
export function shown(
  { password_hash: _, learnt_groups: __, at_provider: ___, ...rest }: UserRecord,
): Omit<UserRecord, "password_hash" | "learnt_groups" | "at_provider"> {
  return rest;
}

function shownChanged(before: UserRecord, after: UserRecord): Record<string, unknown> {
  const password = before.password_hash === after.password_hash ? "unchanged" : "changed";
  return { ...shown(after), password };
}
