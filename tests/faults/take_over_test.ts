import { assert, assertEquals } from "@std/assert";
import { type Simulator, startSimulator } from "../../simulator/data_hub/server.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { blockSize } from "../../domain/rate_limit/allowance.ts";
import { WINDOW_MS, windowAt } from "../../domain/rate_limit/window.ts";
import { startProxy } from "../../tools/cluster/proxy.ts";
import { AndonClient, type Json } from "../support/andon_client.ts";
import { ADMIN_PASSWORD } from "../support/andon_process.ts";
import { ClusterHarness } from "../support/cluster_harness.ts";
import { denokvTest } from "../support/denokv.ts";
import { eventually } from "../support/eventually.ts";
import { FaultyProxy } from "../support/faulty_proxy.ts";
import { type Behaviour, HttpReceiver } from "../support/http_receiver.ts";
import { makeTemplate, sourceConfiguration } from "../support/running_system.ts";
import { deployOn } from "../support/simulated_plant.ts";
import { signInAtSource, SourceStreams } from "../support/source_streams.ts";
import { spendHeavy } from "../support/spent_allowance.ts";
import { TakeOverPeople } from "../support/take_over_people.ts";

const TAKE_OVER_MS = 120_000;
const LIMIT = 50;
const BEFORE = 28;
const STREAMS = ["Own.A", "Own.B", "Own.C"];

/** What becomes of the message of the event that opens just before each kill. */
const AT_THE_KILLS: { when: string; receives: () => Behaviour; isReached(on: HttpReceiver): boolean }[] = [
  {
    when: "while the receiver does not answer",
    receives: () => "hang",
    isReached: ({ bodies }) => bodies.some(isOfARule),
  },
  {
    when: "after the receiver has taken it, before its answer",
    receives: () => "take and hang",
    isReached: (receiver) => keysTold(receiver).length === 2,
  },
  { when: "as soon as the event is stored", receives: () => new Response("taken"), isReached: () => true },
];

/** Not of Andon's own events, which a slow machine may cause. */
function isOfARule(body: unknown): boolean {
  return JSON.stringify(body).includes("Critical: High");
}

/** The keys of the messages about the rule's events. */
function keysTold({ messages }: HttpReceiver): string[] {
  return messages.filter(({ body }) => isOfARule(body)).map(({ key }) => key);
}

async function signedIn(url: string): Promise<AndonClient> {
  const client = new AndonClient(url);
  await client.signIn("admin", ADMIN_PASSWORD);
  return client;
}

/** Configures the plant, which cannot be reached at the moment. */
async function configure(
  client: AndonClient,
  { simulator, line }: { simulator: Simulator; line: FaultyProxy },
) {
  line.cut();
  await client.ok("POST", "/api/configuration", { ...sourceConfiguration(simulator), base_url: line.url });
  const failure = async () => (await client.ok("GET", "/api/discovery")).data.failure;
  await eventually("the first discovery fails", async () => await failure() !== null);
}

async function fallbackPoint(client: AndonClient, { url }: HttpReceiver): Promise<void> {
  await client.ok("POST", "/api/contact-points", {
    name: "Team chat",
    fallback: true,
    config: {
      kind: "http",
      method: "POST",
      url,
      content_type: "application/json",
      headers: [{ name: "x-key", value: "{delivery_key}" }],
      body: '{"title":"{title}"}',
    },
  });
}

/** An instance on each stream; a value above 80 is critical. */
async function deployAll(client: AndonClient): Promise<number[]> {
  const rules = [{ severity: "critical", rule_name: "High" }], instances: number[] = [];
  const template = await makeTemplate(client, { rules });
  for (const stream of STREAMS) instances.push(await deployOn(client, template, stream));
  return instances;
}

interface Scene {
  cluster: ClusterHarness;
  admin: AndonClient;
  receiver: HttpReceiver;
  streams: SourceStreams;
  /** One on each of the streams. */
  instances: number[];
}

/** Opens an event, kills the leader when its message is on its way, and waits for the next one. Answers the event's id. */
async function killTelling(
  { cluster, admin, receiver, streams, instances }: Scene,
  kill: number,
): Promise<number> {
  const { when, receives, isReached } = AT_THE_KILLS[kill];
  receiver.behave = ({ body }) => isOfARule(body) ? receives() : new Response("taken");
  await streams.write(STREAMS[kill], [new Date().toISOString(), 90]);
  const [event] = await eventually("the event opens", async () => {
    const { data } = await admin.ok("GET", `/api/rule-events/active?instance_id=${instances[kill]}`);
    return data.length > 0 && data;
  });
  await eventually(`its message is on its way: ${when}`, () => isReached(receiver));
  const { leader } = await cluster.byRole();
  await leader.kill();
  receiver.behave = () => new Response("taken");
  if (kill < AT_THE_KILLS.length - 1) cluster.relaunch(leader);
  const next = async () => (await cluster.byRole()).leader;
  await eventually("another one leads", async () => await next() !== leader, TAKE_OVER_MS);
  return event.id;
}

/** The event is told in one message. */
async function untilTold({ admin, receiver }: Scene, { event, kill }: { event: number; kill: number }) {
  const { when } = AT_THE_KILLS[kill];
  await eventually(`it is told: ${when}`, () => keysTold(receiver).length === kill + 1);
  const deliveries = await eventually("its delivery is stored", async () => {
    const { data } = await admin.ok("GET", `/api/rule-events/${event}/notifications`);
    return data.every(({ state }: Json) => state === "accepted") && data;
  });
  assertEquals(deliveries.length, 1, `one message tells the event: ${when}`);
}

/** What begins now has the whole window before it. */
async function nextWindow(): Promise<void> {
  const { startMs } = windowAt(Date.now(), WINDOW_MS);
  await eventually(
    "the next window begins",
    () => windowAt(Date.now(), WINDOW_MS).startMs > startMs,
    2 * WINDOW_MS,
  );
}

/** What a new key is let through at two leaders in a row. */
class SpentAtTwo {
  private constructor(
    readonly url: string,
    readonly key: string,
    readonly spent: { before: number; windowMs: Ms },
  ) {}

  static async begin(admin: AndonClient, name: string): Promise<SpentAtTwo> {
    const { data: { key } } = await admin.ok("POST", "/api/keys", { name, role: "viewer" });
    // Before the first is spent: the minute may turn meanwhile.
    const { startMs: windowMs } = windowAt(Date.now(), WINDOW_MS);
    const before = await spendHeavy(admin.baseUrl, { key, most: BEFORE });
    return new SpentAtTwo(admin.baseUrl, key, { before, windowMs });
  }

  /** False, and nothing can be said, when another minute has begun. */
  async end(): Promise<boolean> {
    const { url, key, spent: { before, windowMs } } = this;
    const after = await spendHeavy(url, { key, most: LIMIT });
    if (windowAt(Date.now(), WINDOW_MS).startMs !== windowMs) return false;
    const all = before + after;
    // The first leader had a block that it did not spend.
    assert(all <= LIMIT && all > LIMIT - blockSize(LIMIT), `${before} and ${after} of ${LIMIT}`);
    return true;
  }
}

denokvTest(
  "over one leaving and three kills of the leader, people stay in or out, limits hold, and each event is told once",
  async (kv) => {
    await using simulator = await startSimulator({ now: Date.now });
    await using line = new FaultyProxy(Number(new URL(simulator.baseUrl).port));
    await using receiver = new HttpReceiver();
    const environment = { RATE_LIMIT_HEAVY: String(LIMIT), RATE_LIMIT_BY: "person" };
    await using cluster = await ClusterHarness.start(kv, { processes: 2, environment });
    const urls = cluster.processes.map(({ baseUrl }) => baseUrl);
    await using proxy = startProxy({ port: 0, processes: urls });
    const admin = await signedIn(proxy.url);
    const { data: { head } } = await admin.ok("GET", "/api/audit-log/head");
    using streams = new SourceStreams(await signInAtSource(simulator));
    await streams.make("number", ...STREAMS);
    await configure(admin, { simulator, line });

    const { leader } = await cluster.byRole();
    await leader.stop();
    cluster.relaunch(leader);
    line.mend();
    const lastDiscovery = async () => (await admin.ok("GET", "/api/discovery")).data.last;
    const discovered = await eventually(
      "the next leader discovers",
      () => lastDiscovery().catch(() => null),
      TAKE_OVER_MS,
    );
    await fallbackPoint(admin, receiver);
    const scene = { cluster, admin, receiver, streams, instances: await deployAll(admin) };
    await using people = await TakeOverPeople.begin(admin);

    let evaluated = 0;
    for (const kill of AT_THE_KILLS.keys()) {
      await cluster.allReady();
      if (kill === AT_THE_KILLS.length - 1 && evaluated === 0) await nextWindow();
      const spent = await SpentAtTwo.begin(admin, `Key ${kill}`);
      if (kill === 0) await people.endSome();
      const event = await killTelling(scene, kill);
      if (await spent.end()) evaluated++;
      if (kill === 0) await people.check();
      await untilTold(scene, { event, kill });
    }
    assert(evaluated > 0, "no take-over ended in the minute in which it began");
    const keys = keysTold(receiver), [, unanswered, last] = keys;
    assertEquals(keys.length, AT_THE_KILLS.length, "each event is told once");
    // The last leader may have been killed before or after the answer.
    const repeats = receiver.repeats.filter((key) => keys.includes(key) && key !== last);
    assertEquals(repeats, [unanswered]);
    assertEquals(await lastDiscovery(), discovered, "the plant was discovered once");
    await eventually("all is sealed", async () => {
      return (await admin.ok("GET", "/api/audit-log/head")).data.unsealed === 0;
    });
    const { data: audit } = await admin.ok("GET", `/api/audit-log/verify?head=${head}`);
    assertEquals(audit.problems, [], "the log is whole, and contains the head of the first leader");
  },
);
