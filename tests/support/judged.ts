import { assert, assertEquals } from "@std/assert";
import type { Simulator } from "../../connectors/simulator/server.ts";
import type { Acknowledged } from "./acknowledged.ts";
import type { AndonClient, Json } from "./andon_client.ts";
import { type ExpectedEvent, expectedEvents, limitRule } from "./expected_events.ts";
import { allEvents, allInstances } from "./office.ts";
import { deployOn } from "./simulated_plant.ts";

/** The limit of `limitTemplate`. */
const LIMIT = 80;
const CAUGHT_UP_MS = 60_000;

/**
 * A deployment is judged on what was known at its time, and a stream new to its shard is read a little later: by then
 * all of that is over, and nothing but the samples counts.
 */
const SETTLED_MS = 15_000;

/** An instance on each stream; answers from when on their events are compared: all of their streams have been read. */
export async function deployOnAll(
  client: AndonClient,
  { templateId, streams }: { templateId: number; streams: readonly string[] },
): Promise<ComparedFrom> {
  const ids = new Set<number>();
  for (const stream of streams) ids.add(await deployOn(client, templateId, stream));
  await judgedUpTo(client, Date.now());
  const settledMs = Date.now();
  return (row) => ids.has(Number(row.id)) ? settledMs : Date.parse(String(row.deployment_date)) + SETTLED_MS;
}

/** From when on the events of an instance are compared. */
export type ComparedFrom = (instance: Json) => number;

/** What has been seen so far: the id of each event by instance and start. */
export class SeenIds {
  readonly #ids = new Map<string, number>();

  /** Fails where an event has come under a second id. */
  take(rows: Json[]): void {
    for (const row of rows) {
      const key = `${row.instance_id}/${row.start_time}`;
      const before = this.#ids.get(key);
      assert(before === undefined || before === row.id, `event ${key} had id ${before}, now ${row.id}`);
      this.#ids.set(key, Number(row.id));
    }
  }
}

export interface JudgedInput {
  client: AndonClient;
  simulator: Simulator;
  acknowledged: Acknowledged;
  comparedFrom: ComparedFrom;
  seen?: SeenIds;
}

/**
 * Judged up to this moment, the events of all deployed instances are the naive evaluator's over what the simulator
 * holds, but for the ends of those that people closed. Answers how many.
 */
export async function judgedAsExpected(input: JudgedInput): Promise<number> {
  const { client, simulator, acknowledged, seen = new SeenIds() } = input;
  const untilMs = Date.now();
  await judgedUpTo(client, untilMs);
  const rows = await allEvents(client);
  seen.take(rows);
  const closed = closedByHand(rows, acknowledged);
  const deployed = (await allInstances(client)).filter((row) => row.is_deployed);
  const from = new Map(deployed.map((row) => [Number(row.id), input.comparedFrom(row)]));
  const isCompared = ({ instance, start }: ExpectedEvent) =>
    Date.parse(start) >= (from.get(instance) ?? Infinity) && Date.parse(start) <= untilMs;
  const expected = deployed.flatMap((row) =>
    expectedEvents({
      simulator,
      stream: String(row.stream),
      instance: Number(row.id),
      rule: limitRule(LIMIT),
      deployedAtMs: Date.parse(String(row.deployment_date)),
      untilMs,
    })
  ).filter(isCompared).map((event) => ({ ...event, end: closed.get(keyOf(event)) ?? event.end }));
  const judged = rows.map(asExpected).filter(isCompared);
  assertEquals(new Set(rows.map((row) => keyOf(asExpected(row)))).size, rows.length, "no event twice");
  const texts = (events: ExpectedEvent[]) =>
    new Set(events.map((event) => textOf(event, { untilMs, closed })));
  assertEquals(
    [...texts(expected).difference(texts(judged))],
    [],
    "events of the naive evaluator that are missing",
  );
  assertEquals(
    [...texts(judged).difference(texts(expected))],
    [],
    "events that the naive evaluator does not have",
  );
  return judged.length;
}

/** Their ends, by instance and start. Nobody else closes: each was tried by a clerk. */
function closedByHand(rows: Json[], acknowledged: Acknowledged): Map<string, string> {
  const tried = new Set([...acknowledged.named("closed:")].map(({ name }) => name));
  const closed = new Map<string, string>();
  for (const row of rows) {
    if (row.close_reason !== "manual") continue;
    assert(tried.has(`closed:${row.id}`), `nobody closed event ${row.id}`);
    closed.set(keyOf(asExpected(row)), String(row.end_time));
  }
  return closed;
}

function asExpected(row: Json): ExpectedEvent {
  return {
    instance: Number(row.instance_id),
    start: String(row.start_time),
    end: row.end_time === null ? null : String(row.end_time),
  };
}

function keyOf({ instance, start }: ExpectedEvent): string {
  return `${instance} ${start}`;
}

/** What ends after the comparison's moment is open in it, unless a person ended it. */
function textOf(
  event: ExpectedEvent,
  { untilMs, closed }: { untilMs: number; closed: Map<string, string> },
): string {
  const { end } = event;
  const isOpen = end === null || (Date.parse(end) > untilMs && !closed.has(keyOf(event)));
  return `${keyOf(event)} ${isOpen ? null : end}`;
}

async function judgedUpTo(client: AndonClient, untilMs: number): Promise<void> {
  const deadline = Date.now() + CAUGHT_UP_MS;
  for (;;) {
    const tags: Json[] = (await client.ok("GET", "/api/system-tags")).data;
    const lag = tags.find((tag) => tag.tag_name === "SYS.SOURCE.LAG_SECONDS")?.value;
    if (typeof lag === "number" && Date.now() - lag * 1000 > untilMs + 500) return;
    assert(Date.now() < deadline, `judging does not reach ${new Date(untilMs).toISOString()}; lag ${lag}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
