import type { UserRecord } from "../domain/access/schema.ts";
import type { Actor } from "../domain/access/types.ts";
import type { OverrideRecord, RosterChange, RosterDraft, RosterRecord } from "../domain/roster/schema.ts";
import type { Schedule, UserPresence } from "../domain/roster/types.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { TeamChange, TeamDraft, TeamRecord } from "../domain/team/schema.ts";

/**
 * Lists of users. VALIDATION_FAILED for a name that another one has, for a user who does not exist and was not in it
 * already, and for the 101st.
 */
export interface Teams {
  /** By ascending id. */
  list(): readonly TeamRecord[];
  get(id: number): TeamRecord | undefined;
  /** Whatever the case of its letters. */
  byName(name: string): TeamRecord | undefined;
  /** The users of a team who exist and are active; none for an unknown team. */
  membersOf(id: number): number[];
  create(draft: TeamDraft, by: Actor): Promise<TeamRecord>;
  update(id: number, change: TeamChange, by: Actor): Promise<TeamRecord>;
  /** RESOURCE_IN_USE while a policy names it. */
  remove(id: number, by: Actor): Promise<void>;
}

/** A user takes a roster over. */
export interface OverrideDraft {
  user_id: number;
  from_ms: Ms;
  to_ms: Ms;
}

/** A roster with its overrides. */
export type ScheduledRoster = RosterRecord & Schedule;

/**
 * On-call schedules with their overrides. VALIDATION_FAILED for a name that another one has, for a user who does not
 * exist and was not in it already, and beyond `ROSTER_LIMITS`.
 */
export interface Rosters {
  /** By ascending id. */
  list(): readonly RosterRecord[];
  get(id: number): RosterRecord | undefined;
  byName(name: string): RosterRecord | undefined;
  /** All rosters with their overrides, by ascending id. */
  schedules(): ScheduledRoster[];
  schedule(id: number): ScheduledRoster | undefined;
  presenceOf(userId: number): UserPresence;
  /** The users on call at a time; none when the roster has a hole or does not exist. */
  onCallOf(id: number, at: Ms): number[];
  create(draft: RosterDraft, by: Actor): Promise<RosterRecord>;
  update(id: number, change: RosterChange, by: Actor): Promise<RosterRecord>;
  /** With its overrides and calendars. RESOURCE_IN_USE while a policy names it. */
  remove(id: number, by: Actor): Promise<void>;
  /** By ascending id. */
  overrides(rosterId: number): readonly OverrideRecord[];
  override(id: number): OverrideRecord | undefined;
  addOverride(rosterId: number, draft: OverrideDraft, by: Actor): Promise<OverrideRecord>;
  /** One that has begun ends now, and its past stays. VALIDATION_FAILED for one that has ended. */
  endOverride(id: number, by: Actor): Promise<void>;
  /** A new address for the user's calendar program, which ends the one before; only the token's hash is stored. */
  openCalendar(rosterId: number, user: UserRecord, by: Actor): Promise<string>;
  /** Ends the calendars of a roster, or of one user; returns how many. */
  closeCalendars(rosterId: number, options: { userId?: number; by: Actor }): Promise<number>;
  /** The active user whose calendar of the roster has this token. */
  calendarUser(rosterId: number, token: string): UserRecord | undefined;
  hasCalendar(rosterId: number, userId: number): boolean;
}
