import { z } from "zod";
import { calendarDate, clockTime, hoursList, timeZone } from "../hours/schema.ts";
import {
  changeFields,
  count,
  id,
  idNumber,
  ignoring,
  instant,
  nameText,
  storedFields,
} from "../shared/schema.ts";
import { isoFromMs } from "../shared/time.ts";
import { LAYER_DEFAULTS, ROSTER_LIMITS } from "./limits.ts";
import { ROTATION_UNITS, SHIFT_KINDS, USER_PRESENCES } from "./types.ts";

const { every, hours, layers, users } = ROSTER_LIMITS;

const layer = z.strictObject({
  name: nameText(),
  user_ids: z.array(idNumber()).min(1, "Must name at least one user").max(users).describe(
    "Who takes turns, in this order; a user may stand in it more than once",
  ),
  every: z.int().min(every.min).max(every.max).default(LAYER_DEFAULTS.every).describe(
    "Days, weeks or months of a turn",
  ),
  unit: z.enum(ROTATION_UNITS).default(LAYER_DEFAULTS.unit).describe(
    "`month`: turns begin on the day of the month of `starts_on`; where a month lacks it, on its last day",
  ),
  starts_on: calendarDate().describe("The day on which the first user's first turn begins"),
  handover_time: clockTime().default(LAYER_DEFAULTS.handover_time).describe(
    "When one user hands over to the next, in the roster's zone. A time that a day lacks " +
      "because the clock is put forward is when the clock jumps over it; one that it has twice, the first time",
  ),
  hours: hoursList(hours).default([]).describe("When the layer counts; empty: always"),
  working_days_only: z.boolean().default(LAYER_DEFAULTS.working_days_only).describe(
    "Whether the layer counts on the plant's working days only, those on which its `working_hours` begin and that are " +
      "no holiday (PUT /api/plant-settings). Turns of days then take working days. Of `hours` those count that begin " +
      "on a working day; without `hours`, a working day lasts from the handover to that of the next day",
  ),
});

const given = {
  name: nameText().describe("Unique, whatever its case"),
  time_zone: timeZone(),
  layers: z.array(layer).max(layers).default([]).describe(
    "Where two layers cover a time, the later one counts",
  ),
  required_hours: hoursList(hours).default([]).describe(
    "When somebody must be on call, else there is a hole; empty: always",
  ),
  required_working_days_only: z.boolean().default(false).describe(
    "Whether somebody must be on call only in those `required_hours` that begin on a working day of the plant",
  ),
};

const stored = z.strictObject({
  id: id(),
  ...storedFields(given),
  created_at: instant(),
  created_by: z.string(),
});

/** Who is on call in a span. */
export const shift = z.strictObject({
  from: instant(),
  to: instant(),
  kind: z.enum(SHIFT_KINDS).describe(
    "`hole`: nobody is on call, though somebody must be; `free`: nobody has to be",
  ),
  user_id: id().nullable().describe(
    "Whose turn it is, also in a hole because the user is disabled or deleted; null: nobody's",
  ),
  username: z.string().nullable().describe("Null for a deleted user"),
  presence: z.enum(USER_PRESENCES),
  layer: count().nullable().describe("The layer that counts, from 0; null: an override, or none"),
  override_id: id().nullable(),
});

/** A roster as a client reads it. */
export const roster = stored.extend({
  on_call: shift.describe("The present shift: from now to its end, at most 31 days"),
  holes: z.array(shift.pick({ from: true, to: true, user_id: true, username: true, presence: true }))
    .describe(`The first holes of the coming 14 days, at most ${ROSTER_LIMITS.namedHoles}`),
  has_calendar: z.boolean().describe("Whether the caller has an address of it for a calendar program"),
  hole_count: count().describe("All holes of the coming 14 days"),
});

export interface RosterRecord extends z.infer<typeof stored> {
  v: 1;
}

const READ = Object.keys(roster.shape);

/** Body of POST /api/rosters. */
export const rosterSchema = ignoring(READ, z.strictObject(given));
export interface RosterDraft extends z.output<typeof rosterSchema> {}

/** Body of PUT /api/rosters/{id}. Omitted fields stay unchanged. */
export const rosterChangeSchema = ignoring(READ, z.strictObject(changeFields(given)));
export interface RosterChange extends z.output<typeof rosterChangeSchema> {}

/** An override of a roster as a client reads it. */
export const rosterOverride = z.strictObject({
  id: id(),
  roster_id: id(),
  user_id: id(),
  username: z.string().nullable().describe("Null for a deleted user"),
  from: instant(),
  to: instant(),
  created_at: instant(),
  created_by: z.string(),
});

/** Times in milliseconds since 1970. */
export interface OverrideRecord {
  v: 1;
  id: number;
  roster_id: number;
  user_id: number;
  from_ms: number;
  to_ms: number;
  created_at: string;
  created_by: string;
}

const time = z.iso.datetime({ offset: true, error: "Must be a time such as 2026-01-31T08:15:02Z" })
  .transform((text) => isoFromMs(Date.parse(text)));

/** Body of POST /api/rosters/{id}/overrides. */
export const overrideSchema = z.strictObject({
  user_id: idNumber().optional().describe("Absent: the caller. Others need the role engineer"),
  from: time.describe("A time in the past stands for now"),
  to: time,
});

/** The address of a roster for a calendar program; of the token only its SHA-256 is kept. */
export interface RosterCalendarRecord {
  v: 1;
  roster_id: number;
  user_id: number;
  /** Hexadecimal. */
  token_hash: string;
  created_at: string;
}
