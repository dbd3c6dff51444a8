export const REGIONS = ["us-west", "eu-west", "australia", "japan", "simulator"] as const;
export type Region = (typeof REGIONS)[number];
