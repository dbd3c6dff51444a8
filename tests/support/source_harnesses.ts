import { createOutboundGuard } from "../../connectors/outbound.ts";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import type { DataSource } from "../../connectors/source.ts";
import { CONNECTORS, connectSource, type SourceKind } from "../../connectors/sources.ts";
import type { DataHubSettings } from "../../connectors/data_hub/settings.ts";
import type { SourceSettings } from "../../domain/source/types.ts";
import { sourceTimeFromTicks, type Ticks } from "../../domain/shared/time.ts";
import { COLLECTED_LACKS } from "./collected_harness.ts";
import { failure, property, sdsType, startDataHubServer } from "./data_hub_server.ts";
import { mqttHarness } from "./mqtt_harness.ts";
import { opcUaHarness } from "./opc_ua_harness.ts";
import { piWebApiHarness } from "./pi_web_api_harness.ts";
import { httpPushHarness } from "./http_push_harness.ts";
import type { HarnessConnection, SourceHarness } from "./source_harness.ts";
import { findPostgres, tellMissing } from "./postgres.ts";
import { narrowHarness, wideHarness } from "./sql_harness.ts";
import { signInAtSource, SourceStreams } from "./source_streams.ts";

/** The sources that the suite tests: at least one server for each kind in the table of connectors. */
const BY_KIND: Readonly<Record<SourceKind, Record<string, () => Promise<SourceHarness>>>> = {
  data_hub: { "the tests' own server": testServerHarness, "the simulator": simulatorHarness },
  mqtt: { "a broker": mqttHarness },
  pi_web_api: { "the simulator": piWebApiHarness },
  opc_ua: { "a server": opcUaHarness },
  http_push: { "its store": httpPushHarness },
  sql: sqlServers(),
};

function sqlServers(): Record<string, () => Promise<SourceHarness>> {
  if (findPostgres() !== undefined) return { "a narrow table": narrowHarness, "a wide table": wideHarness };
  tellMissing("all that a source must do, over PostgreSQL");
  return {};
}

export const SOURCE_SERVERS = (Object.keys(CONNECTORS) as SourceKind[]).flatMap((kind) =>
  Object.entries(BY_KIND[kind]).map(([where, start]) => ({
    name: `${kind} at ${where}`,
    capabilities: CONNECTORS[kind].capabilities,
    lacks: CONNECTORS[kind].needsDisk ? COLLECTED_LACKS : [],
    start,
  }))
);

type Identity = Pick<DataHubSettings, "baseUrl" | "tenantId" | "namespaceId" | "clientId" | "clientSecret">;

/** Connections that are closed with their harness. */
class DataHubConnections {
  readonly #open: DataSource[] = [];

  constructor(private readonly identity: Identity, private readonly now: () => number) {}

  async connect({ isStranger = false, requestsPerMinute }: HarnessConnection = {}): Promise<DataSource> {
    const { identity } = this;
    const settings: SourceSettings = {
      id: 1,
      name: "default",
      kind: "data_hub",
      config: {
        region: "simulator",
        base_url: identity.baseUrl,
        tenant_id: identity.tenantId,
        namespace_id: identity.namespaceId,
        client_id: identity.clientId,
      },
      secrets: { client_secret: isStranger ? "wrong" : identity.clientSecret },
      waitSeconds: null,
      pollSeconds: 10,
      changeFeed: "auto",
      maxAgeSeconds: 0,
      sourceLostSeconds: 60,
      correctionHorizonHours: 72,
      requestsPerMinute: requestsPerMinute ?? null,
    };
    const source = await connectSource({
      settings,
      now: this.now,
      random: () => 0,
      clientName: "andon-suite",
      folder: null,
      outbound: createOutboundGuard({ allow: "", alwaysAllow: [new URL(identity.baseUrl).host] }),
    });
    this.#open.push(source);
    return source;
  }

  async close(): Promise<void> {
    for (const source of this.#open) await source.close();
  }
}

// deno-lint-ignore require-await -- as every harness is started
async function testServerHarness(): Promise<SourceHarness> {
  const server = startDataHubServer({
    types: [sdsType("Number", [property("Value", 14)])],
    assets: [],
    pageCap: 7,
  });
  const { world, baseUrl } = server;
  const connections = new DataHubConnections({ ...world, baseUrl }, Date.now);
  const eventAt = (name: string, time: string) => world.events[name].find(({ Time }) => Time === time);

  /** Each signup has its own pages, which contain no earlier changes. */
  function feed(name: string, operation: string, events: Record<string, unknown>[]): void {
    for (const { id, resources } of world.signups) {
      if (resources.includes(name)) (world.feeds[id] ??= []).push([{ resourceId: name, operation, events }]);
    }
  }

  function put(name: string, Time: string, Value: number): void {
    const known = eventAt(name, Time);
    if (known === undefined) world.events[name].push({ Time, Value });
    else known.Value = Value;
    world.events[name].sort((a, b) => String(a.Time) < String(b.Time) ? -1 : 1);
  }

  return {
    connect: (options) => connections.connect(options),
    make(...names) {
      const ModifiedDate = new Date().toISOString();
      for (const Id of names) {
        world.streams.push({ Id, Name: Id, TypeId: "Number", ModifiedDate });
        world.events[Id] = [];
      }
      world.assets?.push({
        Id: `Asset ${names}`,
        Name: `Asset ${names}`,
        ModifiedDate,
        StreamReferences: names.map((Name) => ({ Name, StreamId: Name })),
      });
      return Promise.resolve();
    },
    write(name, ...samples) {
      const events = samples.map(([time, Value]) => ({ Time: sourceTimeFromTicks(time), Value }));
      for (const { Time, Value } of events) put(name, Time, Value);
      feed(name, "Update", events);
      return Promise.resolve();
    },
    takeAway(name, at: Ticks) {
      const Time = sourceTimeFromTicks(at);
      world.events[name] = world.events[name].filter((event) => event.Time !== Time);
      feed(name, "Remove", [{ Time }]);
      return Promise.resolve();
    },
    removeStream(name) {
      world.streams = world.streams.filter(({ Id }) => Id !== name);
      delete world.events[name];
      return Promise.resolve();
    },
    forgetFeed() {
      for (const signup of world.signups) signup.state = "Expired";
      return Promise.resolve();
    },
    goAway: () => void (server.intercept = () => failure(503, "Closed.")),
    hold() {
      server.intercept = ({ path }) => path.includes("/Data") ? server.stall() : undefined;
    },
    back: () => void (server.intercept = () => undefined),
    async [Symbol.asyncDispose]() {
      await connections.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const BOOKMARKS_MS = 3 * 3_600_000;

async function simulatorHarness(): Promise<SourceHarness> {
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const simulator = await startSimulator({ now, tokenSeconds: 86_400 });
  const streams = new SourceStreams(await signInAtSource(simulator));
  const connections = new DataHubConnections(simulator, now);
  return {
    connect: (options) => connections.connect(options),
    make: (...names) => streams.make("number", ...names),
    write: (name, ...samples) =>
      streams.write(
        name,
        ...samples.map(([time, value]): [string, number] => [sourceTimeFromTicks(time), value]),
      ),
    takeAway: (name, at) => streams.takeAway(name, sourceTimeFromTicks(at)),
    removeStream: (name) => streams.remove(name),
    forgetFeed() {
      aheadMs += BOOKMARKS_MS;
      return Promise.resolve();
    },
    goAway: () => void simulator.faults.set({ kind: "outage", form: "unavailable" }),
    hold: () => void simulator.faults.set({ kind: "slow", path: "*/Data*", delay_seconds: 600 }),
    back: () => void simulator.faults.endAll(),
    async [Symbol.asyncDispose]() {
      streams[Symbol.dispose]();
      await connections.close();
      await simulator.close();
    },
  };
}
