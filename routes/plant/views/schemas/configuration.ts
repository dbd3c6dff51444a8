import { z } from "@hono/zod-openapi";
import { CONNECTORS, DEFAULT_KIND } from "../../../../connectors/sources.ts";
import { SOURCE_DEFAULTS } from "../../../../domain/source/types.ts";
import { count, instant, shown } from "../../../pipeline/document/shown.ts";
import { configurationFields, hasSecrets } from "../../default_source.ts";

const { example, tested, secrets } = CONNECTORS[DEFAULT_KIND];

export const configuration = shown("Configuration", z.strictObject(configurationFields), {
  id: 1,
  ...example.config,
  ...hasSecrets(Object.keys(secrets)),
  ...SOURCE_DEFAULTS,
  is_active: true,
});

const { base_url: _, ...needed } = example.config;
export const configurationExample = { ...needed, ...example.secrets };

export const connectionTest = shown(
  "ConnectionTest",
  z.strictObject({
    connection_status: z.literal("connected"),
    ...tested,
    latency_ms: count(),
    tested_at: instant(),
  }),
  {
    connection_status: "connected",
    ...example.tested,
    latency_ms: 84,
    tested_at: "2026-01-31T08:15:02.123Z",
  },
);
