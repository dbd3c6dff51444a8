/**
 * Lists at size: `deno run -A --lock=tests/deno.lock bench/lists_at_size.ts [events=1000000] [filters=1000]
 * [instances=10000]`. Fills a store on a temporary file through the real writes (events with audit entries,
 * deployed instances, each on its own stream and on one that a hundredth of them share, 500 templates in 500
 * packages), and serves it over HTTP. Prints the KV entries read and the milliseconds of the first and a deep
 * page of each list, compares random filters with a scan of all events while events open and close, and prints
 * how long writes take during retention.
 */
import type { EventRecord } from "../domain/event/types.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { serve } from "../main/serve.ts";
import { parseSettings } from "../settings/settings.ts";
import { openStorage } from "../storage/open.ts";
import { auditMutation, newAudit } from "../storage/writes/audit.ts";
import { deployMutations } from "../storage/writes/instance.ts";
import { joined } from "../storage/writes/atomic_budget.ts";
import { changedEvent, storedEvents } from "../tests/support/stored_events.ts";
import { AndonClient } from "../tests/support/andon_client.ts";
import { EventPlant } from "../tests/support/event_lists.ts";
import { condition, placeholder, templateRule } from "../tests/support/templates.ts";
import { seeded } from "../tests/support/seeded.ts";
import type { EventFilter } from "../storage/event_rows.ts";
import type { PageRequest } from "../storage/page.ts";
import { Retention } from "../services/retention.ts";

const [events = 1_000_000, filters = 1_000, instances = 10_000] = Deno.args.map(Number);
const SIZE = { instances, templates: 500, days: 400, nowMs: Date.now() };
const PASSWORD = "a password for the bench";
const BY = { name: "bench", role: "admin" } as const;
const DRAFT = {
  description: "",
  category: "health",
  color: "#aa0000",
  placeholders: [placeholder("PUMP"), placeholder("LINE")],
  rules: [templateRule([condition({ stream: "<PUMP>" }), condition({ stream: "<LINE>" })])],
};
const HOUR_MS = 3_600_000;
const AT_ONCE = 36;
const ACTIVE = 2_000;
/** Events that start in one minute, as in a plant trip. */
const TOGETHER = Math.min(10_000, Math.round(events / 10));
const TRIP_MS = SIZE.nowMs - 100 * 86_400_000;

/** The fields that the scan compares. */
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
// The events' audit entries come first, since ids only ascend.
await timed(`fill ${events} events and as many audit entries`, fillEvents);
await timed("fill templates and instances", fillPlant);
facts.sort((a, b) => b.startMs - a.startMs || b.id - a.id);
await storage.close();
const andon = await timed("start the server on it", serveAgain);
storage = andon.storage;
SIZE.nowMs = Date.now();
const client = new AndonClient(`http://127.0.0.1:${new URL(andon.address).port}`);
await client.signIn("admin", PASSWORD);
await printLists();
await compareFilters();
await printWritesDuringRetention();
const { size } = await Deno.stat(path);
console.log(`store: ${(size / 2 ** 20).toFixed(0)} MiB`);
await andon.close();
await Deno.remove(directory, { recursive: true });

async function timed<T>(what: string, run: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await run();
  console.log(`${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  return result;
}

/** Without rate limits, which would dominate the figures. */
function serveAgain() {
  const environment = {
    PORT: "0",
    HOST: "127.0.0.1",
    KV_URL: path,
    ADMIN_PASSWORD: PASSWORD,
    ACTOR_SHARDS: "1",
    RATE_LIMIT_DEFAULT: "off",
    RATE_LIMIT_HEAVY: "off",
    RETENTION_DAYS: "10000",
    SECRETS_KEY: btoa(String.fromCharCode(...options.secretsKey)),
  };
  const settings = parseSettings(environment, "start", { cores: 2, tty: false });
  const { secretsKey } = options;
  return serve({
    settings,
    secretsKey,
    adminPassword: PASSWORD,
    alwaysAllow: [],
    log: (level, message, fields) => level === "error" && console.error(message, fields),
  });
}

async function fillPlant(): Promise<void> {
  const streams = Array.from({ length: SIZE.instances }, (_, i) => {
    const name = `Line${i % 100}.Pump${i}`;
    const source = {
      kind: "data_hub",
      sdsStreamId: name,
      keyProperty: "Timestamp",
      valueProperty: "Value",
      typeCode: 14,
      nullable: false,
      enumMembers: null,
      piEvent: false,
    };
    return {
      stream_id: name,
      stream_name: name,
      display_name: name,
      asset_id: `Line${i % 100}`,
      data_type: "NUM" as const,
      uom: null,
      source,
    };
  });
  await storage.assets.applyDiscovery({ assets: [], streams, unsupported: [] }, BY);
  const templates: number[] = [];
  for (let i = 0; i < SIZE.templates; i++) {
    const { id: package_id } = await storage.packages.create({ name: `Package ${i}`, description: "" }, BY);
    const draft = { ...DRAFT, package_id };
    templates.push((await storage.templates.create({ ...draft, name: `Template ${i}` }, BY)).id);
  }
  for (let i = 0; i < SIZE.instances; i += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, n) => {
      const instance = {
        template_id: templates[(i + n) % templates.length]!,
        instance_name: `Pump ${i + n}`,
      };
      return create(instance, { PUMP: streams[i + n]!, LINE: streams[(i + n) % 100]! });
    }));
  }
}

async function create(
  draft: { template_id: number; instance_name: string },
  streams: Record<string, { stream_name: string }>,
): Promise<void> {
  const bindings = Object.fromEntries(
    Object.entries(streams).map(([name, { stream_name }]) => [
      name,
      { stream: storage.assets.streamByName(stream_name)?.id ?? 0 },
    ]),
  );
  const before = await storage.instances.create({ ...draft, plant_node_floc_id: null, bindings }, BY);
  const deployed = { is_deployed: true, deployment: 1, deployment_date: isoFromMs(SIZE.nowMs) };
  const mutations = deployMutations(before, { ...before, ...deployed, template_version: 1 });
  await storage.store.commit({ mutations }, 1);
}

async function fillEvents(): Promise<void> {
  for (let made = 0; made < events;) {
    const commits: Promise<unknown>[] = [];
    for (let lane = 1; lane <= 3 && made < events; lane++) {
      const writes = [];
      for (let n = 0; n < AT_ONCE && made < events; n++, made++) writes.push(opened(made));
      commits.push(storage.store.commit(joined(writes), lane));
    }
    await Promise.all(commits);
    if (made % 100_000 < 3 * AT_ONCE) {
      console.log(`  ${made} after ${(performance.now() / 1_000).toFixed(0)} s`);
    }
  }
}

function opened(i: number) {
  const together = i % Math.round(events / TOGETHER) === 0;
  // As in a real plant later events start later, almost evenly; the last ones are active.
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
  const entry = auditMutation(newAudit(audit, { nowMs, random: chance }));
  return joined([storedEvents(event), { mutations: [entry] }]);
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
  const lists: [string, string][] = [
    ["history", "/api/rule-events/history"],
    ["last 24 hours", "/api/rule-events"],
    ["last 365 days", "/api/rule-events?hours=8760"],
    ["closed, critical", "/api/rule-events/history?is_active=false&severity=critical"],
    ["category", "/api/rule-events/history?category=energy"],
    ["template, warning, 365 days", "/api/rule-events?template_id=7&severity=warning&hours=8760"],
    ["instance", "/api/rule-events/history?instance_id=77"],
    ["active", "/api/rule-events/active"],
    ["audit log", "/api/audit-log"],
    ["packages", "/api/packages"],
    ["templates", "/api/templates"],
    ["instances", "/api/instances"],
    ["instances of a template", "/api/instances?template_id=7"],
    ["instances of a stream of one", `/api/instances?stream_id=${SIZE.instances / 2}`],
    ["instances of a shared stream", "/api/instances?stream_id=7"],
    ["templates of a stream of one", `/api/templates?stream_id=${SIZE.instances / 2}`],
    ["active streams", "/api/streams/active"],
  ];
  for (const [name, list] of lists) {
    const { total, ms } = await page(list, { limit: 1, offset: 0 });
    console.log(`${name.padEnd(30)} first request: ${ms.toFixed(1)} ms`);
    for (const wanted of pagesOf(total)) await print(name, list, wanted);
  }
  const trip = facts.findIndex((fact) => fact.startMs < TRIP_MS + 30_000);
  await print("history, amid a minute of many", "/api/rule-events/history", { limit: 50, offset: trip });
}

function pagesOf(total: number): PageRequest[] {
  const deep = [0.5, 0.97].map((part) => Math.floor(total * part));
  return [{ limit: 50, offset: 0 }, ...deep.map((offset) => ({ limit: 50, offset })), {
    limit: 1_000,
    offset: deep[0]!,
  }];
}

/** One page over HTTP, with the KV entries that it read. */
async function page(list: string, { limit, offset }: PageRequest) {
  const before = storage.store.stats().entriesRead;
  const start = performance.now();
  const address = `${list}${list.includes("?") ? "&" : "?"}limit=${limit}&offset=${offset}`;
  const { status, body } = await client.provoke("GET", address);
  if (status !== 200) throw new Error(`${address}: ${body.error}`);
  const { data, pagination } = body;
  const ms = performance.now() - start;
  return {
    ids: data.map((row: { id: number }) => row.id),
    total: pagination.total as number,
    ms,
    entries: storage.store.stats().entriesRead - before,
  };
}

async function print(what: string, list: string, wanted: PageRequest): Promise<void> {
  const { total, entries, ms } = await page(list, wanted);
  const place = `limit ${wanted.limit} offset ${wanted.offset} of ${total}`;
  console.log(`${what.padEnd(30)} ${place}: ${entries} entries, ${ms.toFixed(1)} ms`);
}

/** Compares random filters and pages with a scan of all events; in between an event opens and one closes. */
async function compareFilters(): Promise<void> {
  let most = 0;
  let ms = 0;
  let active = facts.filter((fact) => fact.is_active);
  for (let round = 0; round < filters; round++) {
    active = await openAndClose(active);
    const filter = plant.filter();
    const hours = filter.sinceMs === undefined ? undefined : (SIZE.nowMs - filter.sinceMs) / HOUR_MS;
    const place = plant.page(matching(filter).length);
    const compared = await compare({ ...filter, hours }, place) ?? await compare({ ...filter, hours }, place);
    if (compared === undefined) {
      throw new Error(`Round ${round} differs: ${JSON.stringify({ filter, place })}`);
    }
    ms += compared.ms;
    most = Math.max(most, compared.entries - place.limit);
  }
  console.log(
    `${filters} random filters and pages equal brute force; at most limit + ${most} entries a request`,
  );
  console.log(`mean ${(ms / filters).toFixed(1)} ms a request`);
}

/** Undefined when they differ. Tried twice, since a minute may begin between request and scan. */
async function compare(
  { hours, sinceMs: _, ...filter }: EventFilter & { hours?: number },
  place: PageRequest,
) {
  const query = Object.entries({ ...filter, hours }).filter(([, value]) => value !== undefined);
  const list = `/api/rule-events/history?${new URLSearchParams(
    query.map(([name, value]) => [name, String(value)]),
  )}`;
  const sinceMs = hours === undefined ? undefined : Date.now() - hours * HOUR_MS;
  const expected = matching({ ...filter, sinceMs });
  const answer = await page(list, place);
  const wanted = expected.slice(place.offset, place.offset + place.limit).map((fact) => fact.id).join();
  return answer.total === expected.length && answer.ids.join() === wanted ? answer : undefined;
}

/** The time of a write of one event, alone and while retention removes half of all events. */
async function printWritesDuringRetention(): Promise<void> {
  const alone = await writes();
  const retention = new Retention(storage, {
    eventDays: SIZE.days / 2,
    auditDays: null,
    now: () => SIZE.nowMs,
    after: () => () => {},
  });
  void retention.run().catch(() => {});
  const beside = await writes();
  await retention.close();
  console.log(`a write alone: ${alone}; while retention removes: ${beside}`);
}

async function writes(): Promise<string> {
  const ms: number[] = [];
  for (const end = performance.now() + 20_000; performance.now() < end;) {
    const made = plant.make({ is_active: true, start_time: isoFromMs(Date.now()) });
    const start = performance.now();
    await storage.store.commit(storedEvents(made), 1);
    ms.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  ms.sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((part) => ms[Math.floor(part * ms.length)]!.toFixed(1));
  return `p50 ${p50} ms, p99 ${p99} ms, longest ${ms[ms.length - 1]!.toFixed(1)} ms of ${ms.length}`;
}

async function openAndClose(active: Fact[]): Promise<Fact[]> {
  const made = plant.make({ is_active: true, start_time: isoFromMs(SIZE.nowMs - plant.pick(3_600_000)) });
  await storage.store.commit(storedEvents(made), 1);
  const fact = factOf(made);
  const at = facts.findIndex((other) => other.startMs < fact.startMs || (other.startMs === fact.startMs));
  facts.splice(at, 0, fact);
  const closed = active.splice(plant.pick(active.length), 1)[0]!;
  const before = await storage.events.get(closed.id);
  if (before === undefined) throw new Error(`Event ${closed.id} is missing`);
  const ended = isoFromMs(SIZE.nowMs);
  const after = { ...before, is_active: false, end_time: ended, closed_at: ended };
  await storage.store.commit(changedEvent(before, after), 2);
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
