import type { RuleEvent } from "../api/client.ts";
import { useMayAt } from "../parts/areas.ts";
import { usePlant } from "../parts/shared_resources.ts";
import type { ScopeChoice } from "./out_of_service_dialog.tsx";

interface PlacedInstance {
  id: number;
  instance_name: string;
  plant_node_floc_id: string | null;
}

export interface ScopeChoices {
  ofEvent(event: RuleEvent): ScopeChoice[];
  ofInstance(instance: PlacedInstance): ScopeChoice[];
  ofNode(flocId: string): ScopeChoice[];
}

/** What the user may take out of service, the narrowest first. */
export function useScopeChoices(): ScopeChoices {
  const mayAt = useMayAt();
  const places = usePlant().state.value.value?.places;
  const may = (flocId: string | null) => mayAt("POST /api/out-of-service", flocId);

  function ofNode(flocId: string): ScopeChoice[] {
    const place = places?.get(flocId), above = place?.ids.at(-2);
    const own = place === undefined || !may(flocId) ? [] : [{
      scope: { kind: "plant_node" as const, plant_node_floc_id: flocId },
      label: `${place.node.name}, with everything beneath`,
    }];
    return above === undefined ? own : [...own, ...ofNode(above)];
  }

  function ofInstance({ id, instance_name, plant_node_floc_id: node }: PlacedInstance): ScopeChoice[] {
    const scope = { kind: "instance" as const, instance_id: id };
    return [
      ...may(node) ? [{ scope, label: `${instance_name}, with all its alarms` }] : [],
      ...node === null ? [] : ofNode(node),
    ];
  }

  return {
    ofNode,
    ofInstance,
    ofEvent({ instance_id, rule_id, display_name, template_instance, plant_node_floc_id }) {
      if (instance_id === null || !may(plant_node_floc_id)) return [];
      return [
        {
          scope: { kind: "alarm", instance_id, rule_id },
          label: `This alarm: ${display_name} of ${template_instance}`,
        },
        ...ofInstance({ id: instance_id, instance_name: template_instance, plant_node_floc_id }),
      ];
    },
  };
}
