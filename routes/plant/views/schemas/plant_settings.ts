import { plantSettings as stored } from "../../../../domain/plant_settings/schema.ts";
import { shown } from "../../../pipeline/document/shown.ts";

export const plantSettings = shown("PlantSettings", stored, {
  keep_unacknowledged: true,
  keep_unacknowledged_since: "2026-01-31T08:15:02.123Z",
  notification_mail_domains: ["example.com"],
  working_hours: [{ weekdays: [1, 2, 3, 4, 5], from: "06:00", to: "22:00" }],
  holidays: ["2026-12-25"],
});
