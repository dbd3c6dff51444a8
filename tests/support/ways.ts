/** The ways in, with real peers, but for PI, of which there is a simulator. */
import { DataType, StatusCodes } from "node-opcua-client";
import { isoFromMs, ticksFromMs } from "../../domain/shared/time.ts";
import { startPiWebApi } from "../../simulator/pi_web_api/server.ts";
import { assertEquals } from "./assert.ts";
import { CollectorProcess } from "./collector_process.ts";
import { eventually } from "./eventually.ts";
import { Mosquitto } from "./mosquitto.ts";
import { OpcUaServer } from "./opc_ua_server.ts";
import { urlOf } from "./running_system.ts";
import { READER_PASSWORD, SqlBench } from "./sql_harness.ts";
import { type Sent, type Way, WAY_STREAMS, type WayStart, type WayStream } from "./way.ts";

const COLLECTS = { collects: true, corrects: true };

/** A program that pushes JSON by HTTP. */
export function pushWay(): Way {
  let url = "", key = "";
  const push = async (query: string, samples: readonly Sent[]) => {
    const answer = await fetch(`${url}${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...samples.length > 0 && { body: JSON.stringify(samples.map(told)) },
    });
    assertEquals(answer.status, 200, await answer.text());
  };
  return {
    ...COLLECTS,
    source: { kind: "http_push", config: {} },
    async begin({ on, id, name }: WayStart) {
      url = `${urlOf(on.andon)}/ingest/${name}`;
      key = (await on.client.ok("POST", `/api/sources/${id}/secrets/key`)).data.secret;
    },
    send: (samples) => push("", samples),
    alive: () => push(`?up_to=${isoFromMs(Date.now())}`, []),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** A client of mosquitto that publishes JSON. */
export async function mqttWay(): Promise<Way> {
  const broker = await Mosquitto.start(), client = await broker.client();
  const topics = [{ topic: "#", value: "value", time: "time", quality: "quality" }];
  return {
    ...COLLECTS,
    source: { kind: "mqtt", config: { host: "127.0.0.1", port: broker.port, tls: false, topics } },
    begin: ({ on, id }) => connected({ on, id }),
    async send(samples) {
      const published = samples.map((sample) =>
        client.publishAsync(sample.stream, JSON.stringify(told(sample)), { qos: 1 })
      );
      await Promise.all(published);
    },
    alive: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose](),
  };
}

/** What sends by another way to a collector of its own, which pushes to Andon. */
export function collectorWay(machines: Way): Way {
  const dataDir = Deno.makeTempDirSync(), { source: { kind, config } } = machines;
  let collector: CollectorProcess | undefined;
  return {
    ...machines,
    source: { kind: "http_push", config: {} },
    async begin({ on, id, name }) {
      const key = (await on.client.ok("POST", `/api/sources/${id}/secrets/key`)).data.secret;
      const settings = { kind, config, to: { url: `${urlOf(on.andon)}/ingest/${name}` } };
      collector = new CollectorProcess({ dataDir, settings, environment: { COLLECTOR_TO_KEY: key } });
      await connected({ on, id });
    },
    async [Symbol.asyncDispose]() {
      await collector?.stop("SIGTERM");
      await machines[Symbol.asyncDispose]();
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

const OPC_UA_TYPES = { NUM: DataType.Double, STR: DataType.String, BOOL: DataType.Boolean };
const STATUSES = {
  good: StatusCodes.Good,
  uncertain: StatusCodes.Uncertain,
  bad: StatusCodes.BadSensorFailure,
};

/** Variables of an OPC UA server, written with source times. */
export async function opcUaWay(): Promise<Way> {
  const server = await OpcUaServer.start(), names = Object.keys(WAY_STREAMS) as WayStream[];
  // Its first value comes when Andon listens: an older one would be held without the repeats before that.
  for (const name of names) server.variableWithoutValue(name, OPC_UA_TYPES[WAY_STREAMS[name]]);
  const config = {
    endpoint_url: server.url,
    security: "none",
    nodes: names.map((name) => server.id(name)),
    sampling_ms: 0,
    publishing_ms: 50,
    queue_size: 1_000,
    sends_unchanged: true,
  };
  return {
    ...COLLECTS,
    source: { kind: "opc_ua", config },
    begin: ({ on, id }) => connected({ on, id }),
    send(samples) {
      for (const { stream, atMs, value, quality } of samples) {
        const dataType = value === null ? DataType.Null : OPC_UA_TYPES[WAY_STREAMS[stream]];
        server.write(stream, value ?? undefined, { at: atMs, status: STATUSES[quality], dataType });
      }
      return Promise.resolve();
    },
    alive: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Rows that a program inserts into a table with a column for each value. */
export async function sqlWay(): Promise<Way> {
  const bench = await SqlBench.start(`
    CREATE TABLE history (time timestamptz, of text, quality text, "N1" float8, "N2" float8, "N3" float8, "S1" text,
      "B1" boolean, PRIMARY KEY (time, of))`);
  const config = {
    ...{
      host: "127.0.0.1",
      port: bench.server.port,
      tls: false,
      database: bench.database.name,
      user: bench.user,
    },
    ...{
      layout: "wide",
      table: "history",
      quality_column: "quality",
      value_columns: ["N1", "N2", "N3", "S1", "B1"],
    },
  };
  return {
    collects: false,
    corrects: false,
    source: { kind: "sql", config, secrets: { password: READER_PASSWORD }, wait_seconds: SQL_WAIT_SECONDS },
    begin: () => Promise.resolve(),
    async send(samples) {
      for (const { stream, atMs, value, quality } of samples) {
        await bench.database.sql(
          `INSERT INTO history (time, of, quality, "${stream}") VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
          // A column without a value is no sample.
          [isoFromMs(atMs), stream, quality, value ?? NOTHING[WAY_STREAMS[stream]]],
        );
      }
    },
    alive: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
  };
}

/** Longer than the sender pauses, or holds a sample back. */
const SQL_WAIT_SECONDS = 6;
const NOTHING = { NUM: 0, STR: "", BOOL: false };

const PI_TYPES = {
  NUM: { point: "Float64", attribute: "Double" },
  STR: { point: "String", attribute: "String" },
  BOOL: { point: "Int32", attribute: "Boolean" },
} as const;

/** Attributes of a simulated PI system, by Stream Updates. */
export function piWay(): Way {
  const server = startPiWebApi(), { world } = server;
  for (const [name, type] of Object.entries(WAY_STREAMS)) {
    const { point, attribute } = PI_TYPES[type];
    world.addAttribute({
      path: `Line|${name}`,
      type: attribute,
      point: world.addPoint({ name, type: point }),
    });
  }
  return {
    collects: false,
    corrects: true,
    prefix: "Line.",
    source: {
      kind: "pi_web_api",
      config: { url: server.url, af_database: "AF01\\Plant", user_name: server.user },
      secrets: { secret: server.password },
      poll_seconds: 0.1,
      wait_seconds: 0,
      requests_per_minute: 60_000,
    },
    begin: () => Promise.resolve(),
    send(samples) {
      for (const { stream, atMs, value, quality } of samples) {
        world.write(stream, {
          time: ticksFromMs(atMs),
          value: value ?? NOTHING[WAY_STREAMS[stream]],
          good: quality !== "bad",
          questionable: quality === "uncertain",
        });
      }
      return Promise.resolve();
    },
    alive: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function told({ atMs, ...sample }: Sent) {
  return { ...sample, time: isoFromMs(atMs) };
}

/** What is published before Andon has subscribed is not kept for it. */
async function connected({ on, id }: Pick<WayStart, "on" | "id">): Promise<void> {
  await eventually("it is connected", async () => {
    const { data } = await on.client.ok("GET", `/api/sources/${id}/intake`);
    return data.complete_to !== null && Date.now() - Date.parse(data.complete_to) < 10_000;
  });
}
