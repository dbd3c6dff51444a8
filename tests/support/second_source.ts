import { type Simulator, startSimulator } from "../../simulator/data_hub/server.ts";
import type { Json } from "./andon_client.ts";
import { eventually } from "./eventually.ts";
import { FaultyProxy } from "./faulty_proxy.ts";
import { type RunningSystem, sourceConfiguration } from "./running_system.ts";
import { signInAtSource, SourceStreams } from "./source_streams.ts";

/** A source beside `default`: another simulated plant, read through a proxy of its own. */
export interface SecondSource extends AsyncDisposable {
  id: number;
  simulator: Simulator;
  streams: SourceStreams;
  line: FaultyProxy;
  discover(): Promise<void>;
  /** The source as the API shows it. */
  shown(): Promise<Json>;
  /** Waits until everything up to this source time has been evaluated. */
  evaluated(time: string): Promise<void>;
}

export async function secondSource(
  { client, andon }: Pick<RunningSystem, "client" | "andon">,
  { name = "line2", ...changes }: Json = {},
): Promise<SecondSource> {
  const simulator = await startSimulator({ now: Date.now });
  const line = new FaultyProxy(Number(new URL(simulator.baseUrl).port));
  const { client_secret, poll_seconds, wait_seconds, ...config } = sourceConfiguration(simulator);
  const { data: { id } } = await client.ok("POST", "/api/sources", {
    name,
    kind: "data_hub",
    config: { ...config, base_url: line.url },
    secrets: { client_secret },
    poll_seconds,
    wait_seconds,
    ...changes,
  });
  const streams = new SourceStreams(await signInAtSource(simulator), line);
  return {
    id,
    simulator,
    streams,
    line,
    discover: async () => void await client.ok("POST", `/api/discover-assets?source_id=${id}`),
    shown: async () => (await client.ok("GET", `/api/sources/${id}`)).data,
    evaluated: (time) =>
      eventually(
        `the source ${name} is evaluated up to ${time}`,
        () => (andon.plant.sourceStatus(id).watermark_ms ?? 0) > Date.parse(time),
      ).then(() => {}),
    async [Symbol.asyncDispose]() {
      streams[Symbol.dispose]();
      await line[Symbol.asyncDispose]();
      await simulator.close();
    },
  };
}
