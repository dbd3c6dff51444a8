import { assertEquals } from "@std/assert";
import { roomText, silenceOf } from "../../../console/pages/sources/intake_text.ts";

Deno.test("a source is silent once nothing has come for as long as makes it lost, or when it says why", () => {
  const at = "2026-11-29T08:00:00.000Z", nowMs = Date.parse("2026-11-29T08:01:00.000Z");
  const told = (silent_for: string | null, lostSeconds: number) =>
    silenceOf({ last_arrival_at: at, silent_for }, { nowMs, lostSeconds });
  assertEquals(told(null, 61), undefined);
  assertEquals(told(null, 60), "Nothing has come for 1 min");
  assertEquals(told("The broker is away", 600), "Nothing has come for 1 min: The broker is away");
});

Deno.test("the room that is left is told in days, and what is used in a size that people read", () => {
  assertEquals(roomText({ used_bytes: 4_096, room_days: null }), "less than 1 MiB used");
  assertEquals(
    roomText({ used_bytes: 20 * 1024 ** 2, room_days: 2.54 }),
    "2.5 days at this rate, 20.0 MiB used",
  );
  assertEquals(
    roomText({ used_bytes: 3 * 1024 ** 3, room_days: 31.9 }),
    "31 days at this rate, 3.0 GiB used",
  );
  assertEquals(
    roomText({ used_bytes: 0, room_days: 9_125 }),
    "more than 10 years at this rate, less than 1 MiB used",
  );
});
