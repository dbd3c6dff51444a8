import { connectMqtt } from "../../connectors/mqtt/source.ts";
import { MQTT } from "../../connectors/mqtt/connector.ts";
import type { MqttConfig } from "../../connectors/mqtt/settings.ts";
import type { CollectedSource } from "../../connectors/collected/source.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import type { ConnectOptions, SourceStream } from "../../connectors/source.ts";
import { SOURCE_DEFAULTS, type SourceConfig, type SourceSecrets } from "../../domain/source/types.ts";
import { ticksFromMs } from "../../domain/shared/time.ts";

import { eventually } from "./eventually.ts";

export interface MqttSourceOptions {
  port: number;
  config?: SourceConfig;
  secrets?: SourceSecrets;
  /** Null: it is only tested and browsed. */
  folder: string | null;
  clientName?: string;
  allow?: string;
  now?: () => number;
}

/** The settings of a kind `mqtt` with their defaults, for a broker on loopback. */
export function mqttConfig(port: number, config: SourceConfig = {}): MqttConfig {
  const given = { host: "127.0.0.1", port, tls: false, topics: [{ topic: "#" }], ...config };
  return MQTT.given.parse(given) as unknown as MqttConfig;
}

export async function mqttSource(options: MqttSourceOptions): Promise<CollectedSource & AsyncDisposable> {
  const source = await connectMqtt(mqttConnectOptions(options));
  return Object.assign(source, { [Symbol.asyncDispose]: () => source.close() });
}

/** The same, connected and subscribed to its topics. */
export async function startedMqtt(options: MqttSourceOptions): Promise<CollectedSource & AsyncDisposable> {
  const source = await mqttSource(options), began = new Date().toISOString();
  await eventually("it is connected", () => source.collected().complete_to > began);
  return source;
}

export function mqttConnectOptions(
  { port, config, secrets = {}, folder, ...options }: MqttSourceOptions,
): ConnectOptions<MqttConfig> {
  const { now = Date.now, clientName = "andon-test", allow = "127.0.0.0/8" } = options;
  return {
    settings: {
      id: 1,
      name: "line2",
      kind: "mqtt",
      config: mqttConfig(port, config),
      secrets,
      waitSeconds: 0,
      pollSeconds: 0.2,
      changeFeed: "auto",
      maxAgeSeconds: 0,
      sourceLostSeconds: SOURCE_DEFAULTS.source_lost_seconds,
      correctionHorizonHours: 72,
      requestsPerMinute: null,
    },
    now,
    random: Math.random,
    clientName,
    folder,
    outbound: createOutboundGuard({ allow, alwaysAllow: [] }),
  };
}

/** All samples of a stream as texts `value`, or `value quality` if it is not good. */
export async function valuesOf(source: CollectedSource, stream: string): Promise<string[]> {
  const samples = await source.window(streamAt(stream), ticksFromMs(0), ticksFromMs(Date.now() + 86_400_000))
    .catch(() => []);
  return samples.map(({ value, quality }) => quality === "good" ? String(value) : `${value} ${quality}`);
}

export function streamAt(stream: string, id = 1): SourceStream {
  return { id, source: { kind: "mqtt", stream } };
}
