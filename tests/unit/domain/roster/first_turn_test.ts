import { assertEquals } from "@std/assert";
import { firstTurnAt } from "../../../../domain/roster/first_turn.ts";
import { rosterSchema } from "../../../../domain/roster/schema.ts";
import { onCall } from "../../../../domain/roster/shifts.ts";
import { cases, fc } from "../../../support/fast_check.ts";

const at = (time: string, handover_time: string, time_zone = "Europe/Berlin") =>
  firstTurnAt(Date.parse(time), { time_zone, handover_time });

Deno.test("firstTurnAt() is today once today's handover is over, and yesterday before it", () => {
  assertEquals(at("2026-01-31T07:00:00Z", "08:00"), "2026-01-31");
  assertEquals(at("2026-01-31T06:59:59Z", "08:00"), "2026-01-30");
});

Deno.test("firstTurnAt() counts the days of the roster's zone", () => {
  assertEquals(at("2026-01-31T23:30:00Z", "00:00"), "2026-02-01");
  assertEquals(at("2026-01-31T23:30:00Z", "00:00", "America/New_York"), "2026-01-31");
});

Deno.test("firstTurnAt() leaves no hole at the begin of a roster, at any time and in any zone", () => {
  const zones = fc.constantFrom("Europe/Berlin", "America/New_York", "Pacific/Auckland", "UTC");
  const times = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(zones, times, fc.nat(23), (time_zone, now, hour) => {
      const handover_time = `${String(hour).padStart(2, "0")}:30`;
      const starts_on = firstTurnAt(now, { time_zone, handover_time });
      const layer = { name: "Days", user_ids: [1, 2], unit: "day", starts_on, handover_time };
      const roster = rosterSchema.parse({ name: "Utilities", time_zone, layers: [layer] });
      const calendar = { working_hours: [], holidays: [] };
      assertEquals(onCall({ ...roster, overrides: [], calendar }, now, () => "present"), 1);
    }),
    cases(300),
  );
});
