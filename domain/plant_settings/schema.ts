import { z } from "zod";
import { mailDomainList } from "../contact_address/schema.ts";
import { CALENDAR_LIMITS } from "../hours/plant_calendar.ts";
import { calendarDate, hoursList } from "../hours/schema.ts";
import { ignoring, instant } from "../shared/schema.ts";

const calendar = {
  working_hours: hoursList(CALENDAR_LIMITS.hours).describe(
    "When the plant works, in its time zone; empty: always. Notification policies may wait for them, and the days on which " +
      "they begin are the working days of rosters",
  ),
  holidays: z.array(calendarDate()).max(CALENDAR_LIMITS.holidays).describe(
    "The days on which no working hours begin, such as `2026-12-25`",
  ),
};

/** What one plant has set for everybody, as it is stored and read. */
export const plantSettings = z.strictObject({
  notification_mail_domains: mailDomainList().describe(
    "The domains that mail addresses of users may have for notifications, such as `example.com` or " +
      "`*.example.com`; empty: all",
  ),
  keep_unacknowledged: z.boolean().describe(
    "Whether events that cleared by their condition stay on the event wall, as `unacknowledged`, " +
      "until somebody acknowledges them",
  ),
  keep_unacknowledged_since: instant().nullable().describe(
    "When that was switched on; earlier events are not kept. Null while it is off",
  ),
  ...calendar,
});

export interface PlantSettings extends z.infer<typeof plantSettings> {}

export interface PlantSettingsRecord extends PlantSettings {
  v: 1;
}

/** Body of PUT /api/plant-settings. */
export const plantSettingsSchema = ignoring(
  Object.keys(plantSettings.shape),
  z.strictObject({
    keep_unacknowledged: z.boolean().optional(),
    notification_mail_domains: mailDomainList().optional(),
    working_hours: calendar.working_hours.optional(),
    holidays: calendar.holidays.optional(),
  }),
);

export interface PlantSettingsChange extends z.infer<typeof plantSettingsSchema> {}
