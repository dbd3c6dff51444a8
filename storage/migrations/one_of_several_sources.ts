import { keys, MAIN_LANE } from "../keys.ts";
import type { Secrets } from "../secrets.ts";
import type { KvStore } from "../store/store.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import type { SourceRecord } from "../../domain/source/schema.ts";
import { DEFAULT_SOURCE, DEFAULT_SOURCE_NAME, SOURCE_DEFAULTS } from "../../domain/source/types.ts";

export interface SourceMeans {
  secrets: Secrets;
  now: () => Ms;
}

const FORMER = ["configuration"];

/** The one data source that there was, as it was stored. */
interface Former extends Partial<Pick<SourceRecord, keyof typeof SOURCE_DEFAULTS>> {
  client_id: string;
  region: string;
  tenant_id: string;
  namespace_id: string;
  base_url: string | null;
  sealed_client_secret: string | null;
}

/** The one data source becomes the first of several. */
export async function moveConfiguration(store: KvStore, { secrets, now }: SourceMeans): Promise<void> {
  const stored = await store.get<Former>(FORMER);
  if (stored === undefined) return;
  const { client_id, region, tenant_id, namespace_id, base_url, sealed_client_secret, ...rest } =
    stored.value;
  const kind = "data_hub", config = { client_id, region, tenant_id, namespace_id, base_url };
  const clear = sealed_client_secret &&
    await secrets.unseal(sealed_client_secret, "configuration.client_secret");
  const value: SourceRecord = {
    ...SOURCE_DEFAULTS,
    ...rest,
    v: 1,
    id: DEFAULT_SOURCE,
    name: DEFAULT_SOURCE_NAME,
    kind,
    config,
    is_active: true,
    stored_secrets: clear === null ? [] : ["client_secret"],
    sealed_secrets: clear === null
      ? null
      : await secrets.seal(JSON.stringify({ client_secret: clear }), "source.secrets"),
    created_at: isoFromMs(now()),
    created_by: "Andon",
  };
  await store.commit({
    mutations: [
      { type: "set", key: keys.source(DEFAULT_SOURCE), value },
      { type: "delete", key: FORMER },
    ],
  }, MAIN_LANE);
}
