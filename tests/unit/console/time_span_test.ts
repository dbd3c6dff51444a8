import { assertEquals } from "@std/assert";
import { addressTime, around, spanOf, spanText, upToDay } from "../../../console/lists/time_span.ts";
import { createPlantTime } from "../../../console/parts/plant_time.ts";

const time = createPlantTime("Europe/Zurich", { now: () => Date.UTC(2026, 0, 31, 8) });

Deno.test("spanOf() reads the times of an address and ignores others", () => {
  const span = { fromMs: Date.UTC(2026, 0, 31, 8, 15), toMs: Date.UTC(2026, 0, 31, 9, 0, 1) };
  assertEquals(spanOf({ from: "2026-01-31T08:15Z", to: "2026-01-31T09:00:01Z" }), span);
  assertEquals(spanOf({ from: addressTime(span.fromMs), to: addressTime(span.toMs) }), span);
  assertEquals(spanOf({ from: "yesterday", to: "2026-13-31T09:00:00Z" }), {
    fromMs: undefined,
    toMs: undefined,
  });
  assertEquals(addressTime(undefined), "");
});

Deno.test("spanText() says a span in the plant's time and names its zone", () => {
  const at = Date.UTC(2026, 0, 31, 8, 15);
  assertEquals(spanText({}, time), "Any time");
  assertEquals(spanText({ fromMs: at }, time), "Since 2026-01-31 09:15 CET");
  assertEquals(spanText(around(at, 30 * 60_000), time), "2026-01-31 08:45 to 09:45 CET");
  assertEquals(
    spanText({ fromMs: at, toMs: at + 86_400_000 }, time),
    "2026-01-31 09:15 to 2026-02-01 09:15 CET",
  );
  const summer = Date.UTC(2026, 6, 31, 8, 15);
  assertEquals(spanText({ toMs: summer }, time), "Before 2026-07-31 10:15 CEST");
  assertEquals(
    spanText({ fromMs: at, toMs: summer }, time),
    "2026-01-31 09:15 CET to 2026-07-31 10:15 CEST",
  );
});

Deno.test("upToDay() ends at the plant's midnight, also when a day has 23 hours", () => {
  assertEquals(upToDay("2026-01-31", time), { toMs: Date.UTC(2026, 0, 31, 23) });
  assertEquals(upToDay("2026-03-29", time), { toMs: Date.UTC(2026, 2, 29, 22) });
  assertEquals(upToDay("", time), {});
});
