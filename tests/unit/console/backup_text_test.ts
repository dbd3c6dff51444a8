import { assertEquals } from "@std/assert";
import { type Backups, backupText } from "../../../console/pages/settings/backup_text.ts";

const NOW_MS = Date.UTC(2026, 0, 31, 8);
const GOOD: Backups = {
  to: "folder",
  state: "good",
  is_running: false,
  newest: {
    file: "andon-1f3b6c90ad52e874-20260131T020000Z.sqlite",
    created_at: "2026-01-31T02:00:00.000Z",
    proved_at: "2026-01-31T02:01:00.000Z",
    bytes: 48_332_800,
  },
  kept: 20,
  next_at: "2026-02-01T02:00:00.000Z",
  failure: null,
};
const failure = {
  at: "2026-01-31T07:30:00.000Z",
  reason: "The bucket answered 403 AccessDenied",
  failures_in_a_row: 5,
};

Deno.test("backupText() tells age, size and proof of the newest backup, and what is wrong first", () => {
  const good = "Newest of 6 h 0 min ago, 48.3 MB; restored for a trial 5 h 59 min ago; 20 backups kept";
  assertEquals(backupText(GOOD, NOW_MS), good);
  assertEquals(backupText({ ...GOOD, is_running: true }, NOW_MS), `${good}. One is being made`);
  assertEquals(
    backupText({ ...GOOD, state: "failed", failure }, NOW_MS),
    `Failed 30 min ago: The bucket answered 403 AccessDenied. ${good}`,
  );
  assertEquals(backupText({ ...GOOD, state: "overdue" }, NOW_MS), `Overdue. ${good}`);
});

Deno.test("backupText() tells that there is no backup, or that none is scheduled", () => {
  assertEquals(backupText({ ...GOOD, state: "unknown", newest: null, kept: 0 }, NOW_MS), "None yet");
  assertEquals(backupText({ ...GOOD, state: "off" }, NOW_MS), "Not scheduled: BACKUP_TO is not set");
});
