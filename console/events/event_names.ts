import type { RuleEvent } from "../api/client.ts";
import { type Machine, machineOf } from "../parts/machine.ts";
import { usePlant } from "../parts/shared_resources.ts";

type Placed = Pick<RuleEvent, "template_instance" | "plant_node_floc_id">;

/** How events are named in lists, headings and messages. */
export interface EventNames {
  machineOf(event: Placed): Machine;
  /** "Filler, Line 1: Overfill": the machine, then what is wrong. */
  titleOf(event: Placed & Pick<RuleEvent, "display_name">): string;
}

/** Until the plant is read, the instance stands for the machine. */
export function useEventNames(): EventNames {
  const places = usePlant().state.value.value?.places;
  const named = (event: Placed) =>
    machineOf(event, event.plant_node_floc_id === null ? undefined : places?.get(event.plant_node_floc_id));
  return {
    machineOf: named,
    titleOf: (event) => `${named(event).machine}: ${event.display_name}`,
  };
}
