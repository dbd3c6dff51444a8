import { SOURCE_DEFAULTS } from "../../../domain/source/types.ts";
import { picked } from "../../../domain/shared/picked.ts";
import type { Schemas } from "../../api/client.ts";
import type { Issue } from "../../api/problem.ts";
import { optionsOf } from "../../parts/options.ts";

export type Configuration = Schemas["Configuration"];

export const REGIONS = optionsOf<Configuration["region"]>({
  "us-west": "US West",
  "eu-west": "EU West",
  australia: "Australia",
  japan: "Japan",
  simulator: "Simulator",
});

/** The values of the form; optional texts can be empty, numbers null. */
export interface SourceValues {
  client_id: string;
  client_secret: string;
  region: Configuration["region"];
  tenant_id: string;
  namespace_id: string;
  base_url: string;
  wait_seconds: number | null;
  poll_seconds: number | null;
  change_feed: Configuration["change_feed"];
  max_age_seconds: number | null;
  source_lost_seconds: number | null;
  correction_horizon_hours: number | null;
  requests_per_minute: number | null;
  discovery_minutes: number | null;
}

export function sourceValues(stored: Configuration | null): SourceValues {
  const tuning = picked(SOURCE_DEFAULTS, stored ?? SOURCE_DEFAULTS);
  return {
    client_id: stored?.client_id ?? "",
    client_secret: "",
    region: stored?.region ?? "eu-west",
    tenant_id: stored?.tenant_id ?? "",
    namespace_id: stored?.namespace_id ?? "",
    ...tuning,
    base_url: stored?.base_url ?? "",
  };
}

/** Omits an empty secret, which keeps the stored one, and empty numbers, which use the default. */
export function sourceBody({ client_secret, base_url, wait_seconds, ...values }: SourceValues) {
  const { client_id, region, tenant_id, namespace_id, change_feed, ...numbers } = values;
  return {
    client_id,
    region,
    tenant_id,
    namespace_id,
    change_feed,
    ...present(numbers),
    ...client_secret !== "" && { client_secret },
    base_url: base_url.trim() === "" ? null : base_url.trim(),
    wait_seconds,
  };
}

type Numbers = Omit<
  Pick<SourceValues, keyof typeof SOURCE_DEFAULTS>,
  "base_url" | "wait_seconds" | "change_feed"
>;

function present(numbers: Numbers): { [Name in keyof Numbers]?: number } {
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== null));
}

/** Whether the change concerns the connection, so that it is tested before it is stored. */
export function changesConnection(stored: Configuration | null, values: SourceValues): boolean {
  return stored === null || values.client_secret !== "" || stored.client_id !== values.client_id ||
    stored.namespace_id !== values.namespace_id || changesPlace(stored, values);
}

/** Whether the streams of another plant are read: host and region are not part of what a plant is. */
export function isOtherPlant(stored: Configuration | null, values: SourceValues): boolean {
  return stored !== null &&
    (stored.tenant_id !== values.tenant_id || stored.namespace_id !== values.namespace_id);
}

/** The secret that must be entered again before anything is stored. */
export function secretIssues(stored: Configuration | null, values: SourceValues): Issue[] {
  if (values.client_secret !== "" || !losesSecret(stored, values)) return [];
  const message = "Enter the secret again: the stored one is not sent to another address, region or tenant";
  return [{ path: "client_secret", message }];
}

function changesPlace(stored: Configuration, values: SourceValues): boolean {
  return (stored.base_url ?? "") !== values.base_url.trim() || stored.region !== values.region ||
    stored.tenant_id !== values.tenant_id;
}

/** Whether the change removes the stored secret, which is never sent to a new host. */
export function losesSecret(stored: Configuration | null, values: SourceValues): boolean {
  return stored !== null && stored.has_client_secret && changesPlace(stored, values);
}
