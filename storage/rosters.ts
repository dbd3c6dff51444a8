import type { UserRecord } from "../domain/access/schema.ts";
import type { Actor } from "../domain/access/types.ts";
import { ROSTER_LIMITS } from "../domain/roster/limits.ts";
import type { OverrideRecord, RosterChange, RosterDraft, RosterRecord } from "../domain/roster/schema.ts";
import { onCall } from "../domain/roster/shifts.ts";
import type { UserPresence } from "../domain/roster/types.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { isoFromMs, type Ms } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import { recipientUses, removing } from "./recipient_uses.ts";
import { RosterCalendars } from "./roster_calendars.ts";
import { RosterOverrides } from "./roster_overrides.ts";
import type { OverrideDraft, Rosters, ScheduledRoster } from "./rosters_contract.ts";
import { inUse } from "./in_use.ts";
import {
  freshId,
  invalid,
  type NounContext,
  readToChange,
  recordDecision,
  unchangedMark,
  write,
} from "./write.ts";

/** Rosters, read from memory. */
export class RosterStore implements Rosters {
  readonly #overrides: RosterOverrides;
  readonly #calendars: RosterCalendars;

  constructor(readonly context: NounContext, readonly mirrors: Mirrors) {
    this.#overrides = new RosterOverrides(context, mirrors);
    this.#calendars = new RosterCalendars(context, mirrors);
  }

  list(): readonly RosterRecord[] {
    return this.mirrors.rosters.list();
  }

  get(id: number): RosterRecord | undefined {
    return this.mirrors.rosters.get(id);
  }

  byName(name: string): RosterRecord | undefined {
    return this.list().find((roster) => roster.name.toLowerCase() === name.toLowerCase());
  }

  schedules(): ScheduledRoster[] {
    return this.list().map((roster) => ({ ...roster, overrides: this.#overrides.of(roster.id) }));
  }

  schedule(id: number): ScheduledRoster | undefined {
    const roster = this.get(id);
    return roster && { ...roster, overrides: this.#overrides.of(id) };
  }

  presenceOf(userId: number): UserPresence {
    const user = this.mirrors.users.get(userId);
    if (user === undefined) return "deleted";
    return user.is_active ? "present" : "disabled";
  }

  onCallOf(id: number, at: Ms): number[] {
    const schedule = this.schedule(id);
    const user = schedule && onCall(schedule, at, (userId) => this.presenceOf(userId));
    return user === undefined || user === null ? [] : [user];
  }

  create(draft: RosterDraft, by: Actor): Promise<RosterRecord> {
    const { context } = this;
    const nextId = freshId(context, "roster");
    return write(context, async () => {
      const checks = await this.#present();
      if (this.list().length >= ROSTER_LIMITS.rosters) throw tooMany();
      const id = await nextId();
      const created_at = isoFromMs(context.now());
      const record: RosterRecord = { v: 1, id, ...draft, created_at, created_by: by.name };
      this.#requireConsistent(record, undefined);
      const change = { action: "created", type: "roster", id, by, after: record } as const;
      return recordDecision(context, change, { key: keys.roster(id), checks, marks: [CHANGED] });
    });
  }

  update(id: number, change: RosterChange, by: Actor): Promise<RosterRecord> {
    const { context } = this;
    return write(context, async () => {
      const checks = await this.#present();
      const before = await this.#read(id, checks);
      const after: RosterRecord = { ...before, ...change };
      this.#requireConsistent(after, before);
      const traced = { action: "updated", type: "roster", id, by, before, after } as const;
      return recordDecision(context, traced, { key: keys.roster(id), checks, marks: [CHANGED] });
    });
  }

  remove(id: number, by: Actor): Promise<void> {
    const { context, mirrors } = this;
    return write(context, async () => {
      const { checks, mutations } = await removing(context);
      const before = await this.#read(id, checks);
      const uses = recipientUses({ kind: "roster", id }, mirrors);
      if (uses.length > 0) throw inUse(`Roster "${before.name}"`, uses);
      for (const owned of [await this.#overrides.removal(id), await this.#calendars.removal(id)]) {
        checks.push(...owned.checks);
        mutations.push(...owned.mutations);
      }
      const change = { action: "deleted", type: "roster", id, by, before, after: undefined } as const;
      return recordDecision(context, change, {
        key: keys.roster(id),
        checks,
        marks: [CHANGED, ...mutations],
      });
    });
  }

  overrides(rosterId: number): readonly OverrideRecord[] {
    return this.#overrides.of(rosterId);
  }

  override(id: number): OverrideRecord | undefined {
    return this.mirrors.rosterOverrides.get(id);
  }

  addOverride(rosterId: number, draft: OverrideDraft, by: Actor): Promise<OverrideRecord> {
    return this.#overrides.add(rosterId, draft, by);
  }

  endOverride(id: number, by: Actor): Promise<void> {
    return this.#overrides.end(id, by);
  }

  openCalendar(rosterId: number, user: UserRecord, by: Actor): Promise<string> {
    return this.#calendars.open(rosterId, user, by);
  }

  closeCalendars(rosterId: number, options: { userId?: number; by: Actor }): Promise<number> {
    return this.#calendars.close(rosterId, options);
  }

  calendarUser(rosterId: number, token: string): UserRecord | undefined {
    return this.#calendars.userOf(rosterId, token);
  }

  hasCalendar(rosterId: number, userId: number): boolean {
    return this.#calendars.has(rosterId, userId);
  }

  /** The check fails once a roster changes, so those in memory are complete. */
  async #present(): Promise<Check[]> {
    return [await unchangedMark(this.context, keys.rosters())];
  }

  #read(id: number, checks: Check[]): Promise<RosterRecord> {
    const stored = { key: keys.roster(id), kind: kinds.roster, what: "roster", id };
    return readToChange(this.context, stored, checks);
  }

  #requireConsistent({ id, name, layers }: RosterRecord, before: RosterRecord | undefined): void {
    const named = this.byName(name);
    if (named !== undefined && named.id !== id) {
      throw invalid("name", `A roster named "${named.name}" exists already; choose another name`);
    }
    const known = new Set(before?.layers.flatMap(({ user_ids }) => user_ids));
    layers.forEach(({ user_ids }, layer) => {
      const at = user_ids.findIndex((user) => !known.has(user) && this.mirrors.users.get(user) === undefined);
      if (at >= 0) throw invalid(`layers.${layer}.user_ids.${at}`, `User ${user_ids[at]} does not exist`);
    });
  }
}

const CHANGED: Mutation = { type: "sum", key: keys.rosters(), value: 0 };

function tooMany() {
  const { rosters } = ROSTER_LIMITS;
  return invalid("", `${rosters} rosters exist already, the most that are possible; delete one first`);
}
