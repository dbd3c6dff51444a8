import { DataType, StatusCodes } from "node-opcua-client";
import { sourceOf } from "../../connectors/collected/source.ts";
import { OpcUaIntake } from "../../connectors/opc_ua/intake.ts";
import { ownStreamsOnly } from "../../connectors/own_streams.ts";
import type { DataSource } from "../../connectors/source.ts";
import { msFromTicks } from "../../domain/shared/time.ts";
import { StoreFolder } from "./collected_store.ts";
import { eventually } from "./eventually.ts";
import { OpcUaServer } from "./opc_ua_server.ts";
import { opcUaConnect } from "./opc_ua_source.ts";
import type { SourceHarness } from "./source_harness.ts";

const AWAY_MS = 3_600_000, LOOK_MS = 500;

/** Values that a server publishes, under the suite of all sources. */
export async function opcUaHarness(): Promise<SourceHarness> {
  const server = await OpcUaServer.start(), folder = new StoreFolder();
  const config = { endpoint_url: server.url, sampling_ms: 0, sends_unchanged: true, nodes: ["i=85/#"] };
  let source: DataSource | undefined, awayMs = 0, isAlive = false;
  const store = () => folder.store();

  async function connect(): Promise<DataSource> {
    await source?.close();
    // A page of the feed reaches as far as its samples: the facts have no clock.
    isAlive = false;
    const inlet = { ...(await store()).inlet, alive: () => void (isAlive = true) };
    // A gap between connections would be told: the facts want what was sent alone.
    const options = opcUaConnect({ config, folder: null });
    const intake = await OpcUaIntake.start(inlet, { ...options, isTrial: false, lookMs: LOOK_MS });
    const lasting = sourceOf(await store(), { kind: "opc_ua", intake });
    await eventually("it is connected", () => isAlive);
    return source = ownStreamsOnly(lasting, "any");
  }

  return {
    connect,
    async make(...names) {
      for (const name of names) {
        if (!server.variables.has(name)) server.variable(name, DataType.Double);
        server.write(name, undefined, {
          dataType: DataType.Null,
          status: StatusCodes.BadWaitingForInitialData,
        });
      }
      await (await store()).inlet.announce(names.map((stream) => ({ stream, type: "NUM" })));
    },
    async write(name, ...samples) {
      if (source === undefined) await connect();
      const { samples: stored, streams, inlet } = await store();
      for (const [time, value] of samples) {
        server.write(name, value, { ticks: time });
        await eventually("it is stored", () => {
          const stream = streams.get(name);
          return stream !== undefined && stored.at(stream, time)?.value === value;
        });
      }
      inlet.alive(msFromTicks(Math.max(...samples.map(([time]) => time))));
    },
    takeAway: () => Promise.reject(new Error("No server removes samples")),
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
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
