import type { Capabilities } from "../source.ts";

/** The kind of Data Hub sources, on a configuration and on a stream's address. */
export const DATA_HUB_KIND = "data_hub";

export const DATA_HUB_CAPABILITIES: Capabilities = {
  history: true,
  feed: true,
  types: true,
  assets: true,
  sampled: true,
};
