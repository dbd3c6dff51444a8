export const REGIONS = ["us-west", "eu-west", "australia", "japan", "simulator"] as const;
export type Region = (typeof REGIONS)[number];

/** What the source actor needs to reach the source. `clientSecret` is in the clear: never logged, never stored. */
export interface SourceSettings {
  region: Region;
  baseUrl: string;
  tenantId: string;
  namespaceId: string;
  clientId: string;
  clientSecret: string;
  waitSeconds: number | null;
  pollSeconds: number;
  changeFeed: "auto" | "off";
  maxAgeSeconds: number;
  sourceLostSeconds: number;
  correctionHorizonHours: number;
  /** null: no limit (the simulator). */
  requestsPerMinute: number | null;
}

export interface ConnectionTest {
  connection_status: "connected";
  tenant_info: { id: string; name: string; state: string };
  namespace_info: { id: string; description: string; region: string; state: string };
  latency_ms: number;
  tested_at: string;
}
