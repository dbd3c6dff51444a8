import type { NodeType } from "../../../domain/plant/types.ts";
import type { DemoNode } from "./types.ts";

function node(floc_id: string, name: string, options: { type: NodeType; parent: string | null }): DemoNode {
  return { floc_id, name, node_type: options.type, parent_id: options.parent };
}

/** The units of a line, by the last part of their functional location. */
function units(line: string, names: Record<string, string>): DemoNode[] {
  return Object.entries(names).map(([part, name]) =>
    node(`${line}-${part}`, name, { type: "unit", parent: line })
  );
}

export const demoNodes: DemoNode[] = [
  node("MBD", "Meadowbrook Dairies", { type: "enterprise", parent: null }),
  node("MBD-RIV", "Riverside", { type: "site", parent: "MBD" }),
  node("MBD-RIV-PRO", "Processing and filling", { type: "area", parent: "MBD-RIV" }),
  node("MBD-RIV-PRO-L1", "Line 1, milk", { type: "production_line", parent: "MBD-RIV-PRO" }),
  ...units("MBD-RIV-PRO-L1", { MIX: "Mixer", PAS: "Pasteuriser", FIL: "Filler", PAC: "Packer" }),
  node("MBD-RIV-UTL", "Utilities", { type: "area", parent: "MBD-RIV" }),
  node("MBD-RIV-UTL-U1", "Steam, air and cold", { type: "production_line", parent: "MBD-RIV-UTL" }),
  ...units("MBD-RIV-UTL-U1", { BOI: "Boiler", COM: "Compressor", CHI: "Chiller", COL: "Cold store" }),
  node("MBD-HIL", "Hillcrest", { type: "site", parent: "MBD" }),
  node("MBD-HIL-PRO", "Processing and filling", { type: "area", parent: "MBD-HIL" }),
  node("MBD-HIL-PRO-L2", "Line 2, yoghurt drinks", { type: "production_line", parent: "MBD-HIL-PRO" }),
  ...units("MBD-HIL-PRO-L2", {
    MIX: "Mixer",
    PAS: "Pasteuriser",
    FIL: "Filler",
    PAC: "Packer",
    BOI: "Boiler",
  }),
];
