import type { Region } from "../../domain/configuration/types.ts";

export { parseRegion } from "../../domain/configuration/region.ts";
export { regionBaseUrl } from "../../domain/configuration/region_host.ts";

/** The vendor's regions; the simulator is none of them. */
export const REGIONS: readonly Exclude<Region, "simulator">[] = ["us-west", "eu-west", "australia", "japan"];
