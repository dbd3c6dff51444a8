import { outOfService as stored } from "../../../../domain/out_of_service/schema.ts";
import { shown } from "../../../pipeline/document/shown.ts";

export const outOfServiceExample = {
  scope: { kind: "instance" as const, instance_id: 11 },
  ends_at: "2026-01-31T16:00:00.000Z",
  reason: "Bearings are replaced",
  work_order: "WO-4711",
};

export const outOfService = shown("OutOfService", stored, {
  id: 1,
  ...outOfServiceExample,
  name: "Pump 1",
  starts_at: "2026-01-31T08:15:02.123Z",
  state: "running",
  plant_node_floc_id: "NORTH",
  active_events: 1,
  created_at: "2026-01-31T08:15:02.123Z",
  created_by: "anna",
  ended_at: null,
  ended_by: null,
});
