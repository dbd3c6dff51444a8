import { assert, assertEquals } from "@std/assert";
import type { ContactPointSender } from "../../domain/notification/types.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { freePort } from "../support/free_port.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import {
  changeEvent,
  emptyStep,
  httpSender,
  plainNotifier,
  raise,
  targetOf,
  withCommit,
} from "../support/notifier_harness.ts";
import { idle, scene, states } from "../support/notifier_scene.ts";

Deno.test("an event is told within its commit's wake: accepted, with the receiver's words and latency in the log", async () => {
  await using on = await scene();
  await raise(on.storage, { id: 7 });
  await eventually("it is accepted", async () => (await states(on))[0] === "accepted");
  const [record] = await on.log();
  assertEquals(record.attempts.map(({ outcome, status, words }) => [outcome, status, words]), [
    ["accepted", 200, "taken"],
  ]);
  assertEquals([record.next_attempt_at_ms, record.settled_at_ms], [null, on.clock.ms]);
  assertEquals(on.receiver.keys, ["7/opened/1/0/0/-/1"]);
  assertEquals(await on.storage.notifications.outbox(10), []);
  await eventuallyEquals(() => on.reports, ["1 works"]);
});

Deno.test("events from before the start are told after it, in the order of their commits", async () => {
  const ids = Array.from({ length: 250 }, (_, i) => 1 + ((i * 91) % 250));
  await using on = await scene({
    before: async (storage) => {
      for (const id of ids) await raise(storage, { id });
    },
  });
  await idle(on);
  assertEquals((await on.log()).map(({ event_ids }) => event_ids[0]), ids);
  assertEquals(new Set(on.receiver.keys).size, 250);
  assertEquals(on.receiver.repeats, []);
});

Deno.test("a delivery that fails for a moment is sent again after 5 s, doubled each time, with the same key", async () => {
  await using on = await scene();
  on.random = () => 0;
  on.receiver.behave = ({ number }) =>
    number <= 4 ? new Response("busy", { status: 500 }) : new Response("ok");
  await on.notifier.close();
  on.notifier = plainNotifier(on);
  on.notifier.start();
  await raise(on.storage, { id: 7 });
  for (const [i, seconds] of [5, 10, 20, 40].entries()) {
    await idle(on);
    assertEquals(on.receiver.requests, i + 1);
    const [{ next_attempt_at_ms }] = await on.log();
    assertEquals(next_attempt_at_ms, on.clock.ms + 1_000 * seconds);
    on.clock.turn(1_000 * seconds - 1);
    await idle(on);
    assertEquals(on.receiver.requests, i + 1, "not before it is due");
    on.clock.turn(1);
  }
  await idle(on);
  const [record] = await on.log();
  assertEquals([record.state, record.attempt_count], ["accepted", 5]);
  assertEquals(record.attempts.map(({ status, words }) => `${status} ${words}`), [
    ...Array.from({ length: 4 }, () => "500 busy"),
    "200 ok",
  ]);
  assertEquals(on.receiver.keys, ["7/opened/1/0/0/-/1"]);
});

Deno.test("a delivery waits as long as the receiver asks for", async () => {
  await using on = await scene();
  on.receiver.behave = ({ number }) =>
    number === 1
      ? new Response("slowly", { status: 429, headers: { "retry-after": "77" } })
      : new Response("ok");
  await raise(on.storage, { id: 7 });
  await idle(on);
  assertEquals((await on.log())[0].next_attempt_at_ms, on.clock.ms + 77_000);
  on.clock.turn(77_000);
  await idle(on);
  assertEquals(await states(on), ["accepted"]);
});

Deno.test("a delivery is attempted for 24 hours at most, an hour apart at most", async () => {
  await using on = await scene();
  on.receiver.behave = () => new Response("down", { status: 503 });
  await raise(on.storage, { id: 7 });
  const beganMs = on.clock.ms;
  await idle(on);
  const waits: number[] = [];
  while ((await on.log())[0].state === "queued") {
    const next = (await on.log())[0].next_attempt_at_ms ?? 0;
    waits.push(next - on.clock.ms);
    on.clock.turn(next - on.clock.ms);
    await idle(on);
  }
  const [record] = await on.log();
  assertEquals([record.state, record.next_attempt_at_ms], ["failed", null]);
  assert(on.clock.ms - beganMs <= 86_400_000 && on.clock.ms - beganMs > 86_400_000 - 3_600_000);
  assert(Math.max(...waits) <= 3_600_000);
  assert(record.attempts.length <= 40 && record.attempt_count === on.receiver.requests);
  assertEquals(on.reports, ["1 failed: down"]);
});

Deno.test("a refusal fails for good at once, and the person's next way is taken", async () => {
  await using on = await scene();
  await using second = new HttpReceiver();
  on.points.set(2, { sender: httpSender(second.url) });
  on.targets = () => [[targetOf(1, 5), targetOf(2, 5)]];
  on.receiver.behave = () => new Response("no such mailbox", { status: 404 });
  await raise(on.storage, { id: 7 });
  await idle(on);
  const [first, next] = await on.log();
  assertEquals([first.state, next.state, next.instead_of], ["failed", "accepted", first.id]);
  assertEquals(next.key, `${first.key}/2`);
  assertEquals([on.receiver.requests, second.keys], [1, [next.key]]);
  assertEquals(on.reports, ["1 failed: no such mailbox", "2 works"]);
});

Deno.test("a contact point that hangs delays no other, and neither does one that cuts its answers", async () => {
  await using on = await scene();
  await using second = new HttpReceiver();
  on.points.set(2, { sender: httpSender(second.url) });
  on.targets = () => [[targetOf(1)], [targetOf(2)]];
  on.receiver.behave = ({ number }) => number % 2 === 0 ? "cut" : "hang";
  for (let id = 1; id <= 50; id++) await raise(on.storage, { id });
  await eventually("the other one has all", () => second.messages.length === 50);
  assertEquals(on.receiver.messages.filter(({ key }) => !key.endsWith("/1")), []);
  await eventually("only the first one's attempts are left", () => on.notifier.dispatch.running <= 4);
});

Deno.test("an attempt ends after 90 s, whatever its sender does, and leaves its place to the next message", async () => {
  await using on = await scene();
  const begun: number[] = [], aborted: number[] = [];
  const hanging: ContactPointSender = {
    send(message, { signal }) {
      begun.push(Number(message.events[0].id));
      signal.addEventListener("abort", () => aborted.push(Number(message.events[0].id)));
      return new Promise(() => {});
    },
    [Symbol.asyncDispose]: async () => {},
  };
  on.points.set(1, { sender: hanging });
  for (const id of [1, 2, 3, 4, 5]) await raise(on.storage, { id });
  const { dispatch } = on.notifier;
  await eventually("four are under way", () => begun.length === 4 && dispatch.size === 5);
  on.clock.turn(89_999);
  assertEquals([dispatch.running, aborted], [4, []]);
  on.points.set(1, { sender: httpSender(on.receiver.url) });
  on.clock.turn(1);
  await eventually("the fifth is told", () => on.receiver.messages.length === 1);
  await idle(on);
  assertEquals([aborted.toSorted(), on.receiver.keys], [[1, 2, 3, 4], ["5/opened/1/0/0/-/1"]]);
  const [first] = await on.log();
  assertEquals([first.state, first.attempts.map(({ outcome, words }) => [outcome, words])], [
    "queued",
    [["retry", "No answer in time"]],
  ]);
  on.clock.turn(5_000);
  await idle(on);
  assertEquals((await states(on)).filter((state) => state === "accepted").length, 5);
});

Deno.test("a receiver that refuses connections is attempted again", async () => {
  await using on = await scene();
  const port = freePort();
  on.points.set(1, { sender: httpSender(`http://127.0.0.1:${port}/`) });
  await raise(on.storage, { id: 7 });
  await idle(on);
  const [record] = await on.log();
  assertEquals([record.state, record.attempts[0].outcome, record.attempts[0].status], [
    "queued",
    "retry",
    null,
  ]);
  await using back = new HttpReceiver(port);
  on.clock.turn(5_000);
  await idle(on);
  assertEquals([await states(on), back.keys], [["accepted"], [record.key]]);
});

Deno.test("a contact point takes so many messages in a minute, and no more in any", async () => {
  await using on = await scene();
  on.points.set(1, { ...on.points.get(1), maxPerMinute: 10 });
  for (let id = 1; id <= 25; id++) await raise(on.storage, { id });
  const taken: number[] = [];
  for (let minute = 0; minute < 3; minute++) {
    await idle(on);
    taken.push(on.receiver.messages.length);
    on.clock.turn(59_999);
    await idle(on);
    taken.push(on.receiver.messages.length);
    on.clock.turn(1);
  }
  assertEquals(taken, [10, 10, 20, 20, 25, 25]);
});

Deno.test("the most severe are sent first", async () => {
  await using on = await scene({
    before: async (storage) => {
      await raise(storage, { id: 1, severity: "info" });
      await raise(storage, { id: 2, severity: "warning" });
      await raise(storage, { id: 3, severity: "critical" });
    },
  });
  on.points.set(1, { ...on.points.get(1), maxPerMinute: 1 });
  const keys: string[] = [];
  for (let minute = 0; minute < 3; minute++) {
    await idle(on);
    keys.push(on.receiver.keys.at(-1)?.split("/")[0] ?? "");
    on.clock.turn(60_000);
  }
  assertEquals(keys, ["3", "2", "1"]);
});

Deno.test("the end of an event never overtakes its begin at a contact point", async () => {
  await using on = await scene();
  let refused = 0;
  on.receiver.behave = ({ key }) =>
    new Response("", { status: key.startsWith("7/opened") && refused++ < 3 ? 503 : 200 });
  const event = await raise(on.storage, { id: 7 });
  await idle(on);
  await changeEvent(on.storage, event, { is_active: false });
  await raise(on.storage, { id: 8 });
  for (let i = 0; i < 5; i++) {
    await idle(on);
    on.clock.turn(60_000);
  }
  const told = on.receiver.keys.filter((key) => key.startsWith("7/")).map((key) => key.split("/")[1]);
  assertEquals(told, ["opened", "resolved"]);
  assert(on.receiver.keys.some((key) => key.startsWith("8/")));
});

Deno.test("what is cancelled while it waits is not sent", async () => {
  await using on = await scene();
  on.receiver.behave = () => new Response("", { status: 503 });
  const event = await raise(on.storage, { id: 7 });
  await raise(on.storage, { id: 8 });
  await idle(on);
  await on.notifier.close();
  on.notifier = plainNotifier(on, {
    decide: (_, input) => ({
      ...emptyStep(null),
      cancelled: input.kind === "notices"
        ? input.notices.map(({ event_id }) => ({ event_id, policy_id: null }))
        : [],
    }),
  });
  on.notifier.start();
  await changeEvent(on.storage, event, { acknowledged_at: "2026-01-31T08:16:00.000Z" });
  await idle(on);
  on.receiver.behave = () => new Response("ok");
  on.clock.turn(60_000);
  await idle(on);
  assertEquals(await states(on), ["cancelled", "accepted"]);
  assertEquals(on.receiver.keys.map((key) => key.split("/")[0]), ["8"]);
});

Deno.test("what is cancelled during an attempt that fails for a moment is not sent again", async () => {
  await using on = await scene();
  const held = Promise.withResolvers<void>();
  on.points.set(1, {
    sender: {
      async send() {
        await held.promise;
        return { outcome: "retry", status: 503, words: "", latency_ms: 1, retry_after_ms: null };
      },
      [Symbol.asyncDispose]: async () => {},
    },
  });
  await raise(on.storage, { id: 7 });
  await eventually("it is under way", () => on.notifier.dispatch.running === 1);
  assertEquals(on.notifier.dispatch.cancel([{ event_id: 7, policy_id: 1 }]), []);
  held.resolve();
  await idle(on);
  assertEquals(await states(on), ["cancelled"]);
});

for (
  const [what, result, ended] of [
    ["not sent again", { outcome: "retry", status: 503 }, ["cancelled"]],
    ["not sent by the next way", { outcome: "failed", status: 404 }, ["failed", "cancelled"]],
  ] as const
) {
  Deno.test(`what is cancelled while the result of its attempt is stored is ${what}`, async () => {
    await using on = await scene();
    let sends = 0;
    on.points.set(2, { sender: httpSender(on.receiver.url) });
    on.targets = () => [[targetOf(1, 5), targetOf(2, 5)]];
    on.points.set(1, {
      sender: {
        send: () => {
          sends++;
          return Promise.resolve({ ...result, words: "", latency_ms: 1, retry_after_ms: null });
        },
        [Symbol.asyncDispose]: async () => {},
      },
    });
    await on.notifier.close();
    on.notifier = plainNotifier(on, {
      notifications: withCommit(on.storage.notifications, async (commit) => {
        const isUnderWay = on.notifier.dispatch.running === 1;
        const isWritten = await commit();
        const [record] = await on.log();
        if (isUnderWay && record.state !== "sending") {
          on.notifier.dispatch.cancel([{ event_id: 7, policy_id: 1 }]);
        }
        return isWritten;
      }),
    });
    on.notifier.start();
    await raise(on.storage, { id: 7 });
    for (let i = 0; i < 3; i++) {
      await idle(on);
      on.clock.turn(60_000);
    }
    await idle(on);
    assertEquals([await states(on), sends, on.receiver.requests], [[...ended], 1, 0]);
  });
}

Deno.test("a contact point that is gone fails for good", async () => {
  await using on = await scene();
  on.targets = () => [[targetOf(9)]];
  await raise(on.storage, { id: 7 });
  await idle(on);
  const [record] = await on.log();
  assertEquals([record.state, record.attempts[0].words], [
    "failed",
    "The contact point does not exist any more",
  ]);
});
