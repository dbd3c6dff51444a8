import type { Issue } from "../shared/refusal.ts";
import type { ProviderRecord } from "./schema.ts";
import { PROVIDER_TYPES, type ProviderType } from "./types.ts";
import { VENDORS } from "./vendor.ts";

/** The missing fields of a provider type. A stored key counts if it may still be sent to that host. */
export function missingFields(
  given: Readonly<Record<string, unknown>>,
  stored: ProviderRecord | undefined,
): Issue[] {
  const type = typeOf(given.provider_type ?? stored?.provider_type);
  if (type === undefined) return [];
  const issues: Issue[] = [];
  const base_url = given.base_url === undefined ? stored?.base_url ?? null : given.base_url;
  if (base_url === null && VENDORS[type].baseUrl === null) {
    issues.push({ path: "base_url", message: `Is required for the type ${type}` });
  }
  const key = given.api_key;
  if (VENDORS[type].needsKey && stored === undefined && (key === undefined || key === null)) {
    issues.push({ path: "api_key", message: "Is required" });
  }
  return issues;
}

function typeOf(value: unknown): ProviderType | undefined {
  return PROVIDER_TYPES.find((type) => type === value);
}
