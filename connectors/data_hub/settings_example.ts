import { z } from "zod";
import type { DataHubConfig } from "./settings.ts";

/** What a test of the connection finds out. */
export const DATA_HUB_TESTED = {
  tenant_info: z.strictObject({ id: z.string(), name: z.string(), state: z.string() }),
  namespace_info: z.strictObject({
    id: z.string(),
    description: z.string(),
    region: z.string(),
    state: z.string(),
  }),
};

const config: DataHubConfig = {
  client_id: "5f1c8e0a-andon",
  region: "eu-west",
  tenant_id: "8b7c1d1e-0000-4000-8000-6f2d3c4b5a69",
  namespace_id: "production",
  base_url: null,
};

export const DATA_HUB_EXAMPLE = {
  config,
  secrets: { client_secret: "the secret of the client" },
  tested: {
    tenant_info: { id: config.tenant_id, name: "Example Works", state: "Active" },
    namespace_info: { id: "production", description: "The plant", region: "WestEurope", state: "Active" },
  },
};
