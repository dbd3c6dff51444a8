import { z } from "@hono/zod-openapi";
import {
  roster as storedRoster,
  rosterOverride as storedOverride,
  shift as storedShift,
} from "../../../../domain/roster/schema.ts";
import { team as storedTeam } from "../../../../domain/team/schema.ts";
import { inline, shown } from "../../../pipeline/document/shown.ts";

const at = "2026-01-31T08:15:02.123Z";

export const teamExample = { name: "Electricians", user_ids: [2, 5] };

export const team = shown("Team", storedTeam, {
  id: 1,
  ...teamExample,
  members: [
    { user_id: 2, username: "anna", is_active: true },
    { user_id: 5, username: "ben", is_active: true },
  ],
  created_at: at,
  created_by: "admin",
});

export const rosterExample = {
  name: "Utilities",
  time_zone: "Europe/Berlin",
  layers: [{
    name: "Nights",
    user_ids: [2, 5],
    every: 1,
    unit: "week" as const,
    starts_on: "2026-01-05",
    handover_time: "08:00",
    hours: [{ weekdays: [1, 2, 3, 4, 5], from: "22:00", to: "06:00" }],
    working_days_only: false,
  }],
  required_hours: [],
  required_working_days_only: false,
};

export const shift = shown("Shift", storedShift, {
  from: "2026-01-30T21:00:00.000Z",
  to: "2026-01-31T05:00:00.000Z",
  kind: "on_call",
  user_id: 2,
  username: "anna",
  presence: "present",
  layer: 0,
  override_id: null,
});

const hole = {
  from: "2026-01-31T05:00:00.000Z",
  to: "2026-02-02T21:00:00.000Z",
  user_id: null,
  username: null,
  presence: "present",
} as const;

export const roster = shown("Roster", storedRoster, {
  id: 1,
  ...rosterExample,
  on_call: shift.example,
  holes: [hole],
  hole_count: 1,
  has_calendar: false,
  created_at: at,
  created_by: "admin",
});

export const rosterOverride = shown("RosterOverride", storedOverride, {
  id: 3,
  roster_id: 1,
  user_id: 2,
  username: "anna",
  from: "2026-01-31T05:00:00.000Z",
  to: "2026-01-31T13:00:00.000Z",
  created_at: at,
  created_by: "anna",
});

export const rosterCalendar = inline(
  z.strictObject({
    path: z.string().describe("The path of the calendar with its token, shown only in this answer"),
  }),
  { path: "/files/rosters/1.ics?token=0123456789abcdefghijklmnopqrstuv" },
);

export const notificationPerson = shown(
  "NotificationPerson",
  z.strictObject({
    id: z.int().min(1),
    username: z.string(),
    display_name: z.string().nullable(),
    is_active: z.boolean(),
    is_reachable: z.boolean().describe(
      "Whether the user has a confirmed address, so that messages reach them",
    ),
  }),
  { id: 2, username: "anna", display_name: "Anna Keller", is_active: true, is_reachable: true },
);
