import type { DataHubSettings } from "../../domain/configuration/types.ts";
import type { ConnectOptions, Connector } from "../source.ts";
import type { DataHubAddress } from "./stream_address.ts";
import { goOn } from "./go_on.ts";
import { DATA_HUB_CAPABILITIES } from "./capabilities.ts";

/** AVEVA Data Hub as a kind of data source. */
export const DATA_HUB: Connector = {
  capabilities: DATA_HUB_CAPABILITIES,
  identity({ baseUrl, tenantId, namespaceId, clientId }: DataHubSettings) {
    const place = [tenantId, namespaceId];
    return { place, subscriber: [baseUrl, ...place, clientId] };
  },
  sourceId: (address) => String((address as DataHubAddress).sdsStreamId),
  goOn,
  async connect(options: ConnectOptions<DataHubSettings>) {
    const { createDataHub } = await import("./client.ts");
    return createDataHub(options);
  },
};
