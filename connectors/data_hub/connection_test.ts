import type { ConnectionTest } from "../../domain/source/types.ts";
import type { DataHubSettings } from "./settings.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { connectionFailed, refusedStatus } from "../source_failure.ts";
import type { Api } from "./http.ts";
import type { Namespace } from "./namespace.ts";
import type { Tokens } from "./token.ts";
import type { WireAnswer } from "../exchange.ts";
import { parseWire } from "../wire.ts";
import { namespaceAnswer, tenantAnswer } from "./wire.ts";

export interface ConnectionTestOptions {
  api: Api;
  tokens: Tokens;
  namespace: Namespace;
  base: string;
  settings: Pick<DataHubSettings, "tenantId" | "namespaceId">;
  now: () => Ms;
}

const TENANT_STATES: Readonly<Record<string, string>> = { "1": "Active" };

const NAMESPACE_STATES: Readonly<Record<string, string>> = {
  "0": "Creating",
  "1": "Active",
  "2": "Deleting",
  "3": "Deleted",
  "4": "Suspended",
  "5": "Deactivating",
  "6": "Reactivating",
  "7": "Locking",
  "8": "Locked",
  "9": "Unlocking",
};

/** Requests a new token, the tenant and the namespace. `latency_ms` is the time of the namespace request. */
export async function testConnection(options: ConnectionTestOptions): Promise<ConnectionTest> {
  const { settings, namespace, now } = options;
  await options.tokens.renew();
  const tenant = parseWire(tenantAnswer, (await readTenant(options)).body, "the tenant");
  const answer = await namespace.read();
  const found = parseWire(namespaceAnswer, answer.body, "the namespace");
  const tenant_info = {
    id: tenant.Id || settings.tenantId,
    name: tenant.CompanyName || tenant.Alias || tenant.Id || settings.tenantId,
    state: stateName(TENANT_STATES, tenant.State),
  };
  const namespace_info = {
    id: found.Id || settings.namespaceId,
    description: found.Description ?? "",
    region: found.RegionId || found.Region || "",
    state: stateName(NAMESPACE_STATES, found.State),
  };
  return {
    connection_status: "connected",
    info: { tenant_info, namespace_info },
    facts: {
      Tenant: `${tenant_info.name} (${tenant_info.state})`,
      Namespace: `${namespace_info.description || namespace_info.id} (${namespace_info.state})`,
      Region: namespace_info.region,
    },
    latency_ms: Math.max(0, answer.receivedAtMs - answer.sentAtMs),
    tested_at: isoFromMs(now()),
  };
}

async function readTenant({ api, base, settings }: ConnectionTestOptions): Promise<WireAnswer> {
  try {
    return await api({ base, path: ["api", "v1", "Tenants", settings.tenantId], work: "session" });
  } catch (error) {
    if (refusedStatus(error) !== 404) throw error;
    const where = `${settings.tenantId} does not exist at ${new URL(base).host}`;
    throw connectionFailed(`The tenant ${where}; are its id and the region right?`);
  }
}

function stateName(
  names: Readonly<Record<string, string>>,
  state: number | string | null | undefined,
): string {
  if (state === null || state === undefined) return "Unknown";
  const text = String(state);
  const name = Object.hasOwn(names, text) ? names[text] : undefined;
  return name ?? (/^\d+$/.test(text) ? `State ${text}` : text);
}
