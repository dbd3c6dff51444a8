import type { SourceKind, SourceSettings } from "../domain/configuration/types.ts";
import { DATA_HUB } from "./data_hub/connector.ts";
import { kindOf, plantText } from "../domain/asset/address.ts";
import type { StreamAddress, StreamContinuity } from "../domain/asset/types.ts";
import { ownStreamsOnly } from "./own_streams.ts";
import type { ConnectOptions, Connector, DataSource, SourceIdentity } from "./source.ts";

/** Every kind of data source. A connector's modules are loaded when it first connects. */
export const CONNECTORS: Readonly<Record<SourceKind, Connector>> = {
  data_hub: DATA_HUB,
};

/** Creates the source for the settings. Sends no request yet. */
export async function connectSource(options: ConnectOptions): Promise<DataSource> {
  const { kind } = options.settings;
  const plant = plantText(kind, sourceIdentity(options.settings).place);
  return ownStreamsOnly(await CONNECTORS[kind].connect(options), plant);
}

export function sourceIdentity(settings: SourceSettings): SourceIdentity {
  return CONNECTORS[settings.kind].identity(settings);
}

/** The identity of streams of every kind; a stored stream of another kind than the listed one means something else. */
export const STREAM_CONTINUITY: StreamContinuity = {
  sourceId: (address) => connectorOf(address).sourceId(address),
  goOn(stored, found) {
    return kindOf(stored.source) === kindOf(found.source)
      ? connectorOf(found.source).goOn(stored, found)
      : null;
  },
};

function connectorOf(address: StreamAddress): Connector {
  return CONNECTORS[kindOf(address) as SourceKind];
}
