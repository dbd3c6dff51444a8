import type { Actor } from "../domain/access/types.ts";
import { regionBaseUrl } from "../domain/configuration/region_host.ts";
import type { ConfigurationRecord } from "../domain/configuration/schema.ts";
import type { DataHubSettings } from "../domain/configuration/types.ts";
import { SOURCE_DEFAULTS } from "../domain/configuration/types.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import type { Secrets } from "./secrets.ts";
import type { SourceIdentities } from "./source_identities.ts";
import { type NounContext, traces, unchanged, write } from "./write.ts";
import { invalid } from "../domain/shared/refusal.ts";

export interface ConfigurationInput {
  client_id: string;
  client_secret?: string;
  region: ConfigurationRecord["region"];
  tenant_id: string;
  namespace_id: string;
  base_url?: string | null;
  wait_seconds?: number | null;
  poll_seconds?: number;
  change_feed?: "auto" | "off";
  max_age_seconds?: number;
  source_lost_seconds?: number;
  correction_horizon_hours?: number;
  requests_per_minute?: number;
  discovery_minutes?: number;
}

const PURPOSE = "configuration.client_secret";
/** The simulator answers at once: its samples are awaited for less time than a service's. */
const SIMULATOR_WAIT_SECONDS = 1;

/** The one configuration of the data source. Its secret is encrypted; only `settings()` decrypts it. */
export class Configuration {
  constructor(
    readonly context: NounContext,
    readonly mirrors: Mirrors,
    readonly given: { secrets: Secrets; identities: Pick<SourceIdentities, "plantOf"> },
  ) {}

  get(): ConfigurationRecord | undefined {
    return this.mirrors.configuration.list()[0];
  }

  /** The plant of the stored configuration, see `plantText`; undefined: not configured. */
  plant(): string | undefined {
    const record = this.get();
    return record && this.given.identities.plantOf(settingsFrom(record, ""));
  }

  /** With the decrypted secret; VALIDATION_FAILED when it is missing. Undefined: not configured. */
  async settings(): Promise<DataHubSettings | undefined> {
    const record = this.get();
    if (record === undefined) return undefined;
    if (record.sealed_client_secret === null) {
      throw invalid(
        "client_secret",
        "No client_secret is stored for this source; save the configuration with one",
      );
    }
    return settingsFrom(record, await this.given.secrets.unseal(record.sealed_client_secret, PURPOSE));
  }

  /**
   * The settings that this input would give, without storing it. VALIDATION_FAILED without a secret: the stored one
   * counts only for its own address, region and tenant.
   */
  async settingsOf(input: ConfigurationInput): Promise<DataHubSettings> {
    const bare = recordOf(input), before = this.get();
    baseUrlOf(bare);
    if (input.client_secret !== undefined) return settingsFrom(bare, input.client_secret);
    const sealed = before !== undefined && isSamePlace(before, bare) ? before.sealed_client_secret : null;
    if (sealed === null) throw invalid("client_secret", NO_SECRET_THERE);
    return settingsFrom(bare, await this.given.secrets.unseal(sealed, PURPOSE));
  }

  save(input: ConfigurationInput, by: Actor): Promise<ConfigurationRecord> {
    const { context } = this;
    return write(context, async () => {
      const key = keys.configuration();
      const entry = await context.store.get(key);
      const before = entry && kinds.configuration.read(entry.value);
      const bare = recordOf(input);
      baseUrlOf(bare);
      const after: ConfigurationRecord = {
        ...bare,
        sealed_client_secret: await this.#secret(input, { before, bare }),
      };
      const { mutations, frames } = traces(context, {
        action: before === undefined ? "created" : "updated",
        type: "configuration",
        id: after.id,
        by,
        before: before && shown(before),
        after: { ...shown(after), client_secret: secretChange(before, after) },
      });
      mutations.push({ type: "set", key, value: after });
      return { result: after, commit: { checks: [unchanged(key, entry)], mutations, frames } };
    });
  }

  /** A stored secret is never sent to another host, tenant or region than the one it was entered for. */
  async #secret(
    input: ConfigurationInput,
    { before, bare }: { before: ConfigurationRecord | undefined; bare: ConfigurationRecord },
  ): Promise<string | null> {
    if (input.client_secret !== undefined) return await this.given.secrets.seal(input.client_secret, PURPOSE);
    if (before === undefined) return null;
    return isSamePlace(before, bare) ? before.sealed_client_secret : null;
  }
}

const NO_SECRET_THERE = "Is required: no secret is stored for this address, region and tenant";

function isSamePlace(a: ConfigurationRecord, b: ConfigurationRecord): boolean {
  return a.base_url === b.base_url && a.region === b.region && a.tenant_id === b.tenant_id;
}

function settingsFrom(record: ConfigurationRecord, clientSecret: string): DataHubSettings {
  return {
    kind: record.kind,
    region: record.region,
    baseUrl: baseUrlOf(record),
    tenantId: record.tenant_id,
    namespaceId: record.namespace_id,
    clientId: record.client_id,
    clientSecret,
    waitSeconds: record.wait_seconds ?? (record.region === "simulator" ? SIMULATOR_WAIT_SECONDS : null),
    pollSeconds: record.poll_seconds,
    changeFeed: record.change_feed,
    maxAgeSeconds: record.max_age_seconds,
    sourceLostSeconds: record.source_lost_seconds,
    correctionHorizonHours: record.correction_horizon_hours,
    requestsPerMinute: record.region === "simulator" ? null : record.requests_per_minute,
  };
}

/** The record of an input, with defaults for absent fields and without the secret. */
function recordOf(input: ConfigurationInput): ConfigurationRecord {
  return {
    v: 1,
    id: 1,
    kind: "data_hub",
    client_id: input.client_id,
    sealed_client_secret: null,
    region: input.region,
    tenant_id: input.tenant_id,
    namespace_id: input.namespace_id,
    base_url: input.base_url ?? SOURCE_DEFAULTS.base_url,
    wait_seconds: input.wait_seconds ?? SOURCE_DEFAULTS.wait_seconds,
    poll_seconds: input.poll_seconds ?? SOURCE_DEFAULTS.poll_seconds,
    change_feed: input.change_feed ?? SOURCE_DEFAULTS.change_feed,
    max_age_seconds: input.max_age_seconds ?? SOURCE_DEFAULTS.max_age_seconds,
    source_lost_seconds: input.source_lost_seconds ?? SOURCE_DEFAULTS.source_lost_seconds,
    correction_horizon_hours: input.correction_horizon_hours ?? SOURCE_DEFAULTS.correction_horizon_hours,
    requests_per_minute: input.requests_per_minute ?? SOURCE_DEFAULTS.requests_per_minute,
    discovery_minutes: input.discovery_minutes ?? SOURCE_DEFAULTS.discovery_minutes,
    is_active: true,
  };
}

function baseUrlOf(record: ConfigurationRecord): string {
  const url = record.base_url ?? regionBaseUrl(record.region);
  if (url === null) {
    throw invalid("base_url", `The region ${record.region} has no default address; enter one`);
  }
  return url;
}

/** The fields that the audit log may contain. */
function shown(record: ConfigurationRecord): Record<string, unknown> {
  const { sealed_client_secret: sealed, ...rest } = record;
  return { ...rest, has_client_secret: sealed !== null };
}

function secretChange(before: ConfigurationRecord | undefined, after: ConfigurationRecord): string {
  const stored = before?.sealed_client_secret ?? null;
  return stored === after.sealed_client_secret ? "unchanged" : "changed";
}
