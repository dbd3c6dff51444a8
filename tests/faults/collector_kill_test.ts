import { assert, assertEquals } from "@std/assert";
import type { MqttClient } from "mqtt";
import { sleep } from "../../concurrency/sleep.ts";
import { sourceOf } from "../../connectors/collected/source.ts";
import { CollectedStore } from "../../connectors/collected/store.ts";
import { LATEST_SOURCE_TIME } from "../../domain/sample/source_time.ts";
import { ticksFromMs } from "../../domain/shared/time.ts";
import type { AndonClient } from "../support/andon_client.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { COLLECTED_CONFIG, QUIET_INTAKE } from "../support/collected_store.ts";
import { CollectorProcess } from "../support/collector_process.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free_port.ts";
import { Mosquitto, mosquittoTest } from "../support/mosquitto.ts";

const KILLS = 6, AT_ONCE = 100;
/** During these Andon is away. */
const AWAY = { from: 2, to: 4 };

/** Publishes numbers with QoS 1, each at a time of its own. */
class Machine {
  readonly #beganMs = Date.now() - 3_600_000;
  sent = 0;
  #isOver = false;
  readonly #running: Promise<void>;

  constructor(client: MqttClient) {
    this.#running = this.#run(client);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #run(client: MqttClient): Promise<void> {
    while (!this.#isOver) {
      const messages = Array.from({ length: AT_ONCE }, () => {
        return JSON.stringify({ v: this.sent, t: this.#beganMs + this.sent++ });
      });
      await Promise.all(messages.map((message) => client.publishAsync("n", message, { qos: 1 })));
      await sleep(20);
    }
  }
}

mosquittoTest(
  `${KILLS} SIGKILLs of the collector, and Andon away, lose no message and store none twice`,
  async () => {
    await using broker = await Mosquitto.start({ isPersistent: true });
    const dataDir = await Deno.makeTempDir(), collectorDir = await Deno.makeTempDir(), port = freePort();
    let andon = await AndonProcess.start({ dataDir, allow: "127.0.0.1", port });
    const { id, secret } = await pushedSource(await andon.client());
    const settings = {
      kind: "mqtt",
      config: {
        host: "127.0.0.1",
        port: broker.port,
        tls: false,
        topics: [{ topic: "n", value: "v", time: "t" }],
      },
      to: { url: `${andon.baseUrl}/ingest/line2` },
    };
    const start = () =>
      new CollectorProcess({ dataDir: collectorDir, settings, environment: { COLLECTOR_TO_KEY: secret } });
    try {
      await using first = start();
      await eventually(
        "the session is made",
        () => isThere(`${collectorDir}/forward/line2/mqtt_session.json`),
      );
      await first.stop("SIGTERM");
      const machine = new Machine(await broker.client());
      for (let kill = 0; kill < KILLS; kill++) {
        if (kill === AWAY.from) {
          await andon.kill();
        }
        if (kill === AWAY.to) andon = await AndonProcess.start({ dataDir, allow: "127.0.0.1", port });
        const sizes = sizesOf(collectorDir);
        await using collector = start();
        await eventually("it stores", () => sizesOf(collectorDir) !== sizes);
        await sleep(400 * Math.random());
        await collector.stop("SIGKILL");
      }
      await machine.end();
      await using last = start();
      const client = await andon.client();
      await eventually("all is in Andon", async () => (await newestOf(client, id)) === machine.sent - 1);
      assertEquals(await last.stop("SIGTERM"), 0, last.output);
      await andon.kill();
      assert(machine.sent > KILLS * AT_ONCE);
      assertEquals(
        await valuesIn(`${dataDir}/collector/${id}`),
        Array.from({ length: machine.sent }, (_, i) => i),
      );
    } finally {
      await andon.kill();
      for (const folder of [dataDir, collectorDir]) await Deno.remove(folder, { recursive: true });
    }
  },
);

async function pushedSource(client: AndonClient): Promise<{ id: number; secret: string }> {
  const { data: { id } } = await client.ok("POST", "/api/sources", {
    name: "line2",
    kind: "http_push",
    config: {},
  });
  const { data: { secret } } = await client.ok("POST", `/api/sources/${id}/secrets/key`);
  return { id, secret };
}

async function newestOf(client: AndonClient, id: number): Promise<number | undefined> {
  const { data } = await client.ok("GET", `/api/sources/${id}/intake`);
  return data.newest[0]?.value;
}

async function valuesIn(folder: string): Promise<unknown[]> {
  const store = await CollectedStore.open({
    path: `${folder}/samples.sqlite`,
    config: COLLECTED_CONFIG,
    sourceLostSeconds: 60,
    now: Date.now,
    random: Math.random,
  });
  const source = sourceOf(store, { kind: "http_push", intake: QUIET_INTAKE });
  try {
    const samples = await source.window(
      { id: 1, source: { kind: "http_push", stream: "n" } },
      ticksFromMs(0),
      LATEST_SOURCE_TIME,
    );
    return samples.map(({ value, quality }) => quality === "good" ? value : `${value} ${quality}`);
  } finally {
    await source.close();
  }
}

/** Changes with each write to the queue. */
function sizesOf(folder: string): string {
  return ["", "-wal"].map((ending) => {
    try {
      const { size, mtime } = Deno.statSync(`${folder}/forward/line2/samples.sqlite${ending}`);
      return `${size} ${mtime?.getTime()}`;
    } catch {
      return "";
    }
  }).join();
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
