import { assert, assertEquals } from "@std/assert";
import type { PlantCalendar } from "../../../../domain/hours/plant_calendar.ts";
import { onCall, shifts } from "../../../../domain/roster/shifts.ts";
import { holesOf } from "../../../../domain/roster/holes.ts";
import {
  type Layer,
  ROTATION_UNITS,
  type Schedule,
  type UserPresence,
} from "../../../../domain/roster/types.ts";
import { cases, fc } from "../../../support/fast_check.ts";
import { at, daily, schedule, told, toldOf } from "./support.ts";

const HOUR = 3_600_000, DAY = 24 * HOUR;

Deno.test("shifts() hands over at the local time of the zone on both sides of a clock change", () => {
  const given = { time_zone: "Europe/Berlin", layers: [daily] };
  assertEquals(toldOf(given, "2026-03-28T00:00Z", "2026-03-30T12:00Z"), [
    "03-28T00:00 03-28T05:00 2",
    "03-28T05:00 03-29T04:00 1",
    "03-29T04:00 03-30T04:00 2",
    "03-30T04:00 03-30T12:00 1",
  ]);
});

Deno.test("turns of months begin on the same day of each month, or on the last one of a shorter month", () => {
  const layers = [{ ...daily, user_ids: [1, 2, 3], unit: "month" as const, starts_on: "2026-01-31" }];
  assertEquals(toldOf({ layers }, "2026-01-31T00:00Z", "2026-06-01T00:00Z"), [
    "01-31T00:00 01-31T06:00 hole",
    "01-31T06:00 02-28T06:00 1",
    "02-28T06:00 03-31T06:00 2",
    "03-31T06:00 04-30T06:00 3",
    "04-30T06:00 05-31T06:00 1",
    "05-31T06:00 06-01T00:00 2",
  ]);
  const quarters = [{ ...layers[0], every: 3, starts_on: "2023-11-30" }];
  assertEquals(toldOf({ layers: quarters }, "2024-02-28T00:00Z", "2024-06-01T00:00Z"), [
    "02-28T00:00 02-29T06:00 1",
    "02-29T06:00 05-30T06:00 2",
    "05-30T06:00 06-01T00:00 3",
  ]);
});

Deno.test("a handover at a time that a day lacks is when the clock jumps over it", () => {
  const layers = [{ ...daily, handover_time: "02:30" }];
  assertEquals(toldOf({ time_zone: "Europe/Berlin", layers }, "2026-03-28T12:00Z", "2026-03-29T12:00Z"), [
    "03-28T12:00 03-29T01:00 1",
    "03-29T01:00 03-29T12:00 2",
  ]);
  assertEquals(toldOf({ time_zone: "America/New_York", layers }, "2026-03-08T00:00Z", "2026-03-09T00:00Z"), [
    "03-08T00:00 03-08T07:00 2",
    "03-08T07:00 03-09T00:00 1",
  ]);
  const half = [{ ...daily, handover_time: "02:15" }];
  assertEquals(
    toldOf({ time_zone: "Australia/Lord_Howe", layers: half }, "2026-10-03T12:00Z", "2026-10-04T00:00Z"),
    ["10-03T12:00 10-03T15:30 2", "10-03T15:30 10-04T00:00 1"],
  );
});

Deno.test("a handover at a time that a day has twice is the first time", () => {
  const layers = [{ ...daily, handover_time: "02:30" }];
  assertEquals(toldOf({ time_zone: "Europe/Berlin", layers }, "2026-10-24T12:00Z", "2026-10-25T12:00Z"), [
    "10-24T12:00 10-25T00:30 1",
    "10-25T00:30 10-25T12:00 2",
  ]);
  const early = [{ ...daily, handover_time: "01:30" }];
  assertEquals(
    toldOf({ time_zone: "America/New_York", layers: early }, "2026-11-01T00:00Z", "2026-11-01T12:00Z"),
    ["11-01T00:00 11-01T05:30 2", "11-01T05:30 11-01T12:00 1"],
  );
});

Deno.test("hours over midnight belong to the weekday on which they begin", () => {
  const nights = { ...daily, hours: [{ weekdays: [5], from: "22:00", to: "06:00" }], handover_time: "00:00" };
  // 2026-01-02 is a Friday.
  assertEquals(toldOf({ layers: [nights] }, "2026-01-01T12:00Z", "2026-01-04T12:00Z"), [
    "01-01T12:00 01-02T22:00 hole",
    "01-02T22:00 01-03T00:00 2",
    "01-03T00:00 01-03T06:00 1",
    "01-03T06:00 01-04T12:00 hole",
  ]);
});

Deno.test("a turn takes whole weeks, and the hours of a layer leave the layer below on call", () => {
  const weekly = {
    ...daily,
    unit: "week",
    every: 2,
    starts_on: "2026-01-05",
    handover_time: "08:00",
  } as const;
  const office = { ...daily, user_ids: [9], hours: [{ weekdays: [1], from: "09:00", to: "17:00" }] };
  assertEquals(toldOf({ layers: [weekly, office] }, "2026-01-05T00:00Z", "2026-01-20T00:00Z"), [
    "01-05T00:00 01-05T08:00 hole",
    "01-05T08:00 01-05T09:00 1",
    "01-05T09:00 01-05T17:00 9",
    "01-05T17:00 01-12T09:00 1",
    "01-12T09:00 01-12T17:00 9",
    "01-12T17:00 01-19T08:00 1",
    "01-19T08:00 01-19T09:00 2",
    "01-19T09:00 01-19T17:00 9",
    "01-19T17:00 01-20T00:00 2",
  ]);
});

Deno.test("an override counts before all layers, a later one before an earlier one", () => {
  const overrides = [
    { id: 1, user_id: 7, from_ms: at("2026-01-01T08:00Z"), to_ms: at("2026-01-01T12:00Z") },
    { id: 2, user_id: 8, from_ms: at("2026-01-01T10:00Z"), to_ms: at("2026-01-01T11:00Z") },
  ];
  assertEquals(toldOf({ layers: [daily], overrides }, "2026-01-01T07:00Z", "2026-01-02T00:00Z"), [
    "01-01T07:00 01-01T08:00 1",
    "01-01T08:00 01-01T10:00 7",
    "01-01T10:00 01-01T11:00 8",
    "01-01T11:00 01-01T12:00 7",
    "01-01T12:00 01-02T00:00 1",
  ]);
});

Deno.test("a deleted or disabled user leaves a hole, and outside the required hours nobody has to be on call", () => {
  const given = schedule({
    layers: [daily],
    required_hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: "20:00", to: "08:00" }],
  });
  const presenceOf = (id: number): UserPresence => id === 2 ? "deleted" : "present";
  const found = shifts(given, { from: at("2026-01-01T06:00Z"), to: at("2026-01-03T06:00Z"), presenceOf });
  assertEquals(told(found), [
    "01-01T06:00 01-02T06:00 1",
    "01-02T06:00 01-02T08:00 hole",
    "01-02T08:00 01-02T20:00 free",
    "01-02T20:00 01-03T06:00 hole",
  ]);
  assertEquals(found.slice(1).map(({ user_id, presence }) => [user_id, presence]), [
    [2, "deleted"],
    [2, "deleted"],
    [2, "deleted"],
  ]);
  assertEquals(holesOf(given, { now: at("2026-01-01T06:00Z"), presenceOf }).length, 14);
});

const clock = fc.integer({ min: 0, max: 1_439 }).map((minute) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`
);
const hours = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  from: clock,
  to: fc.oneof(clock, fc.constant("24:00")),
});
const start = at("2026-03-20T00:00Z");
const layer = fc.record({
  user_ids: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }),
  every: fc.integer({ min: 1, max: 3 }),
  unit: fc.constantFrom(...ROTATION_UNITS),
  starts_on: fc.constantFrom("2026-01-01", "2026-03-22", "2026-03-29", "2026-08-31", "2026-11-01"),
  handover_time: fc.oneof(clock, fc.constantFrom("02:00", "02:15", "02:30", "03:00")),
  hours: fc.array(hours, { maxLength: 2 }),
  working_days_only: fc.boolean(),
});
const overrides = fc.array(
  fc.record({
    user_id: fc.integer({ min: 1, max: 5 }),
    from_ms: fc.integer({ min: start, max: start + 30 * DAY }),
    length: fc.integer({ min: 1, max: 5 * DAY }),
  }),
  { maxLength: 3 },
).map((all) =>
  all.map(({ user_id, from_ms, length }, id) => ({ id: id + 1, user_id, from_ms, to_ms: from_ms + length }))
);
const anySchedule = fc.record({
  time_zone: fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"),
  layers: fc.array(layer, { maxLength: 3 }),
  calendar: fc.record({
    working_hours: fc.array(hours, { maxLength: 2 }),
    holidays: fc.subarray([
      "2026-03-06",
      "2026-03-09",
      "2026-03-27",
      "2026-04-03",
      "2026-10-26",
      "2026-10-30",
    ]),
  }),
  required_hours: fc.array(hours, { maxLength: 1 }),
  required_working_days_only: fc.boolean(),
  overrides,
});
/** Around the clock changes of the zones: March, October, November and Lord Howe's April. */
const anySpan = fc.tuple(
  fc.constantFrom("2026-03-07", "2026-03-28", "2026-04-04", "2026-10-03", "2026-10-24", "2026-10-31"),
  fc.integer({ min: -2 * DAY, max: 2 * DAY }),
  fc.integer({ min: 1, max: 9 * DAY }),
).map(([date, offset, length]) => ({
  from: at(`${date}T00:00Z`) + offset,
  to: at(`${date}T00:00Z`) + offset + length,
}));
const presenceOf = (id: number): UserPresence => id === 5 ? "disabled" : "present";

Deno.test("shifts() cover a span without overlap, and onCall() agrees with them at every instant", () => {
  fc.assert(
    fc.property(anySchedule, anySpan, fc.double({ min: 0, max: 0.999, noNaN: true }), (given, span, part) => {
      const found = shifts(given, { ...span, presenceOf });
      assertEquals([found[0].from_ms, found.at(-1)?.to_ms], [span.from, span.to]);
      for (const [i, { from_ms, to_ms }] of found.entries()) {
        assert(from_ms < to_ms);
        if (i > 0) assertEquals(found[i - 1].to_ms, from_ms);
      }
      const random = Math.floor(span.from + part * (span.to - span.from));
      for (const time of [random, ...found.flatMap(({ from_ms, to_ms }) => [from_ms, to_ms - 1])]) {
        const shift = found.find(({ from_ms, to_ms }) => from_ms <= time && time < to_ms);
        assertEquals(onCall(given, time, presenceOf), shift?.kind === "on_call" ? shift.user_id : null);
      }
    }),
    cases(150),
  );
});

Deno.test("onCall() is who a walk over the days of the calendar finds", () => {
  fc.assert(
    fc.property(anySchedule, anySpan, (given, { from }) => {
      const found = onCall(given, from, presenceOf);
      const expected = byWalking(given, from);
      assertEquals(found, expected !== null && presenceOf(expected) === "present" ? expected : null);
    }),
    cases(150),
  );
});

Deno.test("a span that is cut anywhere has the same shifts", () => {
  fc.assert(
    fc.property(
      anySchedule,
      anySpan,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (given, { from, to }, part) => {
        const whole = shifts(given, { from, to, presenceOf });
        const boundary = whole[Math.floor(part * (whole.length - 1))].from_ms;
        for (const cut of [boundary, Math.floor(from + part * (to - from))]) {
          const first = shifts(given, { from, to: cut, presenceOf });
          const second = shifts(given, { from: cut, to, presenceOf });
          const last = first.at(-1);
          if (last !== undefined && second.length > 0 && !whole.some(({ from_ms }) => from_ms === cut)) {
            second[0] = { ...second[0], from_ms: last.from_ms };
            first.pop();
          }
          assertEquals([...first, ...second], whole);
        }
      },
    ),
    cases(150),
  );
});

/** The user of the last layer or override that covers a time, found from the clock that the zone shows. */
function byWalking({ time_zone, calendar, layers, overrides }: Schedule, time: number): number | null {
  const override = overrides.findLast(({ from_ms, to_ms }) => from_ms <= time && time < to_ms);
  if (override !== undefined) return override.user_id;
  for (const one of layers.toReversed()) {
    const turn = turnAt(one, { time_zone, calendar, time });
    if (turn >= 0 && one.user_ids.length > 0 && isOpen(one, { time_zone, calendar, time })) {
      return one.user_ids[turn % one.user_ids.length];
    }
  }
  return null;
}

/** The first instant, to the minute, at which the zone's clock has reached a time of a date. */
function reached(date: string, clockText: string, time_zone: string): number {
  const aim = at(`${date}T00:00Z`) + minutesOf(clockText) * 60_000;
  for (let time = aim - 13 * HOUR;; time += 15 * 60_000) {
    if (localOf(time, time_zone) < aim) continue;
    let first = time - 15 * 60_000;
    while (localOf(first, time_zone) < aim) first += 60_000;
    return first;
  }
}

function minutesOf(text: string): number {
  const [hour, minute] = text.split(":").map(Number);
  return hour * 60 + minute;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clock shows, as if it were UTC. */
function localOf(time: number, timeZone: string): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  formats.set(timeZone, format);
  return at(`${format.format(time).replace(" ", "T")}Z`);
}

function nextDate(date: string, days: number): string {
  return new Date(at(`${date}T00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

function weekdayOf(date: string): number {
  return (new Date(at(`${date}T00:00Z`)).getUTCDay() + 6) % 7 + 1;
}

function isWorkingDay(date: string, { working_hours, holidays }: PlantCalendar): boolean {
  const weekdays = working_hours.flatMap((hours) => hours.weekdays);
  return !holidays.includes(date) && (weekdays.length === 0 || weekdays.includes(weekdayOf(date)));
}

/** Where a walk is, and what it goes by. */
interface Walk extends Pick<Schedule, "time_zone" | "calendar"> {
  time: number;
}

function dateOfTurn({ starts_on, every, unit }: Layer, turn: number): string {
  if (unit !== "month") return nextDate(starts_on, turn * every * (unit === "week" ? 7 : 1));
  const month = new Date(`${starts_on.slice(0, 7)}-01T00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + turn * every);
  const first = month.toISOString().slice(0, 10);
  for (let day = Number(starts_on.slice(8));; day--) {
    const date = nextDate(first, day - 1);
    if (date.slice(0, 7) === first.slice(0, 7)) return date;
  }
}

function turnAt(one: Layer, { time_zone, calendar, time }: Walk): number {
  if (one.unit === "day" && one.working_days_only) {
    let days = 0;
    for (
      let date = one.starts_on;
      reached(date, one.handover_time, time_zone) <= time;
      date = nextDate(date, 1)
    ) {
      if (isWorkingDay(date, calendar)) days++;
    }
    return Math.floor((days - 1) / one.every);
  }
  const days = one.every * { day: 1, week: 7, month: 31 }[one.unit];
  let turn = Math.floor((time - at(`${one.starts_on}T00:00Z`)) / (days * DAY)) - 3;
  while (reached(dateOfTurn(one, turn + 1), one.handover_time, time_zone) <= time) turn++;
  return turn;
}

function isOpen(one: Layer, { time_zone, calendar, time }: Walk): boolean {
  const day = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: one.handover_time, to: one.handover_time };
  const hours = one.working_days_only && one.hours.length === 0 ? [day] : one.hours;
  const today = new Date(localOf(time, time_zone)).toISOString().slice(0, 10);
  return hours.length === 0 || [-1, 0, 1].some((day) => {
    const date = nextDate(today, day), weekday = weekdayOf(date);
    if (one.working_days_only && !isWorkingDay(date, calendar)) return false;
    return hours.some(({ weekdays, from, to }) =>
      weekdays.includes(weekday) && reached(date, from, time_zone) <= time &&
      time < reached(minutesOf(to) > minutesOf(from) ? date : nextDate(date, 1), to, time_zone)
    );
  });
}
