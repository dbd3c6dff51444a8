import { plantSettings as stored } from "../../../../domain/plant_settings/schema.ts";
import { shown } from "../../../pipeline/document/shown.ts";

export const plantSettings = shown("PlantSettings", stored, {
  keep_unacknowledged: true,
  keep_unacknowledged_since: "2026-01-31T08:15:02.123Z",
  notification_mail_domains: ["example.com"],
});
