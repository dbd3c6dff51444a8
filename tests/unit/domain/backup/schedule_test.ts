import { assertEquals } from "@std/assert";
import { timesAround } from "../../../../domain/backup/schedule.ts";
import { backupName, readBackupName } from "../../../../domain/backup/name.ts";
import { isoFromMs } from "../../../../domain/shared/time.ts";

function around(now: string, timeZone: string, minute = 150): string[] {
  const { last, next } = timesAround(Date.parse(now), { minute, timeZone });
  return [last, next].map(isoFromMs);
}

Deno.test("timesAround() names the last time of the day by the plant's clock, and the next one", () => {
  assertEquals(around("2026-01-31T02:29:59.999Z", "UTC"), [
    "2026-01-30T02:30:00.000Z",
    "2026-01-31T02:30:00.000Z",
  ]);
  assertEquals(around("2026-01-31T02:30:00Z", "UTC"), [
    "2026-01-31T02:30:00.000Z",
    "2026-02-01T02:30:00.000Z",
  ]);
  assertEquals(around("2026-01-31T01:00:00Z", "Europe/Berlin"), [
    "2026-01-30T01:30:00.000Z",
    "2026-01-31T01:30:00.000Z",
  ]);
  assertEquals(around("2026-01-31T23:30:00Z", "Pacific/Auckland"), [
    "2026-01-31T13:30:00.000Z",
    "2026-02-01T13:30:00.000Z",
  ]);
});

Deno.test("timesAround() has one time on days on which the clock changes", () => {
  for (const [first, hours] of [["2026-03-27T12:00:00Z", 96], ["2026-10-23T12:00:00Z", 96]] as const) {
    const lasts = new Set<number>();
    for (let minute = 0; minute < hours * 60; minute++) {
      const now = Date.parse(first) + minute * 60_000;
      const { last, next } = timesAround(now, { minute: 150, timeZone: "Europe/Berlin" });
      if (last > now || next <= now || next - last > 26 * 3_600_000) {
        throw new Error(`${now}: ${last}, ${next}`);
      }
      lasts.add(last);
    }
    assertEquals(lasts.size, 5, first);
  }
});

Deno.test("readBackupName() reads what backupName() wrote, and nothing else", () => {
  const at = Date.UTC(2026, 0, 31, 8, 15, 2), name = backupName("1f3b6c90ad52e874", at);
  assertEquals(name, "andon-1f3b6c90ad52e874-20260131T081502Z.sqlite");
  assertEquals(readBackupName(name), { storeId: "1f3b6c90ad52e874", atMs: at });
  for (const other of [`${name}.json`, `${name}.part`, `x${name}`, "andon-1f3b6c90ad52e874-.sqlite"]) {
    assertEquals(readBackupName(other), undefined, other);
  }
});
