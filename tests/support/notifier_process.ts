/**
 * A process that raises events and tells of them, as Andon does, for proofs that kill it or measure it. Takes its
 * options as JSON; prints `raised <id> <severity> <when its commit began> <machine>` for each event, and `figures <JSON>`.
 */
import { SEVERITIES, type Severity } from "../../domain/event/severity.ts";
import type { RecipientBudget } from "../../domain/notification/engine_types.ts";
import { lazyContactPointClient } from "../../main/contact_points.ts";
import { randomBytes } from "../../main/random_bytes.ts";
import { createNotifier } from "../../services/notifier/start.ts";
import { keys } from "../../storage/keys.ts";
import { openStorage } from "../../storage/open.ts";
import { machineOf } from "./called_people.ts";
import { changeEvent, raise } from "./notifier_harness.ts";
import { seeded } from "./seeded.ts";
import { type NotifierFigures, type NotifierWork, PUBLIC_URL, storageOptions } from "./spawned_notifier.ts";
import { Retention } from "../../services/retention.ts";

const { path, clock, work }: { path: string; clock: { beganMs: number; speed: number }; work: NotifierWork } =
  JSON.parse(Deno.args[0]);
let aheadMs = 0;
const now = () => clock.beganMs + (Date.now() - clock.beganMs) * clock.speed + aheadMs;
const after = (ms: number, call: () => void) => {
  const timer = setTimeout(call, Math.min(ms / clock.speed, 2 ** 31 - 1));
  return () => clearTimeout(timer);
};
/** Ids of events that Andon raises itself are below. */
const FIRST = 100_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const storage = await openStorage({ ...storageOptions(path, now), log });
const { notifier, ...service } = createNotifier({
  storage,
  contactPoints: lazyContactPointClient({
    outboundAllow: "127.0.0.0/8",
    alwaysAllow: [],
    proxy: { https: null, http: null, no: "" },
  }),
  settings: { publicUrl: PUBLIC_URL, plantTimeZone: "Europe/Berlin" },
  now,
  after,
  random: Math.random,
  randomBytes,
  log,
});

function log(level: string, message: string, fields?: unknown): void {
  if (level === "warn" || level === "error") console.error(level, message, JSON.stringify(fields));
}

const figures: NotifierFigures = { most_rss_mb: 0, most_heap_mb: 0, most_queued: 0, most_outbox: 0 };

async function measure(): Promise<void> {
  const { rss, heapUsed } = Deno.memoryUsage();
  const outbox = (await storage.notifications.outbox(1_000)).length;
  figures.most_rss_mb = Math.max(figures.most_rss_mb, Math.round(rss / 2 ** 20));
  figures.most_heap_mb = Math.max(figures.most_heap_mb, Math.round(heapUsed / 2 ** 20));
  figures.most_queued = Math.max(figures.most_queued, notifier.dispatch.size);
  figures.most_outbox = Math.max(figures.most_outbox, outbox);
}

/** Commits an event that opens now, and says so. */
async function raised(
  given: { id: number; severity: Severity; plant_node_floc_id: string | null },
): Promise<void> {
  const startedMs = now(), at = new Date(startedMs).toISOString();
  await raise(storage, { ...given, start_time: at, activated_at: at, recorded_at: at });
  console.log(`raised ${given.id} ${given.severity} ${startedMs} ${given.plant_node_floc_id ?? ""}`);
}

async function raiseUntilKilled(first: number): Promise<never> {
  for (let id = first;; id++) {
    const machine = id % 400, plant_node_floc_id = machine < 199 ? machineOf(machine) : null;
    await raised({ id, severity: SEVERITIES[id % SEVERITIES.length], plant_node_floc_id });
    await pause(10 * Math.random());
  }
}

/** A third of the events come in six bursts of a second, the others evenly. */
async function flood({ events, seconds, seed }: { events: number; seconds: number; seed: number }) {
  const random = seeded(seed),
    severityOf = () => {
      const drawn = random();
      return drawn < 0.05 ? "critical" : drawn < 0.3 ? "error" : drawn < 0.8 ? "warning" : "info";
    };
  const times = Array.from({ length: events }, (_, i) => {
    const evenly = i % 3 !== 0, burst = Math.floor(6 * random());
    return 1_000 * (evenly ? seconds * random() : seconds * (burst + 0.5) / 6 + random());
  }).sort((a, b) => a - b);
  const beganMs = now(), commits = new Set<Promise<void>>();
  for (let i = 0; i < events;) {
    for (; i < events && times[i] <= now() - beganMs; i++) {
      // Few are of machines, so that hardly anybody who is called for those is over the budget.
      const plant_node_floc_id = i % 25 === 0 ? machineOf(i / 25 % 197) : null;
      const commit = raised({ id: FIRST + i, severity: severityOf(), plant_node_floc_id })
        .finally(() => commits.delete(commit));
      commits.add(commit);
    }
    await pause(5);
  }
  await Promise.all(commits);
}

/** Until everything is told that was due. */
async function untilQuiet(): Promise<void> {
  for (;; await pause(1_000)) {
    await notifier.settled(10_000 * clock.speed);
    if (await isQuiet()) return;
  }
}

/** Reads the escalations, of which there are many, only when nothing else is left. */
async function isQuiet(): Promise<boolean> {
  const { store, notifications } = storage;
  if (notifier.dispatch.size > 0 || (await notifications.outbox(1)).length > 0) return false;
  const budgets = await store.list<RecipientBudget>({ prefix: keys.notificationBudget("").slice(0, 1) });
  if (budgets.some(({ value }) => value.open_digests.length > 0)) return false;
  const { state: { escalations }, open } = await notifications.read();
  return open.length === 0 && [...escalations].every(({ next_at_ms }) => next_at_ms === null);
}

async function closeEvents(): Promise<void> {
  const closed_at = new Date(now()).toISOString();
  const change = { is_active: false, closed_at, end_time: closed_at };
  for (const event of storage.events.active()) await changeEvent(storage, event, change);
}

async function goAhead(ms: number): Promise<void> {
  aheadMs += ms;
  await notifier.settled(10_000 * clock.speed);
}

async function retain(): Promise<void> {
  const days = { eventDays: null, auditDays: null, notificationDays: 400 };
  const retention = new Retention(storage, { ...days, now });
  await retention.run();
  await retention.close();
}

const measuring = setInterval(() => void measure(), 1_000);
service.start();
if (work.kind === "until killed") await raiseUntilKilled(work.first);
if (work.kind === "flood") await flood(work);
if (work.kind === "age") {
  await closeEvents();
  // Digests about the ends leave once the time is ahead.
  while ((await storage.notifications.outbox(1)).length > 0) await pause(100);
}
if (work.kind === "age" || work.kind === "retain") await goAhead(work.ms);
await untilQuiet();
// What a digest still named is forgotten an hour later.
if (work.kind === "age") await goAhead(2 * 3_600_000);
if (work.kind === "retain") await retain();
clearInterval(measuring);
await measure();
await service.close();
await storage.close();
console.log(`figures ${JSON.stringify(figures)}`);
Deno.exit(0);
