/** The configuration of the data source as stored, with its secret sealed. There is one record, with id 1. */
export interface ConfigurationRecord {
  v: 1;
  id: 1;
  kind: SourceKind;
  client_id: string;
  sealed_client_secret: string | null;
  region: Region;
  tenant_id: string;
  namespace_id: string;
  base_url: string | null;
  wait_seconds: number | null;
  poll_seconds: number;
  change_feed: "auto" | "off";
  max_age_seconds: number;
  source_lost_seconds: number;
  correction_horizon_hours: number;
  requests_per_minute: number;
  is_active: boolean;
}

export type Region = "us-west" | "eu-west" | "australia" | "japan" | "simulator";

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
