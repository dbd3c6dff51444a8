import { assertEquals } from "@std/assert";
import { at, calendar, daily, toldOf } from "./support.ts";

Deno.test("turns over working days pass weekends and holidays, and leave them to the layer below and to overrides", () => {
  const working = { ...daily, user_ids: [1, 2, 3], working_days_only: true };
  const standby = { ...daily, user_ids: [9], unit: "week" as const };
  const override = { id: 1, user_id: 8, from_ms: at("2026-01-03T12:00Z"), to_ms: at("2026-01-05T12:00Z") };
  // 1 January is a Thursday.
  assertEquals(toldOf({ layers: [standby, working] }, "2026-01-01T00:00Z", "2026-01-07T00:00Z"), [
    "01-01T00:00 01-01T06:00 hole",
    "01-01T06:00 01-02T06:00 1",
    "01-02T06:00 01-05T06:00 9",
    "01-05T06:00 01-06T06:00 2",
    "01-06T06:00 01-07T00:00 3",
  ]);
  const given = { layers: [working], overrides: [override], required_working_days_only: true };
  assertEquals(toldOf(given, "2026-01-01T06:00Z", "2026-01-06T06:00Z"), [
    "01-01T06:00 01-02T06:00 1",
    "01-02T06:00 01-03T12:00 free",
    "01-03T12:00 01-05T12:00 8",
    "01-05T12:00 01-06T06:00 2",
  ]);
  const pairs = [{ ...working, every: 2 }];
  assertEquals(
    toldOf(
      { layers: pairs, required_hours: calendar.working_hours },
      "2026-01-01T06:00Z",
      "2026-01-08T06:00Z",
    ),
    [
      "01-01T06:00 01-02T06:00 1",
      "01-02T06:00 01-02T07:00 free",
      "01-02T07:00 01-02T16:00 hole",
      "01-02T16:00 01-05T06:00 free",
      "01-05T06:00 01-06T06:00 1",
      "01-06T06:00 01-08T06:00 2",
    ],
  );
});

Deno.test("weekly turns on working days keep their handover, and hours count that begin on a working day", () => {
  const nights = {
    ...daily,
    unit: "week" as const,
    starts_on: "2025-12-29",
    working_days_only: true,
    hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "06:00" }],
  };
  assertEquals(
    toldOf(
      { layers: [nights], required_hours: nights.hours, required_working_days_only: true },
      "2026-01-01T12:00Z",
      "2026-01-06T12:00Z",
    ),
    [
      "01-01T12:00 01-01T22:00 free",
      "01-01T22:00 01-02T06:00 1",
      "01-02T06:00 01-05T22:00 free",
      "01-05T22:00 01-06T06:00 2",
      "01-06T06:00 01-06T12:00 free",
    ],
  );
});

Deno.test("a working day is the date of the roster's zone, over a clock change too", () => {
  const layers = [{ ...daily, starts_on: "2026-10-23", working_days_only: true, handover_time: "02:30" }];
  assertEquals(toldOf({ time_zone: "Europe/Berlin", layers }, "2026-10-23T00:00Z", "2026-10-27T12:00Z"), [
    "10-23T00:00 10-23T00:30 hole",
    "10-23T00:30 10-24T00:30 1",
    "10-24T00:30 10-26T01:30 hole",
    "10-26T01:30 10-27T01:30 2",
    "10-27T01:30 10-27T12:00 1",
  ]);
});
