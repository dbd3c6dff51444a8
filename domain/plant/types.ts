export const NODE_TYPES = [
  "enterprise",
  "site",
  "area",
  "process_cell",
  "production_unit",
  "production_line",
  "storage_zone",
  "unit",
  "work_cell",
  "storage_unit",
  "equipment_module",
  "control_module",
] as const;
export type NodeType = (typeof NODE_TYPES)[number];

/** A node as the tree shows it. */
export interface PlantTree {
  id: string;
  name: string;
  type: NodeType;
  children: PlantTree[];
}
