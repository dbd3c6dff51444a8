import type { ContactPointClient } from "../../domain/contact_point/client.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { decide } from "../../domain/notification/engine.ts";
import { NotificationMemory } from "../../domain/notification/memory.ts";
import { failingContactPointOf } from "../../domain/notification/point_event.ts";
import type { NotifierPort } from "../../ports/notifier.ts";
import type { Storage } from "../../storage/contract.ts";
import { decisionContext } from "../../storage/decision_context.ts";
import { keys } from "../../storage/keys.ts";
import { kinds } from "../../storage/kinds.ts";
import { notificationReach } from "../../storage/notification_reach.ts";
import type { PointsPort } from "./seen_points.ts";
import { HoleWatch } from "./hole_watch.ts";
import { OutOfServiceTimes } from "./out_of_service_times.ts";
import { messageOf } from "./messages.ts";
import { Notifier } from "./notifier.ts";
import { changesWhatIsDue, changesWhatIsHidden, PointEvents } from "./point_events.ts";
import { PointSenders } from "./point_senders.ts";
import { ReAlarms, type ReAlarmsOptions } from "./re_alarms.ts";
import { StoreAlarm } from "./store_alarm.ts";
import type { ServiceContext } from "../context.ts";
import { RepeatedRun } from "../../concurrency/repeated_run.ts";

export interface NotifierStart extends ServiceContext {
  storage: Storage;
  contactPoints: ContactPointClient;
  /** Takes commands on events. Absent: nothing is re-alarmed. */
  instance?: ReAlarmsOptions["instance"];
  settings: { publicUrl: string | null; plantTimeZone: string };
  randomBytes: (count: number) => Uint8Array;
  random: () => number;
}

/** A notifier over all parts, which begins when it is told to. */
export interface NotifierService extends NotifierPort {
  readonly notifier: Notifier;
  readonly points: PointsPort;
  start(): void;
  close(): Promise<void>;
}

/** How often it is looked for drills that nobody answered in time. */
const DRILLS_EVERY_MS = 30_000;

/** Tells people of events. */
export function createNotifier(options: NotifierStart): NotifierService {
  const { storage, contactPoints, settings, now, after, random, randomBytes, log } = options;
  const { notifications, contactPoints: points } = storage;
  const senders = new PointSenders({
    versionOf: (id) => versionOf(storage, id),
    open: (id) => points.opened(id),
    create: (opened) => contactPoints.sender(opened),
  });
  const pointEvents = new PointEvents({
    ownConditions: storage.ownConditions,
    onPublished: (listener) => storage.store.onPublished(listener),
    nameOf: (id) => points.get(id)?.name ?? null,
    now,
    log,
  });
  const holes = new HoleWatch({ storage, plantTimeZone: settings.plantTimeZone, now, after, log });
  const events = (ids: readonly number[]) => eventsOf(storage, ids);
  const reach = notificationReach(storage, settings);
  const ports: PointsPort = {
    sender: (id) => senders.get(id),
    maxPerMinute: (id) => points.get(id)?.max_per_minute,
    failed: (id, words) => points.get(id) !== undefined && pointEvents.failed(id, words),
    works: (id) => pointEvents.works(id),
    lastTest(id) {
      const test = points.get(id)?.last_test;
      return test ? { passed: test.passed, atMs: Date.parse(test.at) } : undefined;
    },
  };
  const notifier = new Notifier({
    notifications,
    events,
    active: () => storage.events.active(),
    decide,
    memory: (stored) => new NotificationMemory(stored),
    context: (now_ms, queue) =>
      decisionContext(storage, {
        reach,
        now_ms,
        failingContactPointOf,
        ...queue,
        spares: reach.tested().filter((id) => !queue.isBroken(id)),
      }),
    points: ports,
    message: (record, events) =>
      messageOf(record, events, {
        storage,
        zoneOf: (userId) => storage.contactAddresses.of(userId)?.time_zone ?? undefined,
        ...settings,
        now,
        randomBytes,
      }),
    onPublished: (listener) => storage.store.onPublished(listener),
    now,
    after,
    random,
    log,
  });
  const outOfServiceTimes = new OutOfServiceTimes({ storage, now, after, log });
  const drillEnds = new RepeatedRun<number>(after);
  const { instance } = options;
  const reAlarms = instance && new ReAlarms({ storage, instance, now, after, log });
  let isTakenOver = false, stopListening = () => {};
  storage.store.takenOver.then(() => isTakenOver = true);
  const storeAlarm = new StoreAlarm({
    storeId: storage.id,
    trouble: () => storeTrouble(storage) ?? notifier.failure,
    isTakenOver: () => isTakenOver,
    fallback: () => fallbackSender(storage, senders),
    timeZone: settings.plantTimeZone,
    publicUrl: settings.publicUrl,
    now,
    after,
    log,
  });
  return {
    notifier,
    points: ports,
    start() {
      notifier.start();
      pointEvents.start();
      stopListening = storage.store.onPublished(({ frames }) => {
        if (frames.some(changesWhatIsDue)) notifier.reconsider().catch(() => notifier.wake());
        if (frames.some(changesWhatIsHidden)) notifier.hidingChanged();
      });
      holes.start();
      storeAlarm.start();
      outOfServiceTimes.start();
      drillEnds.repeat({
        firstMs: 0,
        everyMs: DRILLS_EVERY_MS,
        begin: () => storage.notificationDrills.endOverdue(),
        onError: (error) => log("warn", "Drills could not be ended; trying again", { reason: String(error) }),
      });
      reAlarms?.start();
    },
    contactPointDelivery: (id) => ({
      accepted_at_ms: null,
      failing_since_ms: null,
      lost_since_ms: null,
      words: "",
      ...notifier.attempts.points.get(id),
      queued: notifier.dispatch.waiting().get(id) ?? 0,
    }),
    contactPointName: (id) => points.get(id)?.name ?? null,
    cannot: (answer) => notifier.cannot(answer),
    async close() {
      stopListening();
      await reAlarms?.close();
      await storeAlarm.close();
      await holes.close();
      await drillEnds.close();
      await outOfServiceTimes.close();
      await notifier.close();
      await pointEvents.close();
      await senders[Symbol.asyncDispose]();
    },
  };
}

function versionOf({ contactPoints }: Storage, id: number): string | undefined {
  const point = contactPoints.get(id);
  return point && JSON.stringify([point.name, point.config, point.sealed_secrets]);
}

/** Why the store cannot be used, as a sentence; null: it can. */
function storeTrouble({ store }: Storage): string | null {
  return (store.refusal("writes") ?? store.refusal("reads"))?.message ?? null;
}

/** Everything about it is in memory: it is needed when the store fails. */
function fallbackSender({ contactPoints }: Storage, senders: Pick<PointSenders<unknown>, "get">) {
  const fallback = contactPoints.fallback();
  return fallback && senders.get(fallback.id);
}

async function eventsOf({ store }: Storage, ids: readonly number[]): Promise<Map<number, EventRecord>> {
  const found = await store.getMany(ids.map((id) => keys.event(id)));
  return new Map(found.flatMap((entry) => {
    if (entry === undefined) return [];
    const record = kinds.event.read(entry.value);
    return [[record.id, record]];
  }));
}
