import type { Hours } from "../hours/hours.ts";
import type { PlantCalendar } from "../hours/plant_calendar.ts";
import type { Ms } from "../shared/time.ts";

export const ROTATION_UNITS = ["day", "week", "month"] as const;
export type RotationUnit = (typeof ROTATION_UNITS)[number];

/** Users who take turns. */
export interface Layer {
  user_ids: readonly number[];
  /** How many days, weeks or months a turn takes. */
  every: number;
  unit: RotationUnit;
  /** The day on which the first user's first turn begins, `2026-01-31`. */
  starts_on: string;
  /** When one user hands over to the next, `06:00`. */
  handover_time: string;
  /** Empty: always. */
  hours: readonly Hours[];
  /** Whether the layer counts on working days only; turns of days then take working days. */
  working_days_only: boolean;
}

/** A user who is on call in a span, whatever the layers say. */
export interface Override {
  id: number;
  user_id: number;
  from_ms: Ms;
  /** Exclusive. */
  to_ms: Ms;
}

/** What decides who is on call. */
export interface Schedule {
  time_zone: string;
  /** Of the plant: its dates are working days or holidays in the roster's zone too. */
  calendar: PlantCalendar;
  /** Where two cover a time, the later one counts. */
  layers: readonly Layer[];
  /** The hours in which somebody must be on call. Empty: always. */
  required_hours: readonly Hours[];
  /** Whether somebody must be on call on working days only. */
  required_working_days_only: boolean;
  /** By ascending id; where two cover a time, the later one counts. */
  overrides: readonly Override[];
}

export const USER_PRESENCES = ["present", "disabled", "deleted"] as const;
/** Whether a user can be on call. */
export type UserPresence = (typeof USER_PRESENCES)[number];

export const SHIFT_KINDS = ["on_call", "hole", "free"] as const;

/**
 * Who is on call in a span. `hole`: nobody, though somebody must be; `free`: nobody, and nobody has to be.
 */
export interface Shift {
  from_ms: Ms;
  /** Exclusive. */
  to_ms: Ms;
  kind: (typeof SHIFT_KINDS)[number];
  /** Who has the turn, also in a hole because the user is disabled or deleted; null: no layer or override covers it. */
  user_id: number | null;
  /** Absent users leave a hole. */
  presence: UserPresence;
  /** The layer that counts, from 0; null: an override or none. */
  layer: number | null;
  override_id: number | null;
}
