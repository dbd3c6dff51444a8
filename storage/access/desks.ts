import {
  DESK_PEOPLE,
  type DeskPeopleRecord,
  type DeskPinRecord,
  PROVIDER_CONFIRMED_MS,
} from "../../domain/access/desk.ts";
import { changedMeanwhile } from "../../domain/access/changed_meanwhile.ts";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { Actor } from "../../domain/access/types.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";
import { kinds } from "../kinds.ts";
import type { Mirrors } from "../mirrors.ts";
import { audit, type NounContext, traces, unchanged, write } from "../write.ts";
import { BackgroundWrites } from "./background_writes.ts";
import type { CurrentGrants } from "./learnt_groups.ts";
import type { Passwords } from "./password.ts";
import { mayHaveSession } from "./sessions.ts";
import { notFound } from "../noun_refusals.ts";

/** How often a confirmation by an identity provider is written down. */
const WRITE_EVERY_MS = 24 * 3_600_000;

/**
 * The PINs for shared desks, and who has confirmed at which desk; read from memory. Shared desks: the PINs of people,
 * and who has confirmed where.
 */
export class Desks {
  readonly #background: BackgroundWrites;

  constructor(
    readonly context: NounContext,
    readonly mirrors: Mirrors,
    readonly options: { passwords: Passwords; current: CurrentGrants },
  ) {
    this.#background = new BackgroundWrites(context, "The confirmation of a person");
  }

  /** From memory; undefined without a PIN. */
  pin(userId: number): DeskPinRecord | undefined {
    return this.mirrors.deskPins.get(userId);
  }

  /** FORBIDDEN if the user may not confirm any more, or the password has changed since `user` was verified. */
  async setPin(user: UserRecord, pin: string, by: Actor): Promise<DeskPinRecord> {
    const { context } = this, { id } = user;
    const pin_hash = await this.options.passwords.hash(pin);
    return await write(context, async () => {
      const read = [keys.user(id), keys.deskPin(id)];
      const [entry, before] = await context.store.getMany(read);
      if (entry === undefined) throw notFound("user", id);
      const stored = kinds.user.read(entry.value);
      // Whoever may not confirm any more has no PIN: what took the right away has removed it.
      if (stored.password_hash !== user.password_hash || !this.mayConfirm(stored)) {
        throw changedMeanwhile("FORBIDDEN");
      }
      const set_at_ms = context.now();
      const provider_confirmed_at_ms = user.identity === undefined ? null : set_at_ms;
      const value: DeskPinRecord = { v: 1, user_id: id, pin_hash, set_at_ms, provider_confirmed_at_ms };
      const change = { action: "desk_pin_set", type: "user", id, by, after: named(user) } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push({ type: "set", key: keys.deskPin(id), value });
      const checks = [unchanged(read[0]!, entry), unchanged(read[1]!, before)];
      return { result: value, commit: { checks, mutations, frames } };
    });
  }

  /** False if there was none. `reason`: for the audit log. */
  removePin(user: UserRecord, by: Actor, reason?: string): Promise<boolean> {
    const { context } = this, { id } = user;
    return write(context, async () => {
      const key = keys.deskPin(id), entry = await context.store.get(key);
      if (entry === undefined) return { result: false };
      const after = reason === undefined ? undefined : { ...named(user), reason };
      const change = {
        action: "desk_pin_removed",
        type: "user",
        id,
        by,
        before: named(user),
        after,
      } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push({ type: "delete", key });
      return { result: true, commit: { checks: [unchanged(key, entry)], mutations, frames } };
    });
  }

  /**
   * The person with this user name and PIN, who may confirm. An unknown name takes the same time. A PIN of a user of an
   * identity provider counts for 7 days after the provider last confirmed the person.
   */
  async personByPin(username: string, pin: string): Promise<UserRecord | undefined> {
    const { mirrors } = this;
    const user = mirrors.usersByName.of(username)[0];
    const stored = user === undefined || !this.mayConfirm(user) ? undefined : this.pin(user.id);
    const isConfirmed = stored !== undefined && this.#isConfirmed(stored);
    const isRight = await this.options.passwords.verify(pin, isConfirmed ? stored.pin_hash : undefined);
    if (!isRight || user === undefined || this.pin(user.id)?.pin_hash !== stored?.pin_hash) return undefined;
    const now = mirrors.users.get(user.id);
    return now !== undefined && this.mayConfirm(now) ? this.options.current.of(now) : undefined;
  }

  /** Whether the user is an active person, and no shared desk. */
  mayConfirm(user: UserRecord): boolean {
    return user.shared_desk !== true &&
      mayHaveSession(user, { mirrors: this.mirrors, current: this.options.current });
  }

  /** Who has confirmed at the desk of this user, the most recent first. */
  people(deskId: number): UserRecord[] {
    const recent = this.#recent(this.mirrors.deskPeople.get(deskId));
    return recent.toReversed().flatMap(({ user_id }) => {
      const user = this.mirrors.users.get(user_id);
      return user !== undefined && this.mayConfirm(user) ? [user] : [];
    });
  }

  /** Writes down that a person confirmed at a desk, with an audit entry. */
  confirmed(deskId: number, person: UserRecord, by: Actor): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const read = [keys.user(deskId), keys.deskPeople(deskId)];
      const [desk, entry] = await context.store.getMany(read);
      if (desk === undefined) throw notFound("user", deskId);
      const others = this.#recent(entry && kinds.deskPeople.read(entry.value))
        .filter(({ user_id }) => user_id !== person.id);
      const people = [...others, { user_id: person.id, confirmed_at_ms: context.now() }]
        .slice(-DESK_PEOPLE.most);
      const value: DeskPeopleRecord = { v: 1, user_id: deskId, people };
      const mutations: Mutation[] = [
        { type: "set", key: read[1]!, value },
        audit(context, { action: "confirmed_at_desk", type: "session", id: person.id, by }),
      ];
      const checks = [unchanged(read[0]!, desk), unchanged(read[1]!, entry)];
      return { result: undefined, commit: { checks, mutations } };
    });
  }

  /** An identity provider has confirmed the person; written at most once a day, in the background. */
  providerConfirmed(userId: number): void {
    const record = this.pin(userId), now = this.context.now();
    if (record === undefined || record.provider_confirmed_at_ms === null) return;
    if (now - record.provider_confirmed_at_ms < WRITE_EVERY_MS) return;
    const key = keys.deskPin(userId), versionstamp = this.mirrors.deskPins.versionstamp(userId);
    const value = { ...record, provider_confirmed_at_ms: now };
    this.#background.start(userId, { key, versionstamp, mutations: [{ type: "set", key, value }] });
  }

  #isConfirmed({ provider_confirmed_at_ms: atMs }: DeskPinRecord): boolean {
    return atMs === null || this.context.now() < atMs + PROVIDER_CONFIRMED_MS;
  }

  #recent(record: DeskPeopleRecord | undefined): DeskPeopleRecord["people"] {
    const sinceMs = this.context.now() - DESK_PEOPLE.keptMs;
    return (record?.people ?? []).filter(({ confirmed_at_ms }) => confirmed_at_ms > sinceMs);
  }
}

/** For the commit that disables a user, resets the password or makes the user a shared desk. */
export function forgetDeskPin(userId: number): Mutation {
  return { type: "delete", key: keys.deskPin(userId) };
}

function named({ username }: UserRecord): object {
  return { username };
}
