import { assertEquals } from "@std/assert";
import { Refusal } from "../../domain/shared/refusal.ts";
import { eventually } from "../support/eventually.ts";
import { emptyStep, plainNotifier, raise, withCommit } from "../support/notifier_harness.ts";
import { idle, scene, states } from "../support/notifier_scene.ts";

Deno.test("a delivery that was being sent when the process ended is sent again with the same key", async () => {
  await using on = await scene();
  on.receiver.behave = ({ number }) => number === 1 ? "hang" : new Response("ok");
  await raise(on.storage, { id: 7 });
  await eventually("it is under way", () => on.receiver.requests === 1);
  await on.restart();
  await idle(on);
  const [record] = await on.log();
  assertEquals([record.state, record.attempts.map(({ outcome }) => outcome)], [
    "accepted",
    ["interrupted", "accepted"],
  ]);
  assertEquals([on.receiver.requests, on.receiver.keys], [2, [record.key]]);
});

Deno.test("retries and their times survive a restart", async () => {
  await using on = await scene();
  on.receiver.behave = ({ number }) => number === 1 ? new Response("", { status: 500 }) : new Response("ok");
  await raise(on.storage, { id: 7 });
  await idle(on);
  const [{ next_attempt_at_ms }] = await on.log();
  await on.restart();
  await idle(on);
  assertEquals([on.receiver.requests, (await on.log())[0].next_attempt_at_ms], [1, next_attempt_at_ms]);
  on.clock.turn((next_attempt_at_ms ?? 0) - on.clock.ms);
  await idle(on);
  assertEquals(await states(on), ["accepted"]);
});

Deno.test("a decision whose commit fails is decided again, and nothing is told twice", async () => {
  await using on = await scene();
  let failures = 3;
  await on.notifier.close();
  on.notifier = plainNotifier(on, {
    notifications: withCommit(
      on.storage.notifications,
      (commit) => failures-- > 0 ? Promise.reject(new Error("no store")) : commit(),
    ),
  });
  on.notifier.start();
  await raise(on.storage, { id: 7 });
  await eventually("it is told", () => {
    on.clock.turn(1_000);
    return on.receiver.messages.length > 0;
  });
  await idle(on);
  assertEquals([on.receiver.requests, await states(on)], [1, ["accepted"]]);
});

Deno.test('an "I cannot" whose decision could not be stored is decided again', async () => {
  await using on = await scene();
  let failures = 1;
  const decided: string[] = [];
  await on.notifier.close();
  on.notifier = plainNotifier(on, {
    notifications: withCommit(
      on.storage.notifications,
      (commit) => failures-- > 0 ? Promise.reject(new Refusal("UNAVAILABLE", "No store")) : commit(),
    ),
    decide: (_, input) => {
      if (input.kind !== "cannot") return emptyStep(null);
      decided.push(`${input.event_id}/${input.user_id}`);
      return { ...emptyStep(null), escalations: { set: new Map(), removed: [`${input.event_id}/1`] } };
    },
  });
  on.notifier.start();
  await idle(on);
  const answered = [1, 2].map((event_id) => on.notifier.cannot({ event_id, user_id: 5 }));
  await Promise.all(answered);
  await eventually("both are decided", () => {
    on.clock.turn(1_000);
    return decided.length === 3;
  });
  await idle(on);
  assertEquals(decided, ["1/5", "1/5", "2/5"]);
});

Deno.test("a decision that is stored although its commit seems to fail is read again, and told once", async () => {
  await using on = await scene();
  let failures = 1;
  await on.notifier.close();
  on.notifier = plainNotifier(on, {
    notifications: withCommit(on.storage.notifications, async (commit) => {
      const isWritten = await commit();
      if (failures-- > 0) throw new Error("The answer of the store was lost");
      return isWritten;
    }),
  });
  on.notifier.start();
  await raise(on.storage, { id: 7 });
  await eventually("it is told", () => {
    on.clock.turn(1_000);
    return on.receiver.messages.length > 0;
  });
  await idle(on);
  assertEquals([on.receiver.requests, await states(on)], [1, ["accepted"]]);
});

Deno.test("what was due in a backup is not told after its restore, and what happens then is", async () => {
  await using on = await scene();
  on.receiver.behave = () => new Response("", { status: 503 });
  await raise(on.storage, { id: 7 });
  await idle(on);
  await on.notifier.close();
  await raise(on.storage, { id: 8 });
  await on.kv.set(["notifications_restored"], { v: 1, at_ms: on.clock.ms });
  await raise(on.storage, { id: 9 });
  on.receiver.behave = () => new Response("ok");
  on.notifier = plainNotifier(on);
  on.notifier.start();
  await idle(on);
  on.clock.turn(3_600_000);
  await idle(on);
  assertEquals(on.receiver.keys, ["9/opened/1/0/0/-/1"]);
  assertEquals((await on.log()).map(({ state, cancelled_because }) => [state, cancelled_because !== null]), [
    ["cancelled", true],
    ["accepted", false],
  ]);
  assertEquals((await on.storage.notifications.restored())?.record.is_considered, true);
});
