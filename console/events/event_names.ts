import { type EventNames, machineOf } from "../parts/machine.ts";
import { usePlant } from "../parts/shared_resources.ts";

/** Until the plant is read, the instance stands for the machine. */
export function useEventNames(): EventNames {
  const places = usePlant().state.value.value?.places;
  const named: EventNames["machineOf"] = (event) =>
    machineOf(event, event.plant_node_floc_id === null ? undefined : places?.get(event.plant_node_floc_id));
  return {
    machineOf: named,
    titleOf: (event) => `${named(event).machine}: ${event.display_name}`,
  };
}
