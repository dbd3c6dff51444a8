import type { Region } from "./region_names.ts";

const HOSTS: Readonly<Record<Exclude<Region, "simulator">, string>> = {
  "us-west": "https://uswe.datahub.connect.aveva.com",
  "eu-west": "https://euno.datahub.connect.aveva.com",
  "australia": "https://auea.datahub.connect.aveva.com",
  "japan": "https://jpea.datahub.connect.aveva.com",
};

/** The vendor's address of a region; null for the simulator, whose address is a setting. */
export function regionBaseUrl(region: Region): string | null {
  return region === "simulator" ? null : HOSTS[region];
}
