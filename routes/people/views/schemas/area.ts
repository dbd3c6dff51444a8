import { area as stored } from "../../../../domain/area/schema.ts";
import { shown } from "../../../pipeline/document/shown.ts";

export const areaExample = { name: "North", plant_node_ids: ["NORTH"] };

export const area = shown("Area", stored, {
  id: 1,
  ...areaExample,
  created_at: "2026-01-31T08:15:02.123Z",
  created_by: "admin",
});
