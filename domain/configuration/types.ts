export const REGIONS = ["us-west", "eu-west", "australia", "japan", "simulator"] as const;
export type Region = (typeof REGIONS)[number];

/** How a source is read, unless the configuration says otherwise. */
export const SOURCE_DEFAULTS = {
  base_url: null,
  wait_seconds: null,
  poll_seconds: 10,
  change_feed: "auto",
  max_age_seconds: 0,
  source_lost_seconds: 60,
  correction_horizon_hours: 72,
  requests_per_minute: 120,
  discovery_minutes: 60,
} as const;

/** The kinds of data source. connectors/sources.ts has a connector for each. */
export type SourceKind = "data_hub";

/** How a source of any kind is read. The settings of each kind add how it is reached. */
export interface SourceSettings {
  kind: SourceKind;
  /** Null: the default for the way in which samples arrive. */
  waitSeconds: number | null;
  pollSeconds: number;
  changeFeed: "auto" | "off";
  maxAgeSeconds: number;
  sourceLostSeconds: number;
  correctionHorizonHours: number;
  /** null: no limit (the simulator). */
  requestsPerMinute: number | null;
}

/** `clientSecret` is plain text: it is never logged or stored. */
export interface DataHubSettings extends SourceSettings {
  kind: "data_hub";
  region: Region;
  baseUrl: string;
  tenantId: string;
  namespaceId: string;
  clientId: string;
  clientSecret: string;
}

export interface ConnectionTest {
  connection_status: "connected";
  tenant_info: { id: string; name: string; state: string };
  namespace_info: { id: string; description: string; region: string; state: string };
  latency_ms: number;
  tested_at: string;
}
