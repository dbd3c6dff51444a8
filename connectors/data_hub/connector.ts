import { connector } from "../settings.ts";
import { DATA_HUB_CAPABILITIES } from "./capabilities.ts";
import { goOn } from "./go_on.ts";
import { DATA_HUB_EXAMPLE, DATA_HUB_TESTED } from "./settings_example.ts";
import { addressIssues, baseUrlOf, DATA_HUB_FORM, DATA_HUB_SHAPE, dataHubSettings } from "./settings.ts";
import type { DataHubAddress } from "./stream_address.ts";

/** The simulator answers at once: its samples are awaited for less time than a service's. */
const SIMULATOR_WAIT_SECONDS = 1;

/** AVEVA Data Hub as a kind of data source. */
export const DATA_HUB = connector(DATA_HUB_SHAPE, {
  ...DATA_HUB_FORM,
  tested: DATA_HUB_TESTED,
  example: DATA_HUB_EXAMPLE,
  capabilities: DATA_HUB_CAPABILITIES,
  issues: addressIssues,
  reading: ({ region }, reading) =>
    region !== "simulator" ? reading : {
      ...reading,
      wait_seconds: reading.wait_seconds ?? SIMULATOR_WAIT_SECONDS,
      requests_per_minute: null,
    },
  receiver: ({ base_url, region, tenant_id }) => JSON.stringify([base_url, region, tenant_id]),
  identity(config) {
    const { tenant_id, namespace_id, client_id } = config, place = [tenant_id, namespace_id];
    return { place, subscriber: [baseUrlOf(config), ...place, client_id] };
  },
  sourceId: (address) => String((address as DataHubAddress).sdsStreamId),
  goOn,
  async connect({ settings, ...options }) {
    const { createDataHub } = await import("./client.ts");
    return createDataHub({ ...options, settings: dataHubSettings(settings) });
  },
});
