import { assertEquals } from "@std/assert";
import { type MomentKind, readMoment, stepMoment } from "../../../console/parts/form/moment_text.ts";

const now = "2026-11-28T09:30:15";

Deno.test("readMoment() reads what people type, year first or with dots, and 24 hours", () => {
  const cases: [MomentKind, string, string | undefined][] = [
    ["moment", "2026-01-31 14:05", "2026-01-31T14:05"],
    ["moment", "2026-01-31T14:05:09", "2026-01-31T14:05:09"],
    ["moment", " 31.1.2026, 14.05 ", "2026-01-31T14:05"],
    ["moment", "31.1. 6:30", "2026-01-31T06:30"],
    ["moment", "31.01.26", "2026-01-31T00:00"],
    ["moment", "14:05", "2026-11-28T14:05"],
    ["moment", "yesterday 1405", "2026-11-27T14:05"],
    ["moment", "2:05 pm", "2026-11-28T14:05"],
    ["moment", "12:00 am", "2026-11-28T00:00"],
    ["moment", "now", "2026-11-28T09:30"],
    ["moment", "2026-02-30 14:05", undefined],
    ["moment", "2026-01-31 24:00", undefined],
    ["moment", "01/02/2026", undefined],
    ["moment", "13:05 pm", undefined],
    ["moment", "soon", undefined],
    ["moment", "", undefined],
    ["date", "31.1.2026", "2026-01-31"],
    ["date", "tomorrow", "2026-11-29"],
    ["date", "2026-01-31 14:05", undefined],
    ["time", "6", "06:00"],
    ["time", "0630", "06:30"],
    ["time", "6:60", undefined],
    ["time", "now", "09:30"],
  ];
  for (const [kind, text, expected] of cases) {
    assertEquals([kind, text, readMoment(text, { kind, now })], [kind, text, expected]);
  }
});

Deno.test("stepMoment() changes the part at the caret", () => {
  const step = (value: string, caret: number, kind: MomentKind = "moment") =>
    stepMoment(value, { kind, caret, by: 1 });
  assertEquals(step("2026-12-31T23:59", 2), "2027-12-31T23:59");
  assertEquals(step("2026-11-30T23:59", 6), "2026-12-30T23:59");
  assertEquals(step("2026-12-31T23:59", 9), "2027-01-01T23:59");
  assertEquals(step("2026-12-31T23:59", 16), "2027-01-01T00:00");
  assertEquals(step("23:59", 1, "time"), "00:59");
  assertEquals(step("2026-12-31", 10, "date"), "2027-01-01");
});
