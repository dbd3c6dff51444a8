import { assert, assertEquals } from "@std/assert";
import type { Check } from "../../domain/shared/commit.ts";
import { kvBackend } from "../../storage/store/backend.ts";
import { openOver } from "../../storage/open.ts";
import { eventually } from "../support/eventually.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import {
  httpSender,
  type NotifierScene,
  plainNotifier,
  raise,
  targetOf,
  TurnedClock,
} from "../support/notifier_harness.ts";
import { random } from "../unit/storage/support.ts";

const EPOCH = ["epoch", 0];

/** Two processes over one store, each with a notifier; the second one takes the lease. */
async function scene() {
  const kv = await Deno.openKv(":memory:"), clock = new TurnedClock();
  const receiver = new HttpReceiver();
  const takeLease = async (): Promise<Check> => {
    const before = await kv.get<number>(EPOCH);
    const written = await kv.atomic().check(before).set(EPOCH, (before.value ?? 0) + 1).commit();
    assert(written.ok);
    return { key: EPOCH, versionstamp: written.versionstamp };
  };
  const open = async () => {
    const check = await takeLease();
    const storage = await openOver({ ...kvBackend(kv), close: () => {} }, {
      path: ":memory:",
      now: clock.now,
      random,
      secretsKey: new Uint8Array(32).fill(7),
      passwordCost: { N: 1_024, r: 8, p: 1 },
      acquireLease: () =>
        Promise.resolve({
          check,
          isValid: () => true,
          lost: new Promise<void>(() => {}),
          release: () => Promise.resolve(),
          processes: () => 2,
        }),
    });
    const on: NotifierScene = {
      storage,
      clock,
      points: new Map([[1, { sender: httpSender(receiver.url) }]]),
      targets: () => [[targetOf(1)]],
      reports: [],
    };
    return { storage, notifier: plainNotifier(on) };
  };
  return { kv, clock, receiver, open };
}

Deno.test("a process that lost the lease neither decides nor sends, and the other one sends all once", async () => {
  const { kv, clock, receiver, open } = await scene();
  await using _ = receiver;
  const stale = await open();
  receiver.behave = () => new Response("", { status: 503 });
  stale.notifier.start();
  await raise(stale.storage, { id: 1 });
  await stale.notifier.settled(3_600_000_000);
  assertEquals(receiver.requests, 1);
  const leader = await open();
  receiver.behave = () => new Response("ok");
  // The retry of event 1 is due at both processes.
  clock.turn(60_000);
  stale.notifier.wake();
  await eventually("it finds out", async () => {
    clock.turn(1_000);
    await Promise.resolve();
    return !stale.storage.store.healthy();
  });
  assertEquals(receiver.requests, 1, "the former leader sends nothing");
  leader.notifier.start();
  await raise(leader.storage, { id: 2 });
  await leader.notifier.settled(3_600_000_000);
  clock.turn(3_600_000);
  await leader.notifier.settled(3_600_000_000);
  assertEquals([receiver.keys.toSorted(), receiver.repeats], [
    ["1/opened/1/0/0/-/1", "2/opened/1/0/0/-/1"],
    [],
  ]);
  await Promise.all([stale.notifier.close(), leader.notifier.close()]);
  await Promise.all([stale.storage.close(), leader.storage.close()]);
  kv.close();
});

Deno.test("the result of an attempt that lasts over the loss of the lease is not written by the former leader", async () => {
  const { kv, receiver, open } = await scene();
  await using _ = receiver;
  const stale = await open();
  receiver.behave = ({ number }) => number === 1 ? "hang" : new Response("ok");
  stale.notifier.start();
  await raise(stale.storage, { id: 1 });
  await eventually("it is under way", () => receiver.requests === 1);
  const leader = await open();
  leader.notifier.start();
  await eventually("the other one has sent it", () => receiver.messages.length === 1);
  await leader.notifier.settled(3_600_000_000);
  await stale.notifier.close();
  const { rows } = await leader.storage.notifications.list({}, { limit: 10, offset: 0 });
  assertEquals(rows.map(({ state, attempt_count }) => [state, attempt_count]), [["accepted", 2]]);
  assertEquals([receiver.keys.length, receiver.repeats], [1, []]);
  await leader.notifier.close();
  await Promise.all([stale.storage.close(), leader.storage.close()]);
  kv.close();
});
