import { assertEquals } from "@std/assert";
import { keptTimes } from "../../../../domain/backup/keep.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A Saturday. */
const NOW_MS = Date.UTC(2026, 0, 31, 2);

function daysAgo(times: Set<number>): number[] {
  return [...times].map((at) => (NOW_MS - at) / DAY_MS).sort((a, b) => a - b);
}

const daily = Array.from({ length: 120 }, (_, day) => NOW_MS - day * DAY_MS);

Deno.test("keptTimes() keeps the newest of each of the last days, and of each of the last weeks", () => {
  const kept = daysAgo(keptTimes(daily, { days: 14, weeks: 8, timeZone: "UTC" }));
  const sundays = [20, 27, 34, 41, 48];
  assertEquals(kept, [...Array.from({ length: 14 }, (_, day) => day), ...sundays]);
});

Deno.test("keptTimes() keeps one backup of a day, the newest", () => {
  const times = [NOW_MS, NOW_MS + HOUR_MS, NOW_MS - DAY_MS];
  assertEquals([...keptTimes(times, { days: 14, weeks: 8, timeZone: "UTC" })].sort(), [
    NOW_MS - DAY_MS,
    NOW_MS + HOUR_MS,
  ]);
});

Deno.test("keptTimes() removes nothing because no backup was made for months", () => {
  const old = daily.slice(90, 92);
  assertEquals(keptTimes(old, { days: 14, weeks: 8, timeZone: "UTC" }), new Set(old));
});

Deno.test("keptTimes() takes days from the plant's clock", () => {
  const evening = Date.UTC(2026, 0, 30, 23, 30), night = Date.UTC(2026, 0, 31, 0, 30);
  const rule = { days: 5, weeks: 0 };
  assertEquals(keptTimes([evening, night], { ...rule, timeZone: "UTC" }).size, 2);
  assertEquals(keptTimes([evening, night], { ...rule, timeZone: "Europe/Berlin" }), new Set([night]));
});

Deno.test("keptTimes() keeps the newest ones under the least rule", () => {
  assertEquals(daysAgo(keptTimes(daily, { days: 1, weeks: 0, timeZone: "UTC" })), [0]);
});
