import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Simulator, startSimulator } from "../../simulator/data_hub/server.ts";
import type { AndonClient, Json } from "../support/andon_client.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { eventually } from "../support/eventually.ts";
import { endedStart } from "../support/refused_start.ts";
import { sourceConfiguration, timeline } from "../support/running_system.ts";
import { deployOn, limitTemplate } from "../support/simulated_plant.ts";
import { signInAtSource, SourceStreams } from "../support/source_streams.ts";

const WRONG: { what: string; environment: Record<string, string | null>; names: string }[] = [
  { what: "without SECRETS_KEY", environment: { SECRETS_KEY: null }, names: "SECRETS_KEY" },
  { what: "with a SECRETS_KEY too short", environment: { SECRETS_KEY: btoa("short") }, names: "SECRETS_KEY" },
  {
    what: "without ADMIN_PASSWORD at the first start",
    environment: { ADMIN_PASSWORD: null },
    names: "ADMIN_PASSWORD",
  },
  {
    what: "with a short ADMIN_PASSWORD",
    environment: { ADMIN_PASSWORD: "elevenchars" },
    names: "ADMIN_PASSWORD",
  },
  {
    what: "with an ADMIN_PASSWORD that is easy to guess",
    environment: { ADMIN_PASSWORD: "aaaaaaaaaaaa" },
    names: "ADMIN_PASSWORD is easy to guess",
  },
  { what: "with a PORT that is none", environment: { PORT: "80a" }, names: "PORT" },
  { what: "with ACTOR_SHARDS below 0", environment: { ACTOR_SHARDS: "-1" }, names: "ACTOR_SHARDS" },
  {
    what: "with an unknown time zone",
    environment: { PLANT_TIME_ZONE: "Mars/Base" },
    names: "PLANT_TIME_ZONE",
  },
  {
    what: "with an OUTBOUND_ALLOW that is none",
    environment: { OUTBOUND_ALLOW: "10.0.0.0/99" },
    names: "OUTBOUND_ALLOW",
  },
  { what: "with a key file alone", environment: { TLS_KEY_FILE: "key.pem" }, names: "TLS_CERT_FILE" },
  {
    what: "with a DATA_DIR that cannot be made",
    environment: { KV_URL: null, DATA_DIR: "/dev/null/data" },
    names: "DATA_DIR",
  },
];

for (const { what, environment, names } of WRONG) {
  Deno.test(`start ${what} ends with one line and exit code 2`, async () => {
    const { code, lines, stdout } = await endedStart(environment);
    assertEquals([code, lines.length, stdout], [2, 1, ""], lines.join("\n"));
    assertStringIncludes(lines[0], names);
  });
}

/** A data folder of its own, and a simulator that Andon may reach. */
async function withPlant(body: (plant: { dataDir: string; simulator: Simulator }) => Promise<void>) {
  const dataDir = await Deno.makeTempDir();
  try {
    await using simulator = await startSimulator({ now: Date.now });
    await body({ dataDir, simulator });
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

function processOptions({ dataDir, simulator }: { dataDir: string; simulator: Simulator }) {
  return {
    dataDir,
    allow: new URL(simulator.baseUrl).host,
    environment: { ACTOR_SHARDS: "2", RATE_LIMIT_DEFAULT: "off", RATE_LIMIT_HEAVY: "off" },
  };
}

Deno.test("a second process on the same store ends at once; the first one serves on", async () => {
  await withPlant(async (plant) => {
    await using andon = await AndonProcess.start(processOptions(plant));
    const second = await endedStart({ KV_URL: null, DATA_DIR: plant.dataDir });
    assertEquals([second.code, second.lines.length], [2, 1], second.lines.join("\n"));
    assertStringIncludes(second.lines[0], "in use by another process");
    const client = await andon.client();
    await client.ok("POST", "/api/packages", { name: "Still here", description: "" });
  });
});

Deno.test("another SECRETS_KEY than the store's is refused, and the right one still opens it", async () => {
  await withPlant(async (plant) => {
    await using first = await AndonProcess.start(processOptions(plant));
    assertEquals(await first.stop(), 0);
    const SECRETS_KEY = btoa("fedcba9876543210fedcba9876543210");
    const { code, lines } = await endedStart({ KV_URL: null, DATA_DIR: plant.dataDir, SECRETS_KEY });
    assertEquals([code, lines.length], [2, 1], lines.join("\n"));
    assertStringIncludes(lines[0], "SECRETS_KEY");
    await using again = await AndonProcess.start(processOptions(plant));
    assertEquals(await again.stop(), 0);
  });
});

const STOP_WITHIN_MS = 60_000;

Deno.test("SIGTERM under load: every answer is whole, and what was answered is there afterwards", async () => {
  await withPlant(async (plant) => {
    await using andon = await AndonProcess.start(processOptions(plant));
    const client = await andon.client();
    const load = new WriteLoad(client);
    const writers = Array.from({ length: 8 }, () => load.write());
    await eventually("many packages are made", () => load.made.length > 40);
    const sentMs = Date.now();
    const code = await andon.stop();
    const tookMs = Date.now() - sentMs;
    load.stopped = true;
    await Promise.all(writers);
    assertEquals([code, tookMs < STOP_WITHIN_MS], [0, true], `ended with ${code} after ${tookMs} ms`);
    assertEquals(load.wrong, []);
    await using again = await AndonProcess.start(processOptions(plant));
    const listed: Json[] = (await (await again.client()).ok("GET", "/api/packages")).data;
    const names = new Set(listed.map((one) => one.name));
    assertEquals(load.made.filter((name) => !names.has(name)), []);
    assert(listed.length - load.made.length <= load.refused, "nothing was written but what was asked for");
  });
});

/** Makes packages one after the other until nobody takes the connection any more. */
class WriteLoad {
  readonly made: string[] = [];
  /** Answers that were neither a creation nor a clear "not now", and connections cut within an answer. */
  readonly wrong: string[] = [];
  refused = 0;
  stopped = false;

  constructor(private readonly client: AndonClient) {}

  async write(): Promise<void> {
    while (!this.stopped) {
      const name = crypto.randomUUID();
      try {
        const { status, body } = await this.client.post("/api/packages", { name, description: "" });
        if (status === 201) this.made.push(name);
        else if (status === 503) this.refused++;
        else this.wrong.push(`${status} ${JSON.stringify(body)}`);
      } catch (error) {
        if (isUnanswered(error)) this.refused++;
        else if (!isRefused(error)) this.wrong.push(`${error} ${error instanceof Error ? error.cause : ""}`);
        return;
      }
    }
  }
}

/** The port is closed: the request never arrived. */
function isRefused(error: unknown): boolean {
  return error instanceof TypeError &&
    /connection refused|tcp connect error/i.test(`${error} ${error.cause}`);
}

/** The connection closed before any answer began, as one that was idle may: the outcome is unknown. */
function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError &&
    /connection reset by peer|connection closed before message completed/i.test(`${error} ${error.cause}`);
}

Deno.test("a restart keeps the session, the catalog and the evaluation of deployed instances", async () => {
  await withPlant(async (plant) => {
    const streams = new SourceStreams(await signInAtSource(plant.simulator));
    await streams.make("number", "Own.A", "Own.Still");
    await streams.write("Own.Still", [timeline(0)(-3_600), 42]);
    await using first = await AndonProcess.start(processOptions(plant));
    const client = await first.client();
    await client.ok("POST", "/api/configuration", sourceConfiguration(plant.simulator));
    await client.ok("POST", "/api/discover-assets");
    const template = await limitTemplate(client);
    const id = await deployOn(client, template, "Own.A");
    await deployOn(client, template, "Own.Still");
    await eventually("the still stream is read", async () => await valueOf(client, "Own.Still") === 42);
    await streams.write("Own.A", [timeline()(0), 70]);
    await eventually("the stream is read", async () => await valueOf(client, "Own.A") === 70);
    const opened = timeline();
    await streams.write("Own.A", [opened(0), 81]);
    const event = await eventually("the event is raised", async () => (await events(client, id))[0]);
    const catalog = await read(client);
    assertEquals(await first.stop(), 0);
    const away = timeline(0);
    await streams.write("Own.A", [away(0), 60], [away(0.01), 90], [away(0.02), 50]);
    await using second = await AndonProcess.start({ ...processOptions(plant), port: first.port });
    assertEquals(await read(client), catalog, "with the session of before the restart");
    assertEquals(await valueOf(client, "Own.Still"), 42);
    await eventually("what came meanwhile is evaluated", async () => (await events(client, id)).length === 2);
    const later = timeline();
    await streams.write("Own.A", [later(0), 95], [later(0.2), 10]);
    const rows = await eventually("evaluation goes on", async () => {
      const rows = await events(client, id);
      return rows.length === 3 && rows.every((row) => !row.is_active) ? rows : undefined;
    });
    assertEquals(rows[0].id, event.id);
    assertEquals(rows.map((row) => [row.start_time, row.end_time]), [
      [opened(0), away(0)],
      [away(0.01), away(0.02)],
      [later(0), later(0.2)],
    ]);
    assertEquals(await second.stop(), 0);
  });
});

async function events(client: AndonClient, id: number): Promise<Json[]> {
  return (await client.ok("GET", `/api/rule-events/history?instance_id=${id}`)).data.toReversed();
}

async function valueOf(client: AndonClient, stream: string): Promise<unknown> {
  const streams: Json[] = (await client.ok("GET", "/api/streams/active")).data;
  return streams.find((one) => one.stream_name === stream)?.value;
}

/** What a restart must not change. */
async function read(client: AndonClient): Promise<Json> {
  const catalog: Json = {};
  for (const noun of ["packages", "templates", "plant-model", "configuration", "auth/session"]) {
    catalog[noun] = (await client.ok("GET", `/api/${noun}`)).data;
  }
  const instances: Json[] = (await client.ok("GET", "/api/instances")).data;
  catalog.instances = instances.map(({ judging: _judging, coverage: _coverage, ...instance }) => instance);
  return catalog;
}
