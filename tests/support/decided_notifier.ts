import { contactPointSchema } from "../../domain/contact_point/schema.ts";
import { decide } from "../../domain/notification/engine.ts";
import type { DeliveryRecord } from "../../domain/notification/delivery.ts";
import type { PolicyDraft } from "../../domain/notification_policy/schema.ts";
import { policySchema } from "../../domain/notification_policy/schema.ts";
import { messageOf } from "../../services/notifier/messages.ts";
import { changesWhatIsHidden } from "../../services/notifier/point_events.ts";
import type { Notifier, NotifierOptions } from "../../services/notifier/notifier.ts";
import type { Storage } from "../../storage/contract.ts";
import { decisionContext } from "../../storage/decision_context.ts";
import { notificationReach } from "../../storage/notification_reach.ts";
import { random, testStorage } from "../unit/storage/support.ts";
import { HttpReceiver } from "./http_receiver.ts";
import { httpSender, plainNotifier, TurnedClock } from "./notifier_harness.ts";

const BY = { name: "test", role: "admin" } as const;
const SETTINGS = { plantTimeZone: "UTC", publicUrl: null };

/** A notifier with the real decision, policies and messages, over a real store, and two HTTP receivers. */
export interface DecidedNotifier extends AsyncDisposable {
  storage: Storage;
  clock: TurnedClock;
  kv: Deno.Kv;
  /** Of contact point 1, the fallback. */
  room: HttpReceiver;
  /** Of contact point 2. */
  office: HttpReceiver;
  notifier: Notifier;
  policy(given: Partial<PolicyDraft>): Promise<void>;
  /** Lets time pass, deciding and sending what is due at each of these steps. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Waits until nothing more is due now. */
  idle(): Promise<void>;
  log(): Promise<DeliveryRecord[]>;
  /** Ends the process and starts another one over the same store. */
  restart(more?: Partial<NotifierOptions> | ((storage: Storage) => Partial<NotifierOptions>)): Promise<void>;
}

export async function decidedNotifier(): Promise<DecidedNotifier> {
  const kv = await Deno.openKv(":memory:"), clock = new TurnedClock();
  const room = new HttpReceiver(), office = new HttpReceiver();
  const storage = (await testStorage({ kv, clock })).storage;
  for (const [name, { url }] of [["Room", room], ["Office", office]] as const) {
    const config = { kind: "http", method: "POST", url, headers: [], body: "", content_type: "text/plain" };
    await storage.contactPoints.create(
      contactPointSchema.parse({ name, config, fallback: name === "Room" }),
      BY,
    );
  }
  const on: DecidedNotifier = {
    storage,
    clock,
    kv,
    room,
    office,
    notifier: undefined as unknown as Notifier,
    policy: async (given) => {
      const draft = policySchema.parse({
        name: "Pumps",
        group_by: ["instance"],
        group_wait_seconds: 0,
        ...given,
      });
      await on.storage.notificationPolicies.create(draft, BY);
    },
    async pass(ms, stepMs = 1_000) {
      for (let left = ms; left > 0; left -= stepMs) {
        clock.turn(Math.min(left, stepMs));
        await on.idle();
      }
    },
    idle: () => on.notifier.settled(3_600_000_000),
    log: async () => (await on.storage.notifications.list({}, { limit: 1_000, offset: 0 })).rows.reverse(),
    async restart(more) {
      await on.notifier.close();
      await on.storage.close();
      on.storage = (await testStorage({ kv, clock })).storage;
      on.notifier = begun(on, typeof more === "function" ? more(on.storage) : more);
    },
    async [Symbol.asyncDispose]() {
      await on.notifier.close();
      await on.storage.close();
      await room[Symbol.asyncDispose]();
      await office[Symbol.asyncDispose]();
      kv.close();
    },
  };
  on.notifier = begun(on);
  return on;
}

function begun(
  { storage, clock, room, office }: DecidedNotifier,
  more: Partial<NotifierOptions> = {},
): Notifier {
  const reach = notificationReach(storage, SETTINGS);
  const points = new Map([room, office].map(({ url }, at) => [at + 1, { sender: httpSender(url) }]));
  const notifier = plainNotifier({ storage, clock, points, targets: () => [], reports: [] }, {
    decide,
    context: (now_ms, queue) => decisionContext(storage, { reach, now_ms, ...queue }),
    message: (record, events) =>
      messageOf(record, events, {
        storage,
        zoneOf: () => undefined,
        ...SETTINGS,
        now: clock.now,
        randomBytes: random,
      }),
    ...more,
  });
  notifier.start();
  storage.store.onPublished(({ frames }) => {
    if (frames.some(changesWhatIsHidden)) notifier.hidingChanged();
  });
  return notifier;
}
