import { assertEquals, assertThrows } from "@std/assert";
import { PlantClock, TIME_TAGS, type TimeTag } from "../../../../domain/shared/plant_clock.ts";
import { type Ticks, ticksFromMs, ticksFromSourceTime } from "../../../../domain/shared/time.ts";

const ticks = (iso: string): Ticks => ticksFromSourceTime(iso)!;

function changes(zone: string, tag: TimeTag, { from, count }: { from: string; count: number }): string[] {
  const clock = new PlantClock(zone);
  const shown: string[] = [];
  for (let at = ticks(from); shown.length < count;) {
    at = clock.nextChange(tag, at);
    const iso = new Date(Date.UTC(2020, 0, 1) + at / 10_000).toISOString().slice(0, 16);
    shown.push(`${iso} ${clock.valueAt(tag, at)}`);
  }
  return shown;
}

Deno.test("PlantClock skips the hour lost in spring, and repeats the hour gained in autumn", () => {
  assertEquals(changes("Europe/Berlin", "SYS.TIME.HOUR", { from: "2026-03-28T23:30:00Z", count: 3 }), [
    "2026-03-29T00:00 1",
    "2026-03-29T01:00 3",
    "2026-03-29T02:00 4",
  ]);
  assertEquals(changes("Europe/Berlin", "SYS.TIME.HOUR", { from: "2026-10-24T23:30:00Z", count: 3 }), [
    "2026-10-25T00:00 2",
    "2026-10-25T02:00 3",
    "2026-10-25T03:00 4",
  ]);
});

Deno.test("PlantClock handles half an hour of daylight saving, and offsets with minutes", () => {
  assertEquals(changes("Australia/Lord_Howe", "SYS.TIME.HOUR", { from: "2026-10-03T14:40:00Z", count: 3 }), [
    "2026-10-03T15:30 2",
    "2026-10-03T16:00 3",
    "2026-10-03T17:00 4",
  ]);
  assertEquals(
    changes("Australia/Lord_Howe", "SYS.TIME.MINUTE", { from: "2026-10-03T15:28:30Z", count: 2 }),
    [
      "2026-10-03T15:29 59",
      "2026-10-03T15:30 30",
    ],
  );
  assertEquals(changes("Asia/Kathmandu", "SYS.TIME.HOUR", { from: "2026-01-01T00:00:00Z", count: 2 }), [
    "2026-01-01T00:15 6",
    "2026-01-01T01:15 7",
  ]);
});

Deno.test("PlantClock begins weekdays and weekends at the plant's midnight", () => {
  assertEquals(changes("America/New_York", "SYS.TIME.WEEKDAY", { from: "2026-03-06T12:00:00Z", count: 3 }), [
    "2026-03-07T05:00 6",
    "2026-03-08T05:00 7",
    "2026-03-09T04:00 1",
  ]);
  assertEquals(
    changes("America/New_York", "SYS.TIME.IS_WEEKEND", { from: "2026-03-06T12:00:00Z", count: 2 }),
    [
      "2026-03-07T05:00 true",
      "2026-03-09T04:00 false",
    ],
  );
});

Deno.test("PlantClock agrees with the zone's own calendar, before 1970 too", () => {
  for (const zone of ["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia"]) {
    const clock = new PlantClock(zone);
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    for (let i = 0; i < 400; i++) {
      const at = Date.UTC(1962, 0, 1) + i * 61 * 86_400_000 + i * 1_234_567;
      const { hour, minute, weekday } = clock.timeAt(at);
      const day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday - 1];
      const two = (part: number) => String(part).padStart(2, "0");
      assertEquals(`${day} ${two(hour)}:${two(minute)}`, format.format(at).replace(",", ""));
    }
  }
});

Deno.test("PlantClock.lastChange() equals nextChange() from just before it", () => {
  const starts = [
    "2026-03-29T01:30:00Z",
    "2026-10-25T01:30:00Z",
    "2026-10-03T15:45:00Z",
    "2026-06-13T12:34:56Z",
  ];
  for (const zone of ["Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns"]) {
    const clock = new PlantClock(zone);
    for (const tag of TIME_TAGS) {
      for (const at of starts.map(ticks)) {
        const since = clock.lastChange(tag, at);
        assertEquals(clock.nextChange(tag, since - 1), since);
        assertEquals(clock.valueAt(tag, since), clock.valueAt(tag, at));
        assertEquals(clock.nextChange(tag, since), clock.nextChange(tag, at));
      }
    }
  }
});

Deno.test("PlantClock keeps to whole milliseconds: one tick before a change the old value holds", () => {
  const clock = new PlantClock("UTC"), midnight = ticksFromMs(Date.UTC(2026, 0, 2));
  assertEquals([clock.valueAt("SYS.TIME.HOUR", midnight - 1), clock.valueAt("SYS.TIME.HOUR", midnight)], [
    23,
    0,
  ]);
  assertEquals(clock.nextChange("SYS.TIME.HOUR", midnight - 1), midnight);
});

Deno.test("PlantClock refuses an unknown zone", () => {
  assertThrows(() => new PlantClock("Mars/Olympus"), RangeError);
});
