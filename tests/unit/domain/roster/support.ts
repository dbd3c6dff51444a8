import type { PlantCalendar } from "../../../../domain/hours/plant_calendar.ts";
import { shifts } from "../../../../domain/roster/shifts.ts";
import type { Layer, Schedule, Shift } from "../../../../domain/roster/types.ts";

export const present = () => "present" as const;
export const at = (iso: string) => Date.parse(iso);

export const daily: Layer = {
  user_ids: [1, 2],
  every: 1,
  unit: "day",
  starts_on: "2026-01-01",
  handover_time: "06:00",
  hours: [],
  working_days_only: false,
};

/** The plant works from Monday to Friday, but on 2 January and on 6 April 2026. */
export const calendar: PlantCalendar = {
  working_hours: [{ weekdays: [1, 2, 3, 4, 5], from: "07:00", to: "16:00" }],
  holidays: ["2026-01-02", "2026-04-06"],
};

export function schedule(given: Partial<Schedule>): Schedule {
  return {
    time_zone: "UTC",
    calendar,
    layers: [],
    required_hours: [],
    required_working_days_only: false,
    overrides: [],
    ...given,
  };
}

/** `from–to user`, times in UTC. */
export function told(found: readonly Shift[]): string[] {
  const time = (ms: number) => new Date(ms).toISOString().slice(5, 16);
  return found.map(({ from_ms, to_ms, kind, user_id }) =>
    `${time(from_ms)} ${time(to_ms)} ${kind === "on_call" ? user_id : kind}`
  );
}

export function toldOf(given: Partial<Schedule>, from: string, to: string): string[] {
  return told(shifts(schedule(given), { from: at(from), to: at(to), presenceOf: present }));
}
