import type { UserRecord } from "../domain/access/schema.ts";
import type { Actor } from "../domain/access/types.ts";
import type { RosterCalendarRecord } from "../domain/roster/schema.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import { calendarName, type Mirrors } from "./mirrors.ts";
import { type NounContext, traces, unchanged, unchangedMark, write } from "./write.ts";
import { notFound } from "./noun_refusals.ts";
import { hashOf, newToken } from "./access/token_hashes.ts";

const TOKEN_BYTES = 24;
const OPENED: Mutation = { type: "sum", key: keys.rosterCalendars(), value: 0 };

interface CalendarRemoval {
  checks: Check[];
  mutations: Mutation[];
}

/** The addresses of rosters for calendar programs, one a user, read from memory. */
export class RosterCalendars {
  constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {}

  has(rosterId: number, userId: number): boolean {
    return this.mirrors.rosterCalendars.get(calendarName(rosterId, userId)) !== undefined;
  }

  userOf(rosterId: number, token: string): UserRecord | undefined {
    const hash = hashOf(token);
    const calendar = this.#of(rosterId).find(({ token_hash }) => token_hash === hash);
    const user = calendar && this.mirrors.users.get(calendar.user_id);
    return user?.is_active ? user : undefined;
  }

  open(rosterId: number, { id: userId }: UserRecord, by: Actor): Promise<string> {
    const { context } = this;
    const token = newToken(context, TOKEN_BYTES);
    return write(context, async () => {
      const recordKeys = [keys.roster(rosterId), keys.user(userId)];
      const [roster, user] = await context.store.getMany(recordKeys);
      if (roster === undefined) throw notFound("roster", rosterId);
      if (user === undefined) throw notFound("user", userId);
      const value: RosterCalendarRecord = {
        v: 1,
        roster_id: rosterId,
        user_id: userId,
        token_hash: hashOf(token),
        created_at: isoFromMs(context.now()),
      };
      const change = { action: "calendar_opened", type: "roster", id: rosterId, by } as const;
      const { mutations, frames } = traces(context, {
        ...change,
        after: { name: this.#nameOf(rosterId), user_id: userId },
      });
      mutations.push({ type: "set", key: keys.rosterCalendar(rosterId, userId), value }, OPENED);
      const checks = [unchanged(recordKeys[0]!, roster), unchanged(recordKeys[1]!, user)];
      return { result: token, commit: { checks, mutations, frames } };
    });
  }

  close(rosterId: number, { userId, by }: { userId?: number; by: Actor }): Promise<number> {
    const { context } = this;
    return write(context, () => {
      const ended = this.#of(rosterId).filter(({ user_id }) => userId === undefined || user_id === userId);
      if (ended.length === 0) return Promise.resolve({ result: 0 });
      const change = { action: "calendar_closed", type: "roster", id: rosterId, by } as const;
      const before = { name: this.#nameOf(rosterId), user_ids: ended.map(({ user_id }) => user_id) };
      const { mutations, frames } = traces(context, { ...change, before });
      mutations.push(...ended.map(deletion));
      return Promise.resolve({ result: ended.length, commit: { mutations, frames } });
    });
  }

  /** The removal of all calendars of a roster. */
  removal(rosterId: number): Promise<CalendarRemoval> {
    return removal(this.context, () => this.#of(rosterId));
  }

  #nameOf(rosterId: number): string | undefined {
    return this.mirrors.rosters.get(rosterId)?.name;
  }

  #of(rosterId: number): RosterCalendarRecord[] {
    return [...this.mirrors.calendarsByRoster.of(rosterId)];
  }
}

/** The removal of all calendars of a user. */
export function removeCalendarsOf(
  context: NounContext,
  { userId, mirrors }: { userId: number; mirrors: Mirrors },
): Promise<CalendarRemoval> {
  return removal(context, () => mirrors.rosterCalendars.list().filter(({ user_id }) => user_id === userId));
}

/** The check fails once a calendar is opened, so those in memory are complete. */
async function removal(
  context: NounContext,
  present: () => readonly RosterCalendarRecord[],
): Promise<CalendarRemoval> {
  const checks = [await unchangedMark(context, keys.rosterCalendars())];
  return { checks, mutations: present().map(deletion) };
}

function deletion({ roster_id, user_id }: RosterCalendarRecord): Mutation {
  return { type: "delete", key: keys.rosterCalendar(roster_id, user_id) };
}
