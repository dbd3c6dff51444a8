/**
 * Lists at size: `deno run -A bench/lists_at_size.ts [events=1000000] [filters=1000]`. Fills a store on a temporary
 * file through the real writes (events with their audit entries, 10,000 instances, 500 templates), prints the KV
 * entries read and the milliseconds of the first and a deep page of each list, and compares random filters, while
 * events open and close, with a look at all events.
 */
import type { EventRecord } from "../domain/event/types.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import type { EventFilter, PageRequest } from "../storage/contract.ts";
import { openStorage } from "../storage/open.ts";
import { auditMutation, newAudit } from "../storage/writes/audit.ts";
import { openEvent, saveEvent } from "../storage/writes/event.ts";
import { EventPlant } from "../tests/support/event_lists.ts";
import { seeded } from "../tests/support/seeded.ts";

const [events = 1_000_000, filters = 1_000] = Deno.args.map(Number);
const SIZE = { instances: 10_000, templates: 500, days: 400, nowMs: Date.now() };
const BY = { name: "bench", role: "admin" } as const;
const AT_ONCE = 36;
const ACTIVE = 2_000;
/** Of all events so many start in one minute: a plant's trip. */
const TOGETHER = Math.min(10_000, Math.round(events / 10));
const TRIP_MS = SIZE.nowMs - 100 * 86_400_000;

/** What brute force looks at. */
type Fact =
  & Pick<EventRecord, "id" | "severity" | "category" | "template_id" | "instance_id" | "is_active">
  & {
    startMs: number;
  };

const chance = seeded(2026);
const plant = new EventPlant(SIZE, chance);
const directory = await Deno.makeTempDir();
const path = `${directory}/kv.sqlite`;
const options = {
  path,
  now: () => SIZE.nowMs,
  random: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)),
  secretsKey: new Uint8Array(32).fill(7),
};
let storage = await openStorage(options);
const facts: Fact[] = [];
// The events' audit entries are the older ones: ids only rise.
await timed(`fill ${events} events and as many audit entries`, fillEvents);
await timed("fill templates and instances", fillPlant);
facts.sort((a, b) => b.startMs - a.startMs || b.id - a.id);
await storage.close();
storage = await timed("open the store again", () => openStorage(options));
await printLists();
await compareFilters();
const { size } = await Deno.stat(path);
console.log(`store: ${(size / 2 ** 20).toFixed(0)} MiB`);
await storage.close();
await Deno.remove(directory, { recursive: true });

async function timed<T>(what: string, run: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await run();
  console.log(`${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  return result;
}

async function fillPlant(): Promise<void> {
  const { id: package_id } = await storage.packages.create({ name: "Package", description: "" }, BY);
  const draft = {
    description: "",
    category: "health",
    color: "#aa0000",
    package_id,
    rules: [],
    placeholders: [],
  };
  const templates: number[] = [];
  for (let i = 0; i < SIZE.templates; i++) {
    templates.push((await storage.templates.create({ ...draft, name: `Template ${i}` }, BY)).id);
  }
  for (let i = 0; i < SIZE.instances; i += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, n) => {
      const instance = { template_id: templates[(i + n) % templates.length], instance_name: `Pump ${i + n}` };
      return storage.instances.create({ ...instance, plant_node_floc_id: null, bindings: {} }, BY);
    }));
  }
}

async function fillEvents(): Promise<void> {
  for (let made = 0; made < events;) {
    const commits: Promise<unknown>[] = [];
    for (let lane = 1; lane <= 3 && made < events; lane++) {
      const mutations = [];
      for (let n = 0; n < AT_ONCE && made < events; n++, made++) mutations.push(...opened(made));
      commits.push(storage.store.commit({ mutations }, lane));
    }
    await Promise.all(commits);
    if (made % 100_000 < 3 * AT_ONCE) {
      console.log(`  ${made} after ${(performance.now() / 1_000).toFixed(0)} s`);
    }
  }
}

function opened(i: number) {
  const together = i % Math.round(events / TOGETHER) === 0;
  // As in a plant's life the later ones start later, all but evenly; the last are active.
  const startMs = SIZE.nowMs - Math.floor((1 - (i + chance()) / (events + 1)) * SIZE.days * 86_400_000);
  const event = plant.make({
    is_active: i >= events - ACTIVE,
    start_time: isoFromMs(together ? TRIP_MS + (i % 3 === 0 ? 0 : plant.pick(60_000)) : startMs),
  });
  facts.push(factOf(event));
  const audit = {
    who: "Andon",
    action: "raised",
    resource_type: "rule_event",
    resource_id: event.id,
  } as const;
  // Entries of the last 30 days: their order is that of their ids.
  const nowMs = SIZE.nowMs - Math.round((1 - i / events) * 30 * 86_400_000);
  return [...openEvent(event), auditMutation(newAudit(audit, { nowMs, random: chance }))];
}

function factOf(event: EventRecord): Fact {
  const { id, severity, category, template_id, instance_id, is_active } = event;
  return {
    id,
    severity,
    category,
    template_id,
    instance_id,
    is_active,
    startMs: Date.parse(event.start_time),
  };
}

async function printLists(): Promise<void> {
  const day = SIZE.nowMs - 86_400_000;
  const year = SIZE.nowMs - 365 * 86_400_000;
  const lists: [string, EventFilter][] = [
    ["history", {}],
    ["last 24 hours", { sinceMs: day }],
    ["last 365 days", { sinceMs: year }],
    ["closed, critical", { is_active: false, severity: "critical" }],
    ["category", { category: "energy" }],
    ["template, warning, 365 days", { template_id: 7, severity: "warning", sinceMs: year }],
    ["instance", { instance_id: 77 }],
    ["active", { is_active: true }],
  ];
  for (const [name, filter] of lists) {
    const { total } = await storage.events.list(filter, { limit: 1, offset: 0 });
    for (const page of pagesOf(total)) {
      await print(`events: ${name}`, page, () => storage.events.list(filter, page));
    }
  }
  const trip = facts.findIndex((fact) => fact.startMs < TRIP_MS + 30_000);
  const crowd = { limit: 50, offset: trip };
  await print("events: history, amid a minute of many", crowd, () => storage.events.list({}, crowd));
  const { total } = await storage.audit.list({ limit: 1, offset: 0 });
  for (const page of pagesOf(total)) await print("audit log", page, () => storage.audit.list(page));
  const whole = <T>(rows: T[]) => Promise.resolve({ total: rows.length });
  const first = { limit: 50, offset: 0 };
  await print("instances", first, () => whole(storage.instances.list({})));
  await print("instances of a template", first, () => whole(storage.instances.list({ template_id: 7 })));
  await print("templates", first, () => whole(storage.templates.list({})));
}

function pagesOf(total: number): PageRequest[] {
  const deep = [0.5, 0.97].map((part) => Math.floor(total * part));
  return [{ limit: 50, offset: 0 }, ...deep.map((offset) => ({ limit: 50, offset })), {
    limit: 1_000,
    offset: deep[0],
  }];
}

async function print(what: string, page: PageRequest, read: () => Promise<{ total: number }>): Promise<void> {
  const before = storage.store.stats().entriesRead;
  const start = performance.now();
  const { total } = await read();
  const ms = (performance.now() - start).toFixed(1);
  const entries = storage.store.stats().entriesRead - before;
  console.log(
    `${what.padEnd(42)} limit ${page.limit} offset ${page.offset} of ${total}: ${entries} entries, ${ms} ms`,
  );
}

/** Random filters and pages against a look at every event; between two, an event opens and one closes. */
async function compareFilters(): Promise<void> {
  let most = 0;
  let ms = 0;
  let active = facts.filter((fact) => fact.is_active);
  for (let round = 0; round < filters; round++) {
    active = await openAndClose(active);
    const filter = plant.filter();
    const expected = matching(filter);
    const page = plant.page(expected.length);
    const before = storage.store.stats().entriesRead;
    const start = performance.now();
    const { rows, total } = await storage.events.list(filter, page);
    ms += performance.now() - start;
    most = Math.max(most, storage.store.stats().entriesRead - before - page.limit);
    const wanted = expected.slice(page.offset, page.offset + page.limit).map((fact) => fact.id).join();
    if (total !== expected.length || rows.map((row) => row.id).join() !== wanted) {
      throw new Error(`Round ${round} differs: ${JSON.stringify({ filter, page, total })}`);
    }
  }
  console.log(
    `${filters} random filters and pages equal brute force; at most limit + ${most} entries a request`,
  );
  console.log(`mean ${(ms / filters).toFixed(1)} ms a request`);
}

async function openAndClose(active: Fact[]): Promise<Fact[]> {
  const made = plant.make({ is_active: true, start_time: isoFromMs(SIZE.nowMs - plant.pick(3_600_000)) });
  await storage.store.commit({ mutations: openEvent(made) }, 1);
  const fact = factOf(made);
  const at = facts.findIndex((other) => other.startMs < fact.startMs || (other.startMs === fact.startMs));
  facts.splice(at, 0, fact);
  const [closed] = active.splice(plant.pick(active.length), 1);
  const before = await storage.events.get(closed.id);
  if (before === undefined) throw new Error(`Event ${closed.id} is missing`);
  const ended = isoFromMs(SIZE.nowMs);
  const after = { ...before, is_active: false, end_time: ended, closed_at: ended };
  await storage.store.commit({ mutations: saveEvent(before, after) }, 2);
  closed.is_active = false;
  return [...active, fact];
}

function matching(filter: EventFilter): Fact[] {
  const { sinceMs = -Infinity, category, severity, is_active, template_id, instance_id } = filter;
  const fromMs = Math.floor(sinceMs / 60_000) * 60_000;
  return facts.filter((fact) =>
    (is_active === undefined || fact.is_active === is_active) &&
    (category === undefined || fact.category === category) &&
    (severity === undefined || fact.severity === severity) &&
    (template_id === undefined || fact.template_id === template_id) &&
    (instance_id === undefined || fact.instance_id === instance_id) &&
    (fact.is_active || fact.startMs >= fromMs)
  );
}
