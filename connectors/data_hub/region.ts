import type { Region } from "./region_names.ts";

/**
 * The vendor's spellings of its regions (labels, region ids, host prefixes, old names) in lower case, without
 * separators.
 */
const ALIASES: ReadonlyMap<string, Region> = new Map<string, Region>([
  ["uswest", "us-west"],
  ["westus", "us-west"],
  ["uswe", "us-west"],
  ["na", "us-west"],
  ["northamerica", "us-west"],
  ["euwest", "eu-west"],
  ["westeurope", "eu-west"],
  ["northeurope", "eu-west"],
  ["europe", "eu-west"],
  ["euno", "eu-west"],
  ["emea", "eu-west"],
  ["australia", "australia"],
  ["australiaeast", "australia"],
  ["auea", "australia"],
  ["japan", "japan"],
  ["japaneast", "japan"],
  ["jpea", "japan"],
  ["simulator", "simulator"],
]);

/**
 * The region that a text names (`WestUS`, `North Europe`, `eu-west` …), whatever its case; undefined for
 * other texts.
 */
export function parseRegion(text: string): Region | undefined {
  return ALIASES.get(text.toLowerCase().replace(/[\s_-]/g, ""));
}
