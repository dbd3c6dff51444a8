import { assertEquals } from "@std/assert";
import { parseRegion } from "../../../../connectors/data_hub/region.ts";
import { regionBaseUrl } from "../../../../connectors/data_hub/region_host.ts";

const VENDOR_REGIONS = ["us-west", "eu-west", "australia", "japan"] as const;

Deno.test("parseRegion() reads the vendor's spellings, without case", () => {
  const spellings = {
    "us-west": ["us-west", "WestUS", "West US", "US-West", "uswe", "NA"],
    "eu-west": ["EU-WEST", "WestEurope", "northeurope", "North Europe", "euno", "EMEA"],
    "australia": ["Australia", "australiaeast", "AUEA"],
    "japan": ["Japan", "japaneast", "jp_ea"],
    "simulator": ["Simulator"],
  };
  for (const [region, texts] of Object.entries(spellings)) {
    for (const text of texts) assertEquals(parseRegion(text), region, text);
  }
  assertEquals(parseRegion("mars"), undefined);
});

Deno.test("regionBaseUrl() knows every region but the simulator's", () => {
  assertEquals(regionBaseUrl("japan"), "https://jpea.datahub.connect.aveva.com");
  assertEquals(regionBaseUrl("simulator"), null);
  assertEquals(new Set(VENDOR_REGIONS.map(regionBaseUrl)).size, 4);
});
