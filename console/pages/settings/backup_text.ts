import type { Schemas } from "../../api/client.ts";
import { countText, decimalText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";

export type Backups = Schemas["Backups"];

/** How the scheduled backups stand, in few words. */
export function backupText({ state, newest, kept, failure, is_running }: Backups, nowMs: number): string {
  if (state === "off") return "Not scheduled: BACKUP_TO is not set";
  const since = (time: string) => durationText(Math.max(0, nowMs - Date.parse(time)));
  const problem = failure !== null
    ? [`Failed ${since(failure.at)} ago: ${failure.reason}`]
    : state === "overdue"
    ? ["Overdue"]
    : [];
  const found = newest === null ? [] : [
    `Newest of ${since(newest.created_at)} ago, ${
      decimalText(newest.bytes / 1_000_000, 1)
    } MB; restored for a trial ` +
    `${since(newest.proved_at)} ago; ${countText(kept, "backup")} kept`,
  ];
  const running = is_running ? ["One is being made"] : [];
  return [...problem, ...found, ...running].join(". ") || "None yet";
}
