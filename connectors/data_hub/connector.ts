import type { DataHubSettings } from "../../domain/configuration/types.ts";
import type { ConnectOptions, Connector } from "../source.ts";
import { DATA_HUB_CAPABILITIES } from "./capabilities.ts";

/** AVEVA Data Hub as a kind of data source. */
export const DATA_HUB: Connector = {
  capabilities: DATA_HUB_CAPABILITIES,
  identity({ baseUrl, tenantId, namespaceId, clientId }: DataHubSettings) {
    const place = [baseUrl, tenantId, namespaceId];
    return { place, subscriber: [...place, clientId] };
  },
  async connect(options: ConnectOptions<DataHubSettings>) {
    const { createDataHub } = await import("./client.ts");
    return createDataHub(options);
  },
};
