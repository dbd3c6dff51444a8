import { useMayAt } from "../parts/areas.ts";
import { usePlant } from "../parts/shared_resources.ts";
import type { ScopeChoice } from "./out_of_service_dialog.tsx";

/** An event, an instance or a location: what it has of an instance and of a rule. An event of Andon has no instance. */
export interface TakenOut {
  plant_node_floc_id: string | null;
  instance_id?: number | null;
  /** The instance's name. */
  template_instance?: string;
  rule_id?: string;
  display_name?: string;
}

/** What the user may take out of service there, the narrowest first. */
export function useScopeChoices(
  { plant_node_floc_id: node, instance_id, template_instance = "", rule_id, display_name = "" }: TakenOut,
): ScopeChoice[] {
  const mayAt = useMayAt();
  const places = usePlant().state.value.value?.places;
  const may = (flocId: string | null) => mayAt("POST /api/out-of-service", flocId);
  const nodes = [...node === null ? [] : places?.get(node)?.ids ?? []].reverse().filter(may);
  const ofNodes = nodes.map((id): ScopeChoice => ({
    scope: { kind: "plant_node", plant_node_floc_id: id },
    label: `${places?.get(id)?.node.name ?? id}, with everything beneath`,
  }));
  if (typeof instance_id !== "number" || !may(node)) return ofNodes;
  const ofInstance: ScopeChoice = {
    scope: { kind: "instance", instance_id },
    label: `${template_instance}, with all its alarms`,
  };
  if (rule_id === undefined) return [ofInstance, ...ofNodes];
  const label = `This alarm: ${display_name} of ${template_instance}`;
  return [{ scope: { kind: "alarm", instance_id, rule_id }, label }, ofInstance, ...ofNodes];
}
