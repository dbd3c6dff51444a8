import { kindOf, plantText } from "../domain/asset/address.ts";
import type { StreamAddress, StreamContinuity } from "../domain/asset/types.ts";
import { missing } from "../domain/shared/refusal.ts";
import type { SourceConfig } from "../domain/source/types.ts";
import { DATA_HUB } from "./data_hub/connector.ts";
import { MQTT } from "./mqtt/connector.ts";
import { OPC_UA } from "./opc_ua/connector.ts";
import { HTTP_PUSH } from "./http_push/connector.ts";
import { ownStreamsOnly } from "./own_streams.ts";
import { PI_WEB_API } from "./pi_web_api/connector.ts";
import type { Connector } from "./settings.ts";
import type { ConnectOptions, DataSource } from "./source.ts";
import { SQL } from "./sql/connector.ts";

/** Every kind of data source. A connector's modules are loaded when it first connects. */
export const CONNECTORS = {
  data_hub: DATA_HUB,
  pi_web_api: PI_WEB_API,
  opc_ua: OPC_UA,
  http_push: HTTP_PUSH,
  mqtt: MQTT,
  sql: SQL,
} satisfies Record<string, Connector>;

export type SourceKind = keyof typeof CONNECTORS;
export const SOURCE_KINDS = Object.keys(CONNECTORS) as SourceKind[];

/** The kind of the source `default`. */
export const DEFAULT_KIND: SourceKind = "data_hub";

export function connectorOf(kind: string): Connector {
  if (!Object.hasOwn(CONNECTORS, kind)) throw new TypeError(missing("kind of source", kind));
  return CONNECTORS[kind as SourceKind];
}

/** Creates the source for the settings. Sends no request yet. */
export async function connectSource(options: ConnectOptions): Promise<DataSource> {
  const { kind, config } = options.settings;
  return ownStreamsOnly(await connectorOf(kind).connect(options), plantOf(kind, config));
}

/** The text of the plant that settings reach. */
export function plantOf(kind: string, config: SourceConfig): string {
  return plantText(kind, connectorOf(kind).identity(config).place);
}

/** The identity of streams of every kind; a stored stream of another kind than the listed one means something else. */
export const STREAM_CONTINUITY: StreamContinuity = {
  sourceId: (address) => connectorOfStream(address).sourceId(address),
  goOn(stored, found) {
    return kindOf(stored.source) === kindOf(found.source)
      ? connectorOfStream(found.source).goOn(stored, found)
      : null;
  },
};

function connectorOfStream(address: StreamAddress): Connector {
  return connectorOf(kindOf(address));
}
