import type { RuleEvent } from "../api/client.ts";
import type { PlantLocation } from "./plant_paths.ts";

/** Node types that are a machine or a part of one. */
const MACHINES = new Set(["unit", "work_cell", "storage_unit", "equipment_module", "control_module"]);

export interface Machine {
  machine: string;
  /** The location around an instance that stands for the machine; "" if there is none. */
  area: string;
}

type Placed = Pick<RuleEvent, "template_instance" | "plant_node_floc_id">;

/** How events are named in lists, headings and messages. */
export interface EventNames {
  machineOf(event: Placed): Machine;
  /** "Filler, Line 1: Overfill": the machine, then what is wrong. */
  titleOf(event: Placed & Pick<RuleEvent, "display_name">): string;
}

/** The machine of an event: the plant node if that is a machine, else the instance. */
export function machineOf(
  { template_instance }: Pick<RuleEvent, "template_instance">,
  place: PlantLocation | undefined,
): Machine {
  if (place === undefined) return { machine: template_instance, area: "" };
  if (MACHINES.has(place.node.type)) return { machine: place.short, area: "" };
  return { machine: template_instance, area: place.short };
}
