import { z } from "@hono/zod-openapi";
import { configuration as stored } from "../../../../domain/configuration/schema.ts";
import { count, instant, shown } from "../../../pipeline/document/shown.ts";

export const configuration = shown(
  "Configuration",
  stored.extend({ has_client_secret: z.boolean() }),
  {
    id: 1,
    client_id: "5f1c8e0a-andon",
    has_client_secret: true,
    region: "eu-west",
    tenant_id: "8b7c1d1e-0000-4000-8000-6f2d3c4b5a69",
    namespace_id: "production",
    base_url: null,
    wait_seconds: null,
    poll_seconds: 10,
    change_feed: "auto",
    max_age_seconds: 0,
    source_lost_seconds: 60,
    correction_horizon_hours: 72,
    requests_per_minute: 120,
    discovery_minutes: 60,
    is_active: true,
  },
);

export const configurationExample = {
  client_id: "5f1c8e0a-andon",
  client_secret: "the secret of the client",
  region: "eu-west",
  tenant_id: "8b7c1d1e-0000-4000-8000-6f2d3c4b5a69",
  namespace_id: "production",
};

export const connectionTest = shown(
  "ConnectionTest",
  z.strictObject({
    connection_status: z.literal("connected"),
    tenant_info: z.strictObject({ id: z.string(), name: z.string(), state: z.string() }),
    namespace_info: z.strictObject({
      id: z.string(),
      description: z.string(),
      region: z.string(),
      state: z.string(),
    }),
    latency_ms: count(),
    tested_at: instant(),
  }),
  {
    connection_status: "connected",
    tenant_info: { id: "8b7c1d1e-0000-4000-8000-6f2d3c4b5a69", name: "Example Works", state: "Active" },
    namespace_info: { id: "production", description: "The plant", region: "WestEurope", state: "Active" },
    latency_ms: 84,
    tested_at: "2026-01-31T08:15:02.123Z",
  },
);
