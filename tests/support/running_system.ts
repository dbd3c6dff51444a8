import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator/data_hub/server.ts";
import { msFromTicks, ticksFromSourceTime } from "../../domain/shared/time.ts";
import { type Andon, serve, type ServeOptions } from "../../main/serve.ts";
import { parseSettings } from "../../settings/settings.ts";
import { AndonClient, closeConnections, type Json } from "./andon_client.ts";
import { ADMIN_PASSWORD, PASSWORD_COST, SECRETS_KEY } from "./andon_process.ts";
import { eventually } from "./eventually.ts";
import { FaultyProxy } from "./faulty_proxy.ts";
import { signInAtSource, SourceStreams } from "./source_streams.ts";
import { setRight, spawnTurnedWorker, turnTo } from "./turned_clock.ts";

export interface SystemOptions {
  /** 0: actors in the main isolate; else so many workers. */
  shards: number;
  simulator?: Partial<SimulatorOptions>;
  /** What differs from the simulator's own configuration; null: nothing is configured. */
  configuration?: Json | null;
  /** Settings of the test's own. */
  environment?: Record<string, string>;
  /** How long a piece of the past of polled streams is, at least, that is looked at again. */
  reconciliationMs?: number;
  /** How workers are supervised; they begin with the test's clock. */
  workers?: ServeOptions["workers"];
  /** What people see; none by default. */
  console?: ServeOptions["console"];
  /** Where the log's lines go. */
  logged?: string[];
}

export interface EventRow extends Json {
  id: number;
  start_time: string;
  activated_at: string;
  end_time: string | null;
  closed_at: string | null;
  flags: string[];
}

/** Andon in the test's process over a store in memory, with a simulated plant and a signed-in client. */
export interface RunningSystem extends AsyncDisposable {
  andon: Andon;
  client: AndonClient;
  simulator: Simulator;
  /** How many shards evaluate; 0: the main isolate. */
  shards: number;
  /** Streams of the test's own, at the simulator. */
  streams: SourceStreams;
  /** `level message {fields}`. */
  readonly logged: string[];
  /** The text of `/metrics`. */
  metrics(): Promise<string>;
  /** Stores the evaluated state as a generation. */
  generation(): Promise<void>;
  /** Connects Andon to a simulator, this one by default, and discovers its streams. */
  configure(changes?: Json, simulator?: Simulator): Promise<void>;
  /** A template of these rules in a package of its own. */
  template(template: TemplateInput): Promise<number>;
  /** An instance, deployed and reading its streams. */
  deploy(template: number, mappings: Json, name?: string): Promise<number>;
  /** Sets the clock to when this source time can be evaluated; with real clocks, waits for it. */
  reach(time: string): void;
  /** Waits until everything up to this source time has been evaluated. */
  evaluated(time: string): Promise<void>;
  /** The events of an instance, oldest start first. */
  events(instance: number): Promise<EventRow[]>;
  /** Waits for one event of an instance that fits; all written samples are evaluated by then. */
  event(instance: number, fits: (row: EventRow) => unknown): Promise<EventRow>;
}

export interface TemplateInput extends Json {
  rules: Json[];
  placeholders?: Json[];
}

export interface SystemTestOptions extends Omit<SystemOptions, "shards" | "logged"> {
  /** In two workers too: how shards act together is what it tests. */
  byShards?: boolean;
}

/**
 * Registers a test with the actors in the main isolate, and with `byShards` in workers too. By `deno task proof:workers`
 * every test runs in workers.
 */
export function systemTest(
  fact: string,
  { byShards = false, ...options }: SystemTestOptions,
  body: (on: RunningSystem) => Promise<void>,
): void {
  const run = async (how: { shards: number }) => {
    const logged: string[] = [];
    try {
      await using on = await runningSystem({ ...options, ...how, logged });
      await body(on);
    } catch (error) {
      console.error(logged.filter((line) => line.startsWith("error")).join("\n"));
      throw error;
    }
  };
  const byWorkers = Deno.env.get("ANDON_BY") === "workers";
  if (!byWorkers) Deno.test(fact, () => run({ shards: 0 }));
  if (byWorkers || byShards) Deno.test(`${fact} (2 workers)`, () => run({ shards: 2 }));
}

export async function runningSystem(options: SystemOptions): Promise<RunningSystem> {
  setRight();
  const simulator = await startSimulator({ now: Date.now, ...options.simulator });
  const line = new FaultyProxy(Number(new URL(simulator.baseUrl).port));
  try {
    const served = await serveHere(options);
    const { andon, leave } = served;
    const client = new AndonClient(urlOf(andon));
    const on = systemOf({ ...served, client, simulator, line, options });
    try {
      on.streams = new SourceStreams(await signInAtSource(simulator), line);
      await client.signIn("admin", ADMIN_PASSWORD);
      if (options.configuration !== null) await on.configure();
      return on;
    } catch (error) {
      await leave();
      throw error;
    }
  } catch (error) {
    await line[Symbol.asyncDispose]();
    await simulator.close();
    throw error;
  }
}

export const urlOf = ({ address }: Andon) => `http://127.0.0.1:${new URL(address).port}`;

/** Andon in the test's process; the environment may name another store than one in memory. */
export async function serveHere(
  { shards, environment: own, console, reconciliationMs, workers, logged: lines = [] }: SystemOptions,
): Promise<Served> {
  const environment = {
    PORT: "0",
    HOST: "127.0.0.1",
    KV_URL: ":memory:",
    ACTOR_SHARDS: String(shards),
    OUTBOUND_ALLOW: "127.0.0.1",
    ADMIN_PASSWORD,
    SECRETS_KEY,
    RATE_LIMIT_DEFAULT: "off",
    RATE_LIMIT_HEAVY: "off",
    ...own,
  };
  const settings = parseSettings(environment, "start", { cores: 2, tty: false });
  if (settings.secretsKey === null) throw new TypeError("The tests' SECRETS_KEY is no key");
  const { secretsKey, adminPassword } = settings;
  const log = (level: string, message: string, fields?: Json) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
  const andon = await serve({
    settings,
    secretsKey,
    adminPassword,
    log,
    alwaysAllow: [],
    console,
    reconciliationMs,
    passwordCost: PASSWORD_COST,
    workers: { spawnWorker: spawnTurnedWorker, ...workers },
  });
  const metrics = async () => await (await fetch(`${urlOf(andon)}/metrics`)).text();
  const generation = async () => void await andon.plant.source.ask({ type: "snapshot" });
  return { andon, metrics, generation, logged: () => lines, leave: () => andon.close() };
}

/** Andon, and what is asked of it beside its API. */
interface Served extends Pick<RunningSystem, "andon" | "metrics" | "generation"> {
  logged(): string[];
  leave(): Promise<void>;
}

interface Parts extends Pick<RunningSystem, "client" | "simulator">, Served {
  /** From Andon to the simulator. */
  line: FaultyProxy;
  options: SystemOptions;
}

function systemOf(
  { andon, metrics, generation, leave, client, simulator, line, logged, options }: Parts,
): RunningSystem {
  const events = async (instance: number): Promise<EventRow[]> => {
    const { data } = await client.ok("GET", `/api/rule-events/history?instance_id=${instance}&limit=1000`);
    return data.toReversed();
  };
  const reach = (time: string) => {
    const waitMs = 1000 * Number(options.configuration?.wait_seconds ?? 0);
    // A browser has a clock of its own.
    if (options.console === undefined) turnTo(Date.parse(time) + waitMs);
  };
  return {
    andon,
    shards: options.shards,
    metrics,
    generation,
    client,
    simulator,
    events,
    get logged() {
      return logged();
    },
    streams: new SourceStreams({ root: "", token: "" }),
    async configure(changes = {}, source = simulator) {
      await client.ok("POST", "/api/configuration", {
        ...sourceConfiguration(source),
        ...(source === simulator ? { base_url: line.url } : {}),
        ...options.configuration,
        ...changes,
      });
      await client.ok("POST", "/api/discover-assets");
    },
    template: (input) => makeTemplate(client, input),
    async deploy(template, mappings, name = `Instance ${crypto.randomUUID().slice(0, 8)}`) {
      const { data } = await client.ok("POST", "/api/instances", {
        template_id: template,
        instance_name: name,
        placeholder_mappings: mappings,
      });
      await client.ok("POST", `/api/instances/${data.id}/deploy`);
      reach(new Date(Date.now()).toISOString());
      await untilRead(andon, client);
      return data.id;
    },
    reach,
    evaluated: async (time) => {
      reach(time);
      await evaluated(andon, time);
    },
    event(instance, fits) {
      if (this.streams.newest !== undefined) reach(this.streams.newest);
      return eventually(
        `an event of instance ${instance} for which ${fits}`,
        async () => (await events(instance)).find(fits),
      );
    },
    async [Symbol.asyncDispose]() {
      this.streams[Symbol.dispose]();
      closeConnections(client.baseUrl);
      await leave();
      await line[Symbol.asyncDispose]();
      await simulator.close();
      setRight();
    },
  };
}

/** The configuration that reaches a simulator. */
export function sourceConfiguration(simulator: Simulator): Json {
  return {
    region: "simulator",
    base_url: simulator.baseUrl,
    tenant_id: simulator.tenantId,
    namespace_id: simulator.namespaceId,
    client_id: simulator.clientId,
    client_secret: simulator.clientSecret,
    poll_seconds: 0.1,
    wait_seconds: 0,
  };
}

export async function makeTemplate(client: AndonClient, { rules, ...input }: TemplateInput): Promise<number> {
  const unique = crypto.randomUUID().slice(0, 8);
  const made = await client.ok("POST", "/api/packages", { name: `Package ${unique}`, description: "" });
  const answer = await client.ok("POST", "/api/templates", {
    name: `Template ${unique}`,
    description: "",
    category: "production",
    color: "#2f6feb",
    package_id: made.data.id,
    placeholders: [numberPlaceholder("VALUE")],
    ...input,
    rules: rules.map((rule, i) => ({
      rule_id: `r${i + 1}`,
      rule_name: `Rule ${i + 1}`,
      event_name: `Event ${i + 1}`,
      event_description: "",
      conditions: [aboveLimit],
      ...rule,
    })),
  });
  return answer.template.id;
}

/** The comparison that most tests use. */
export const aboveLimit = { stream: "<VALUE>", operator: "greater_than", value: 80 };

export function numberPlaceholder(name: string, changes: Json = {}): Json {
  return { placeholder_name: name, data_type: "NUM", description: "", is_required: true, ...changes };
}

/** Waits until every bound stream is followed and has been read, so that samples written from now on are evaluated. */
export async function untilRead({ plant }: Andon, client: AndonClient): Promise<void> {
  await eventually("every bound stream is followed", async () => {
    const bound = (await client.ok("GET", "/api/streams/active")).data.length;
    return plant.sourceStatus().followed_streams === bound;
  });
  await rounds(plant, ROUNDS_TO_FIRST_READ);
}

/** One that was under way at the deployment, one that adds the streams at the source, and one that reads them. */
const ROUNDS_TO_FIRST_READ = 3;

/** Waits until the source has been read that many more times. */
export async function rounds(plant: Andon["plant"], count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    const before = plant.sourceStatus().watermark_ms ?? 0;
    await eventually("the source is read on", () => (plant.sourceStatus().watermark_ms ?? 0) > before);
  }
}

export async function evaluated({ plant }: Andon, time: string): Promise<void> {
  const ticks = ticksFromSourceTime(time);
  if (ticks === undefined) throw new TypeError(`${time} is no source time`);
  const ms = msFromTicks(ticks);
  await eventually(
    `everything is evaluated up to ${time}`,
    () => (plant.sourceStatus().watermark_ms ?? 0) > ms,
  );
}

/** `[start, end]` of events, as a comparison needs them. */
export function spans(rows: EventRow[]): (string | null)[][] {
  return rows.map(({ start_time, end_time }) => [start_time, end_time]);
}

/** Source times in seconds from a moment a little ahead, so that samples arrive before they are evaluated. */
export function timeline(aheadMs = 1_000): (seconds: number) => string {
  const startMs = Date.now() + aheadMs;
  return (seconds) => new Date(startMs + Math.round(seconds * 1000)).toISOString();
}
