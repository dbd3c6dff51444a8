import { connectAsync } from "mqtt";
import { sourceOf } from "../../connectors/collected/source.ts";
import { MqttIntake } from "../../connectors/mqtt/intake.ts";
import { ownStreamsOnly } from "../../connectors/own_streams.ts";
import type { DataSource } from "../../connectors/source.ts";
import { msFromTicks, sourceTimeFromTicks } from "../../domain/shared/time.ts";
import { StoreFolder } from "./collected_store.ts";
import { eventually } from "./eventually.ts";
import { mqttBroker } from "./mqtt_broker.ts";
import { mqttConnectOptions } from "./mqtt_source.ts";
import type { SourceHarness } from "./source_harness.ts";

const AWAY_MS = 3_600_000;
const CONFIG = { version: "3.1.1", topics: [{ topic: "#", value: "value", time: "time" }] };

/** Samples that a client publishes at a broker, under the suite of all sources. */
export async function mqttHarness(): Promise<SourceHarness> {
  const broker = await mqttBroker(), folder = new StoreFolder();
  const publisher = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, { timerVariant: "native" });
  let source: DataSource | undefined, awayMs = 0, isAlive = false;
  const store = () => folder.store();

  async function connect(): Promise<DataSource> {
    await source?.close();
    const { inlet } = await store(),
      options = mqttConnectOptions({ port: broker.port, config: CONFIG, folder: folder.path });
    // A page of the feed reaches as far as its samples: the facts have no clock.
    isAlive = false;
    const quiet = { ...inlet, alive: () => void (isAlive = true) };
    const intake = await MqttIntake.start({
      ...options,
      now: () => folder.nowMs,
      inlet: quiet,
      isTrial: false,
    });
    const lasting = sourceOf(await store(), { kind: "mqtt", intake });
    await eventually("it is connected", () => isAlive);
    return source = ownStreamsOnly(lasting, "any");
  }

  return {
    connect,
    async make(...names) {
      await (await store()).inlet.announce(names.map((stream) => ({ stream, type: "NUM" })));
    },
    async write(name, ...samples) {
      if (source === undefined) await connect();
      const { samples: stored, streams, inlet } = await store();
      for (const [time, value] of samples) {
        await publisher.publishAsync(name, JSON.stringify({ value, time: sourceTimeFromTicks(time) }), {
          qos: 1,
        });
        await eventually("it is stored", () => {
          const stream = streams.get(name);
          return stream !== undefined && stored.at(stream, time)?.value === value;
        });
      }
      inlet.alive(msFromTicks(Math.max(...samples.map(([time]) => time))));
    },
    takeAway: () => Promise.reject(new Error("No sender removes samples")),
    async removeStream(name) {
      (await store()).remove((await store()).streams.get(name)!);
    },
    async forgetFeed() {
      (await store()).database.set("subscription", null);
    },
    goAway: () => void (folder.nowMs += awayMs = AWAY_MS),
    hold: () => undefined,
    back: () => void (folder.nowMs -= awayMs),
    async [Symbol.asyncDispose]() {
      await source?.close();
      await publisher.endAsync(true);
      await broker[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
