import { type Day, dayOfDate } from "../hours/local_days.ts";
import type { WorkingDays } from "../hours/working_days.ts";
import type { Layer } from "./types.ts";

const DAY_MS = 86_400_000;
const DAYS = { day: 1, week: 7 } as const;

/** On which days the turns of a layer begin. */
export interface TurnDays {
  /** The day on which a turn begins; the first turn is 0. */
  dayOf(turn: number): Day;
  /** A turn that has begun by a day, the present one or one of the two before it. */
  turnBy(day: Day): number;
}

export function turnDays(
  { every, unit, starts_on, working_days_only }: Omit<Layer, "user_ids" | "handover_time" | "hours">,
  working: WorkingDays,
): TurnDays {
  const first = dayOfDate(starts_on);
  if (unit === "day" && working_days_only) {
    return {
      dayOf: (turn) => working.after(first, turn * every),
      turnBy: (day) => Math.floor(working.count(first, day) / every) - 1,
    };
  }
  if (unit === "month") return monthlyTurns(first, every);
  const days = every * DAYS[unit];
  return {
    dayOf: (turn) => first + turn * days,
    turnBy: (day) => Math.floor((day - first) / days) - 1,
  };
}

/** Turns begin on the same day of a month; where a month lacks it, on its last day. */
function monthlyTurns(first: Day, every: number): TurnDays {
  const start = new Date(first * DAY_MS);
  const year = start.getUTCFullYear(), month = start.getUTCMonth(), dayOfMonth = start.getUTCDate();
  return {
    dayOf(turn) {
      const at = month + turn * every, last = new Date(Date.UTC(year, at + 1, 0)).getUTCDate();
      return Date.UTC(year, at, Math.min(dayOfMonth, last)) / DAY_MS;
    },
    turnBy(day) {
      const at = new Date(day * DAY_MS);
      const months = (at.getUTCFullYear() - year) * 12 + at.getUTCMonth() - month;
      return Math.floor(months / every) - 1;
    },
  };
}
