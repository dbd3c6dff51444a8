import type { DeliveryRecord } from "../../domain/notification/delivery.ts";
import type { Notifier } from "../../services/notifier/notifier.ts";
import type { Storage } from "../../storage/contract.ts";
import { testStorage } from "../unit/storage/support.ts";
import { HttpReceiver } from "./http_receiver.ts";
import { httpSender, type NotifierScene, plainNotifier, targetOf, TurnedClock } from "./notifier_harness.ts";

/** A notifier that tells plainly, over a real store. */
export interface Scene extends NotifierScene, AsyncDisposable {
  kv: Deno.Kv;
  receiver: HttpReceiver;
  notifier: Notifier;
  /** Ends the notifier as a crash does: nothing is waited for and nothing more is written. */
  restart(): Promise<void>;
  log(): Promise<DeliveryRecord[]>;
}

/** One contact point, 1, at a real HTTP receiver; others are added by the tests. */
export async function scene(
  { before }: { before?: (storage: Storage) => Promise<unknown> } = {},
): Promise<Scene> {
  const kv = await Deno.openKv(":memory:");
  const clock = new TurnedClock();
  const first = await testStorage({ kv, ms: clock.ms });
  await before?.(first.storage);
  const receiver = new HttpReceiver();
  const on: Scene = {
    kv,
    receiver,
    clock,
    storage: first.storage,
    points: new Map([[1, { sender: httpSender(receiver.url) }]]),
    targets: () => [[targetOf(1)]],
    reports: [],
    notifier: undefined as unknown as Notifier,
    async restart() {
      await on.notifier.close();
      await on.storage.close();
      on.storage = (await testStorage({ kv, ms: clock.ms })).storage;
      on.notifier = plainNotifier(on);
      on.notifier.start();
    },
    log: async () => (await on.storage.notifications.list({}, { limit: 1_000, offset: 0 })).rows.reverse(),
    async [Symbol.asyncDispose]() {
      await on.notifier.close();
      await on.storage.close();
      await receiver[Symbol.asyncDispose]();
      kv.close();
    },
  };
  on.notifier = plainNotifier(on);
  on.notifier.start();
  return on;
}

/** Of all deliveries, the oldest first. */
export const states = async (on: Scene) => (await on.log()).map(({ state }) => state);

/** Waits until the notifier has nothing to do before the next timer. */
export async function idle({ notifier }: Scene): Promise<void> {
  await notifier.settled(3_600_000_000);
}
