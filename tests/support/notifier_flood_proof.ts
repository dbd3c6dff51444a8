import type { DeliveryRecord } from "../../domain/notification/delivery.ts";
import { recipientKey } from "../../domain/notification/state_keys.ts";
import type { Recipient } from "../../domain/notification/types.ts";
import { openStorage } from "../../storage/open.ts";
import type { Storage } from "../../storage/contract.ts";
import { addCalled, addPerson, addPoint, addPolicy, addRoster, addTeam } from "./called_people.ts";
import { FLOOD_SECRET, FloodReceivers } from "./flood_receivers.ts";
import { RECEIVER_CA } from "./smtp_receiver.ts";
import {
  type NotifierClock,
  type NotifierFigures,
  type NotifierWork,
  type RaisedEvent,
  SpawnedNotifier,
  storageOptions,
  timeBy,
} from "./spawned_notifier.ts";
import { type StoredKeys, storedKeys } from "./stored_keys.ts";
import { assessFlood, type Called, type FloodAssessment } from "./flood_assessment.ts";
import { deliveriesOf } from "./told_once.ts";

export interface FloodOptions {
  events: number;
  /** By Andon's clock, which runs `speed` times as fast as the real one. */
  seconds: number;
  speed: number;
  seed: number;
}

export interface FloodProof extends FloodAssessment {
  /** Messages without STARTTLS, and with a wrong signature. */
  insecure: number;
  process: NotifierFigures;
  /** After the flood; once all events are closed and three days and more are over; and after 410 days. */
  keys: { after: StoredKeys; aged: StoredKeys; retained: StoredKeys };
}

const HOUR_MS = 3_600_000;

/**
 * A flood over real receivers: a mail server with STARTTLS and a verified webhook, 200 policies, and 100 users, teams
 * and rosters besides those who are called for the flood itself.
 */
export async function proveFlood({ events, seconds, speed, seed }: FloodOptions): Promise<FloodProof> {
  const folder = await Deno.makeTempDir(), path = `${folder}/store.sqlite`;
  const clock: NotifierClock = { beganMs: Date.now(), speed };
  await using receivers = await FloodReceivers.open();
  const called = await prepare({ path, clock, receivers });
  const raised = new Map<number, RaisedEvent>();
  const run = (work: NotifierWork) =>
    new SpawnedNotifier({ path, clock, work, raised: (event) => raised.set(event.id, event) }).figures();
  const process = await run({ kind: "flood", events, seconds, seed });
  const deliveries = await storedDeliveries(path, clock), { messages } = receivers;
  const after = await storedKeys(path);
  await run({ kind: "age", ms: 80 * HOUR_MS });
  const aged = await storedKeys(path);
  await run({ kind: "retain", ms: 410 * 24 * HOUR_MS });
  const retained = await storedKeys(path);
  await Deno.remove(folder, { recursive: true });
  return {
    ...assessFlood({ deliveries, raised, messages, called, clock }),
    insecure: receivers.plain + receivers.refused,
    process,
    keys: { after, aged, retained },
  };
}

async function storedDeliveries(path: string, clock: NotifierClock): Promise<DeliveryRecord[]> {
  const storage = await openStorage(storageOptions(path, () => timeBy(clock)));
  const deliveries = await deliveriesOf(storage);
  await storage.close();
  return deliveries;
}

async function prepare(
  { path, clock, receivers }: { path: string; clock: NotifierClock; receivers: FloodReceivers },
): Promise<Called> {
  const storage = await openStorage(storageOptions(path, () => timeBy(clock)));
  const webhook = { kind: "webhook" as const, url: receivers.url, ca: null };
  const secrets = { secret: FLOOD_SECRET };
  const room = await addPoint(storage, { name: "Control room", fallback: true, config: webhook, secrets });
  const mail = await addPoint(storage, { name: "Mail", config: mailTo(receivers) });
  const many = await addPoint(storage, {
    name: "Mail of machines",
    max_per_minute: 600,
    config: mailTo(receivers),
  });
  const calledFor = await addCalled(storage, { point: many, left: 2 });
  const { ann, ben, cas, dee, eva, fay } = await addPeople(storage, mail);
  await addPolicy(storage, {
    name: "Critical",
    match: { severities: ["critical"] },
    steps: [
      {
        after_minutes: 0,
        to: [await addRoster(storage, "Standby", [dee]), { kind: "contact_point", id: room }],
      },
      { after_minutes: 2, to: [await addTeam(storage, "Leads", [eva, fay])] },
    ],
  });
  const team: Recipient = await addTeam(storage, "Day", [ann, ben, cas]);
  await addPolicy(storage, {
    name: "Machines",
    match: { severities: ["error", "warning"] },
    steps: [{ after_minutes: 0, to: [team] }],
  });
  await storage.close();
  const keyOf = (user_id: number | null, contact_point_id: number) =>
    recipientKey({ user_id, contact_point_id });
  const byMail = (...users: number[]) => users.map((user) => keyOf(user, mail));
  return ({ severity, machine }) => {
    const user = calledFor.get(machine);
    if (user !== undefined) return { first: [keyOf(user, many)], all: [keyOf(user, many)] };
    if (severity === "info") return { first: [keyOf(null, room)], all: [keyOf(null, room)] };
    const first = severity === "critical" ? [...byMail(dee), keyOf(null, room)] : byMail(ann, ben, cas);
    return { first, all: severity === "critical" ? [...first, ...byMail(eva, fay)] : first };
  };
}

function mailTo({ mail: { port } }: FloodReceivers) {
  return {
    ...{ kind: "email" as const, host: "localhost", port, tls: "starttls" as const, user: null },
    ...{ from: "andon@example.org", from_name: "Andon", to: [], ca: RECEIVER_CA },
  };
}

async function addPeople(storage: Storage, point: number) {
  const add = (username: string) =>
    addPerson(storage, { username, point, address: `${username}@example.org` });
  return {
    ann: await add("ann"),
    ben: await add("ben"),
    cas: await add("cas"),
    dee: await add("dee"),
    eva: await add("eva"),
    fay: await add("fay"),
  };
}
