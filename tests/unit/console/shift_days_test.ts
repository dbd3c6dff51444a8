import { assertEquals } from "@std/assert";
import {
  partText,
  shiftAt,
  shiftDays,
  type ShownShift,
  timeIn,
  whoText,
} from "../../../console/pages/notifications/shift_days.ts";

function shift(from: string, to: string, more: Partial<ShownShift> = {}): ShownShift {
  return {
    from,
    to,
    kind: "on_call",
    user_id: 1,
    username: "anna",
    presence: "present",
    layer: 0,
    override_id: null,
    ...more,
  };
}

const toldOf = (shifts: ShownShift[], zone: string) =>
  shiftDays(shifts, zone).map(({ date, parts }) => `${date} ${parts.map(partText).join("; ")}`);

Deno.test("shiftDays() cuts shifts at the midnights of the roster's zone", () => {
  assertEquals(
    toldOf([
      shift("2026-01-05T09:00:00.000Z", "2026-01-07T05:00:00.000Z"),
      shift("2026-01-07T05:00:00.000Z", "2026-01-07T23:00:00.000Z"),
    ], "Europe/Berlin"),
    ["2026-01-05 from 10:00", "2026-01-06 all day", "2026-01-07 until 06:00; from 06:00"],
  );
});

Deno.test("shiftDays() shows the clock's own times on days with 23 and 25 hours", () => {
  assertEquals(
    toldOf([
      shift("2026-03-28T23:00:00.000Z", "2026-03-29T01:00:00.000Z"),
      shift("2026-03-29T01:00:00.000Z", "2026-03-29T22:00:00.000Z"),
    ], "Europe/Berlin"),
    ["2026-03-29 until 03:00; from 03:00"],
  );
  assertEquals(
    toldOf([shift("2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z")], "Europe/Berlin"),
    ["2026-10-25 all day"],
  );
});

Deno.test("whoText() names the person, or says why nobody is on call", () => {
  const [from, to] = ["2026-01-05T09:00:00.000Z", "2026-01-07T05:00:00.000Z"];
  const text = (more: Partial<ShownShift>) => whoText(shift(from, to, more), (name) => name.toUpperCase());
  assertEquals(text({}), "ANNA");
  assertEquals(text({ kind: "hole", user_id: null, username: null }), "Nobody");
  assertEquals(text({ kind: "free", user_id: null, username: null }), "Nobody needed");
  assertEquals(text({ kind: "hole", presence: "disabled" }), "Nobody: ANNA is disabled");
  assertEquals(text({ kind: "hole", username: null, presence: "deleted" }), "Nobody: the user is deleted");
});

Deno.test("shiftAt() is the first shift that has not ended, and timeIn() names the zone", () => {
  const shifts = [
    shift("2026-01-05T09:00:00.000Z", "2026-01-05T10:00:00.000Z"),
    shift("2026-01-05T10:00:00.000Z", "2026-01-05T11:00:00.000Z"),
  ];
  assertEquals(shiftAt(shifts, Date.parse("2026-01-05T10:00:00Z")), shifts[1]);
  assertEquals(shiftAt(shifts, Date.parse("2026-01-05T11:00:00Z")), undefined);
  assertEquals(timeIn("Europe/Berlin", "2026-01-05T10:00:00.000Z"), "Mon 5 Jan, 11:00 CET");
});
