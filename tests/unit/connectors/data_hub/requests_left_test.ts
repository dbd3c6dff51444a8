import { assertEquals } from "@std/assert";
import { createPace } from "../../../../connectors/data_hub/pacing.ts";

function pace(requestsPerMinute: number | null) {
  const clock = { ms: 0 };
  const made = createPace({
    requestsPerMinute,
    now: () => clock.ms,
    sleep: () => Promise.resolve(),
    closed: new AbortController().signal,
    maxWaiting: 100,
  });
  return { clock, made };
}

Deno.test("left() falls with each request, below zero while some wait, and fills up with time", async () => {
  const { clock, made } = pace(100);
  assertEquals(made.left(), 10);
  for (let i = 0; i < 12; i++) await made();
  assertEquals(made.left(), -2);
  clock.ms += 60_000;
  assertEquals(made.left(), 10);
});

Deno.test("left() lets no more requests leave than without it", async () => {
  const asked = pace(100), quiet = pace(100);
  for (let i = 0; i < 30; i++) {
    asked.clock.ms = quiet.clock.ms = i * 97;
    asked.made.left();
    await asked.made();
    await quiet.made();
  }
  assertEquals(asked.made.left(), quiet.made.left());
});

Deno.test("left() is null where there is no limit", () => {
  assertEquals(pace(null).made.left(), null);
});
