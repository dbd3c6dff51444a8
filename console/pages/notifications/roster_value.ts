import { isTimeZone } from "../../../domain/hours/local_days.ts";
import type { PlantCalendar } from "../../../domain/hours/plant_calendar.ts";
import { firstTurnAt } from "../../../domain/roster/first_turn.ts";
import { LAYER_DEFAULTS } from "../../../domain/roster/limits.ts";
import { HOLES_AHEAD_MS } from "../../../domain/roster/holes.ts";
import { shifts } from "../../../domain/roster/shifts.ts";
import type { RotationUnit } from "../../../domain/roster/types.ts";
import type { HoursValue } from "../../parts/hours_field.tsx";
import type { Person } from "./use_rosters.ts";

export interface LayerValue {
  name: string;
  user_ids: number[];
  every: number;
  unit: RotationUnit;
  /** Empty: the first turn begins now. */
  starts_on: string;
  handover_time: string;
  hours: HoursValue[];
  working_days_only: boolean;
}

export interface RosterValue {
  name: string;
  time_zone: string;
  layers: LayerValue[];
  required_hours: HoursValue[];
  required_working_days_only: boolean;
}

export const NEW_LAYER: LayerValue = {
  name: "",
  user_ids: [],
  ...LAYER_DEFAULTS,
  starts_on: "",
  hours: [],
};

/** A first turn without a day runs now, so that a new roster does not begin with a hole. */
export function startedNow(value: RosterValue, now: number): RosterValue {
  const { time_zone } = value;
  const layers = value.layers.map((layer) => {
    const { starts_on, handover_time } = layer;
    if (starts_on !== "" || handover_time === "" || !isTimeZone(time_zone)) return layer;
    return { ...layer, starts_on: firstTurnAt(now, { time_zone, handover_time }) };
  });
  return { ...value, layers };
}

const HOUR_MS = 3_600_000;

/** Undefined while the values are no roster. */
export function previewOf(
  value: RosterValue,
  { people, calendar, now }: { people: readonly Person[]; calendar: PlantCalendar; now: number },
) {
  if (value.layers.some((layer) => !isWhole(layer)) || !value.required_hours.every(areWholeHours)) {
    return undefined;
  }
  const from = Math.floor(now / HOUR_MS) * HOUR_MS;
  try {
    return shifts({ ...startedNow(value, now), calendar, overrides: [] }, {
      from,
      to: from + HOLES_AHEAD_MS,
      presenceOf(id) {
        const person = people.find((one) => one.id === id);
        if (person === undefined) return "deleted";
        return person.is_active ? "present" : "disabled";
      },
    }).map(({ from_ms, to_ms, ...shift }) => ({
      ...shift,
      from: new Date(from_ms).toISOString(),
      to: new Date(to_ms).toISOString(),
      username: people.find(({ id }) => id === shift.user_id)?.username ?? null,
    }));
  } catch {
    // The time zone does not exist.
    return undefined;
  }
}

function isWhole({ every, handover_time, hours }: LayerValue): boolean {
  return every >= 1 && handover_time !== "" && hours.every(areWholeHours);
}

function areWholeHours({ from, to }: HoursValue): boolean {
  return from !== "" && to !== "";
}
