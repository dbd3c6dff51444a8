import type { AreaRecord } from "../../../domain/area/schema.ts";

export function areaView({ v: _, ...shown }: AreaRecord) {
  return shown;
}
