import { assertEquals } from "@std/assert";
import { raise } from "../support/notifier_harness.ts";
import { idle, scene } from "../support/notifier_scene.ts";

Deno.test("what became of the last messages of a contact point is known, also after a restart", async () => {
  await using on = await scene();
  const beganMs = on.clock.ms;
  const point = () => {
    const known = on.notifier.attempts.points.get(1);
    const at = (ms: number | null | undefined) => typeof ms === "number" ? ms - beganMs : null;
    return [at(known?.accepted_at_ms), at(known?.failing_since_ms), known?.words];
  };
  assertEquals(point(), [null, null, undefined]);
  await raise(on.storage, { id: 7 });
  await idle(on);
  assertEquals(point(), [0, null, "taken"]);
  on.receiver.behave = () => new Response("busy", { status: 500 });
  on.clock.turn(1_000);
  await raise(on.storage, { id: 8 });
  await idle(on);
  on.clock.turn(60_000);
  await idle(on);
  assertEquals(point(), [0, 1_000, "busy"], "since the first of the attempts that failed");
  assertEquals(on.notifier.dispatch.waiting().get(1), 1);
  await on.restart();
  await idle(on);
  assertEquals(point().slice(0, 2), [0, 1_000]);
  on.receiver.behave = () => new Response("ok");
  on.clock.turn(3_600_000);
  await idle(on);
  assertEquals(point(), [3_661_000, null, "ok"]);
  assertEquals(on.notifier.dispatch.waiting().get(1), 0);
});
