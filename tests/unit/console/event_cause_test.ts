import { assertEquals } from "@std/assert";
import { causeText } from "../../../console/pages/events/event_cause.ts";

const trigger = [{ stream: "Line1.Pressure", value: 90, unit: "bar", time: "2026-01-31T08:15:00Z" }];

Deno.test("causeText() says what was compared with what", () => {
  const opened_by = {
    operator: "increase_above" as const,
    subject: "the increase of Line1.Bottles over the last 1 min",
    value: 25,
    limit: "15",
    unit: "pcs",
  };
  assertEquals(
    causeText({ opened_by, trigger }),
    "The increase of Line1.Bottles over the last 1 min: 25 pcs, limit 15",
  );
  assertEquals(
    causeText({
      opened_by: { ...opened_by, subject: "Line1.State", value: "Faulted", limit: null, unit: "" },
      trigger,
    }),
    "Line1.State: Faulted",
  );
});

Deno.test("causeText() names the samples of an event without a comparison", () => {
  assertEquals(causeText({ opened_by: null, trigger }), "Line1.Pressure: 90.00 bar");
  assertEquals(causeText({ opened_by: null, trigger: [] }), "");
});
