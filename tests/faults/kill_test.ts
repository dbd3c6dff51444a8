import { assert, assertEquals } from "@std/assert";
import { startSimulator } from "../../connectors/simulator/server.ts";
import type { AndonClient, Json } from "../support/andon_client.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { type ExpectedEvent, expectedEvents, limitRule } from "../support/expected_events.ts";
import { seeded } from "../support/seeded.ts";
import { connect, deployOn, limitTemplate } from "../support/simulated_plant.ts";

const KILLS = 20;
const INSTANCES = 24;
const LIMIT = 80;
const SEED = 20261121;

interface Deployed {
  id: number;
  stream: string;
  deployedAtMs: number;
}

/** What has been seen so far: the id of each event by instance and start. */
class Seen {
  readonly ids = new Map<string, number>();
  closed: ExpectedEvent | null = null;
  deleted: ExpectedEvent | null = null;

  take(rows: Json[]): void {
    for (const row of rows) {
      const key = `${row.instance_id}/${row.start_time}`;
      const before = this.ids.get(key);
      assert(before === undefined || before === row.id, `event ${key} had id ${before}, now ${row.id}`);
      this.ids.set(key, Number(row.id));
    }
  }
}

Deno.test("SIGKILL at 20 random points loses no event, doubles none and changes no id", async () => {
  const dataDir = await Deno.makeTempDir();
  await using simulator = await startSimulator({
    now: Date.now,
    extraStreams: INSTANCES,
    extraPeriodMs: 500,
    extraCycleSamples: 14,
  });
  const options = { dataDir, allow: new URL(simulator.baseUrl).host };
  let andon = await AndonProcess.start(options);
  try {
    const deployed = await deploy(await andon.client(), simulator);
    const seen = new Seen();
    const random = seeded(SEED);
    for (let kill = 1; kill <= KILLS; kill++) {
      await pause(200 + 1600 * random());
      const client = await andon.client();
      seen.take(await events(client));
      if (kill === 6) seen.closed = await closeOne(client);
      if (kill === 12) seen.deleted = await deleteOne(client);
      await pause(300 * random());
      await andon.kill();
      andon = await AndonProcess.start(options);
    }
    await check({ client: await andon.client(), deployed, seen, simulator });
    assertEquals(await andon.stop(), 0, "SIGTERM ends with exit code 0");
  } catch (error) {
    console.error(andon.log);
    throw error;
  } finally {
    await andon.kill();
    await Deno.remove(dataDir, { recursive: true });
  }
});

async function deploy(client: AndonClient, simulator: Parameters<typeof connect>[1]): Promise<Deployed[]> {
  await connect(client, simulator);
  const template = await limitTemplate(client);
  const deployed: Deployed[] = [];
  for (let i = 0; i < INSTANCES; i++) {
    const stream = `Load.Bank0.S${i}`;
    const id = await deployOn(client, template, stream);
    const { data } = await client.ok("GET", `/api/instances/${id}`);
    deployed.push({ id, stream, deployedAtMs: Date.parse(data.deployment_date) });
  }
  return deployed;
}

async function events(client: AndonClient): Promise<Json[]> {
  const rows: Json[] = [];
  for (let page = 1;; page++) {
    const answer = await client.ok("GET", `/api/rule-events?hours=2&per_page=1000&page=${page}`);
    rows.push(...answer.data);
    if (!answer.pagination.has_next) return rows;
  }
}

function asExpected(row: Json): ExpectedEvent {
  return {
    instance: Number(row.instance_id),
    start: String(row.start_time),
    end: row.end_time === null ? null : String(row.end_time),
  };
}

async function anActive(client: AndonClient): Promise<Json> {
  for (;;) {
    const active: Json[] = (await client.ok("GET", "/api/rule-events/active")).data;
    const found = active.find((row) => !(row.flags as string[]).includes("initial"));
    if (found !== undefined) return found;
    await pause(50);
  }
}

/** An event may clear between the look and the command: then the next one is tried. */
async function closeOne(client: AndonClient): Promise<ExpectedEvent> {
  for (;;) {
    const answer = await client.post(`/api/rule-events/${(await anActive(client)).id}/close`);
    if (answer.status !== 200) continue;
    assertEquals(answer.body.data.close_reason, "manual");
    return asExpected(answer.body.data);
  }
}

async function deleteOne(client: AndonClient): Promise<ExpectedEvent> {
  const event = await anActive(client);
  await client.ok("DELETE", `/api/rule-events/${event.id}`);
  return asExpected(event);
}

interface CheckInput {
  client: AndonClient;
  deployed: Deployed[];
  seen: Seen;
  simulator: Parameters<typeof connect>[1];
}

/** Judged up to a common moment, the events are the naive evaluator's, but for the two that were ended by hand. */
async function check({ client, deployed, seen, simulator }: CheckInput): Promise<void> {
  const untilMs = Date.now();
  const expected = deployed
    .flatMap(({ id, stream, deployedAtMs }) =>
      expectedEvents({ simulator, stream, instance: id, rule: limitRule(LIMIT), deployedAtMs, untilMs })
    )
    .filter((event) => !same(event, seen.deleted))
    .map((event) => same(event, seen.closed) ? { ...event, end: seen.closed?.end ?? null } : event);
  await judgedUpTo(client, untilMs);
  const rows = await events(client);
  seen.take(rows);
  const actual = rows
    .filter((row) => !(row.flags as string[]).includes("initial"))
    .map(asExpected)
    .filter((event) => Date.parse(event.start) <= untilMs)
    .map((event) => ({
      ...event,
      end: event.end !== null && Date.parse(event.end) <= untilMs ? event.end : null,
    }));
  assert(actual.length > 10, `enough happened to judge by: ${actual.length} events`);
  assert(seen.closed !== null && seen.deleted !== null);
  assertEquals(difference(expected, actual), [], "events of the naive evaluator that are missing");
  assertEquals(difference(actual, expected), [], "events that the naive evaluator does not have");
}

async function judgedUpTo(client: AndonClient, untilMs: number): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const tags: Json[] = (await client.ok("GET", "/api/system-tags")).data;
    const lag = tags.find((tag) => tag.tag_name === "SYS.SOURCE.LAG_SECONDS")?.value;
    if (typeof lag === "number" && Date.now() - lag * 1000 > untilMs + 500) return;
    assert(Date.now() < deadline, `judging does not reach ${new Date(untilMs).toISOString()}; lag ${lag}`);
    await pause(100);
  }
}

function same(event: ExpectedEvent, other: ExpectedEvent | null): boolean {
  return event.instance === other?.instance && event.start === other.start;
}

function difference(these: ExpectedEvent[], those: ExpectedEvent[]): ExpectedEvent[] {
  const others = new Set(those.map((event) => JSON.stringify(event)));
  return these.filter((event) => !others.has(JSON.stringify(event))).sort(inOrder);
}

function inOrder(a: ExpectedEvent, b: ExpectedEvent): number {
  return a.instance - b.instance || a.start.localeCompare(b.start);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
