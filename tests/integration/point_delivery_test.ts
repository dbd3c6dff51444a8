import { assertEquals } from "@std/assert";
import { HttpReceiver } from "../support/http_receiver.ts";
import {
  httpSender,
  type NotifierScene,
  plainNotifier,
  raise,
  targetOf,
  TurnedClock,
} from "../support/notifier_harness.ts";
import { testStorage } from "../unit/storage/support.ts";

Deno.test("what became of the last messages of a contact point is known, also after a restart", async () => {
  const clock = new TurnedClock(), beganMs = clock.ms;
  await using test = await testStorage({ ms: clock.ms });
  await using receiver = new HttpReceiver();
  const scene: NotifierScene = {
    storage: test.storage,
    clock,
    points: new Map([[1, { sender: httpSender(receiver.url) }]]),
    targets: () => [[targetOf(1)]],
    reports: [],
  };
  let notifier = plainNotifier(scene);
  notifier.start();
  const idle = () => notifier.settled(3_600_000_000);
  const point = () => {
    const known = notifier.attempts.points.get(1);
    const at = (ms: number | null | undefined) => typeof ms === "number" ? ms - beganMs : null;
    return [at(known?.accepted_at_ms), at(known?.failing_since_ms), known?.words];
  };
  assertEquals(point(), [null, null, undefined]);
  await raise(test.storage, { id: 7 });
  await idle();
  assertEquals(point(), [0, null, "taken"]);
  receiver.behave = () => new Response("busy", { status: 500 });
  clock.turn(1_000);
  await raise(test.storage, { id: 8 });
  await idle();
  clock.turn(60_000);
  await idle();
  assertEquals(point(), [0, 1_000, "busy"], "since the first of the attempts that failed");
  assertEquals(notifier.dispatch.waiting().get(1), 1);
  await notifier.close();
  notifier = plainNotifier(scene);
  notifier.start();
  await idle();
  assertEquals(point().slice(0, 2), [0, 1_000]);
  receiver.behave = () => new Response("ok");
  clock.turn(3_600_000);
  await idle();
  assertEquals(point(), [3_661_000, null, "ok"]);
  assertEquals(notifier.dispatch.waiting().get(1), 0);
  await notifier.close();
});
