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

/** A node of the ISA-95 plant model, as stored. */
export interface PlantNodeRecord {
  v: 1;
  floc_id: string;
  name: string;
  node_type: NodeType;
  parent_id: string | null;
}

/** A node with its descendants. */
export interface PlantTree {
  id: string;
  name: string;
  type: NodeType;
  children: PlantTree[];
}
