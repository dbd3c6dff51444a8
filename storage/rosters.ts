import type { UserRecord } from "../domain/access/schema.ts";
import type { Actor } from "../domain/access/types.ts";
import type { OverrideRecord, RosterChange, RosterDraft, RosterRecord } from "../domain/roster/schema.ts";
import { onCall } from "../domain/roster/shifts.ts";
import type { Schedule, UserPresence } from "../domain/roster/types.ts";
import type { Issue } from "../domain/shared/refusal.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { Mirrors } from "./mirrors.ts";
import { type NamedRecord, NamedRecords, type Writes } from "./named_records.ts";
import { missingIn } from "./noun_refusals.ts";
import { nouns } from "./nouns.ts";
import { RosterCalendars } from "./roster_calendars.ts";
import { type OverrideDraft, RosterOverrides } from "./roster_overrides.ts";
import type { NounContext } from "./write.ts";

/** A roster with its overrides. */
export type ScheduledRoster = RosterRecord & Schedule;

/**
 * On-call schedules with their overrides. VALIDATION_FAILED for a user who does not exist and was not in it already, and
 * beyond `ROSTER_LIMITS`.
 */
export class Rosters extends NamedRecords<RosterRecord, RosterDraft, RosterChange> {
  protected readonly noun = nouns.roster;
  readonly #overrides: RosterOverrides;
  readonly #calendars: RosterCalendars;

  constructor(context: NounContext, mirrors: Mirrors) {
    super(context, mirrors);
    this.#overrides = new RosterOverrides(context, mirrors);
    this.#calendars = new RosterCalendars(context, mirrors);
  }

  schedules(): ScheduledRoster[] {
    return this.list().map((roster) => this.#scheduled(roster));
  }

  schedule(id: number): ScheduledRoster | undefined {
    const roster = this.get(id);
    return roster && this.#scheduled(roster);
  }

  #scheduled(roster: RosterRecord): ScheduledRoster {
    const { working_hours = [], holidays = [] } = this.mirrors.plantSettings.list()[0] ?? {};
    return { ...roster, overrides: this.#overrides.of(roster.id), calendar: { working_hours, holidays } };
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

  protected made(draft: RosterDraft, { v, id, ...created }: NamedRecord): RosterRecord {
    return { v, id, ...draft, ...created };
  }

  protected override issues({ layers }: RosterRecord, before: RosterRecord | undefined): Issue[] {
    const known = new Set(before?.layers.flatMap(({ user_ids }) => user_ids));
    const exists = (id: number) => known.has(id) || this.mirrors.users.get(id) !== undefined;
    return layers.flatMap(({ user_ids }, layer) =>
      missingIn("user", user_ids, { path: `layers.${layer}.user_ids`, exists })
    );
  }

  /** A roster goes with its overrides and calendars. */
  protected override async along({ id, after }: { id: number; after?: RosterRecord }, commit: Writes) {
    if (after !== undefined) return;
    for (const owned of [await this.#overrides.removal(id), await this.#calendars.removal(id)]) {
      commit.checks.push(...owned.checks);
      commit.mutations.push(...owned.mutations);
    }
  }
}
