import { EVERYTHING_ELSE } from "./limits.ts";
import type { PolicyRecord } from "./schema.ts";

/** The last policy as long as nobody has changed it: it takes every event, and the fallback is told. */
export const everythingElse: PolicyRecord = {
  v: 1,
  id: EVERYTHING_ELSE,
  name: "Everything else",
  match: { area_ids: [], plant_node_ids: [], categories: [], severities: [], template_ids: [], flags: [] },
  continue: false,
  group_by: ["plant_node"],
  group_wait_seconds: 30,
  group_interval_seconds: 300,
  steps: [],
  repeat: 0,
  repeat_interval_minutes: 240,
  hours: "always",
  stop_on: ["acknowledge", "close", "shelve"],
  notify_resolved: true,
  created_at: "1970-01-01T00:00:00.000Z",
  created_by: "Andon",
};
