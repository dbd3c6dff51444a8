import { holesOf } from "../../../domain/roster/holes.ts";
import { ROSTER_LIMITS } from "../../../domain/roster/limits.ts";
import type { OverrideRecord } from "../../../domain/roster/schema.ts";
import { presentShift } from "../../../domain/roster/shifts.ts";
import type { Shift } from "../../../domain/roster/types.ts";
import { isoFromMs, type Ms } from "../../../domain/shared/time.ts";
import type { TeamRecord } from "../../../domain/team/schema.ts";
import type { Storage } from "../../../storage/contract.ts";
import type { ScheduledRoster } from "../../../storage/rosters.ts";

type Stores = Pick<Storage, "access" | "rosters">;

/** How a view is read: the time, and the signed-in user, if any. */
interface Reading {
  now: Ms;
  userId: number | undefined;
}

export function teamView({ v: _, ...team }: TeamRecord, { access }: Pick<Storage, "access">) {
  const members = team.user_ids.map((user_id) => {
    const user = access.user(user_id);
    return { user_id, username: user?.username ?? null, is_active: user?.is_active ?? false };
  });
  return { ...team, members };
}

export function rosterView(roster: ScheduledRoster, stores: Stores, { now, userId }: Reading) {
  const { v: _, overrides: _overrides, calendar: _calendar, ...stored } = roster;
  const presenceOf = (id: number) => stores.rosters.presenceOf(id);
  const holes = holesOf(roster, { now, presenceOf });
  return {
    ...stored,
    on_call: shiftView(presentShift(roster, { now, presenceOf }), stores),
    holes: holes.slice(0, ROSTER_LIMITS.namedHoles).map(({ from_ms, to_ms, user_id, presence }) => ({
      from: isoFromMs(from_ms),
      to: isoFromMs(to_ms),
      user_id,
      username: nameOf(user_id, stores),
      presence,
    })),
    hole_count: holes.length,
    has_calendar: userId !== undefined && stores.rosters.hasCalendar(roster.id, userId),
  };
}

export function shiftView({ from_ms, to_ms, ...shift }: Shift, stores: Pick<Storage, "access">) {
  return {
    ...shift,
    from: isoFromMs(from_ms),
    to: isoFromMs(to_ms),
    username: nameOf(shift.user_id, stores),
  };
}

export function overrideView(
  { v: _, from_ms, to_ms, ...override }: OverrideRecord,
  stores: Pick<Storage, "access">,
) {
  return {
    ...override,
    username: nameOf(override.user_id, stores),
    from: isoFromMs(from_ms),
    to: isoFromMs(to_ms),
  };
}

function nameOf(userId: number | null, { access }: Pick<Storage, "access">): string | null {
  return userId === null ? null : access.user(userId)?.username ?? null;
}
