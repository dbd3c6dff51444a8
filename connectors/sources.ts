import type { SourceKind, SourceSettings } from "../domain/configuration/types.ts";
import { DATA_HUB } from "./data_hub/connector.ts";
import { ownStreamsOnly } from "./own_streams.ts";
import type { ConnectOptions, Connector, DataSource, SourceIdentity } from "./source.ts";

/** Every kind of data source. A connector's modules are loaded when it first connects. */
export const CONNECTORS: Readonly<Record<SourceKind, Connector>> = {
  data_hub: DATA_HUB,
};

/** Creates the source for the settings. Sends no request yet. */
export async function connectSource(options: ConnectOptions): Promise<DataSource> {
  return ownStreamsOnly(await CONNECTORS[options.settings.kind].connect(options));
}

export function sourceIdentity(settings: SourceSettings): SourceIdentity {
  return CONNECTORS[settings.kind].identity(settings);
}
