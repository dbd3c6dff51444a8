import { invalid, missing, nameTaken, type Refusal } from "../domain/shared/refusal.ts";

/** Refusals of new and changed instances, one by one or in a batch. */
export const instanceRefusals = {
  noTemplate: (id: number): Refusal => invalid("template_id", missing("template", id)),
  closedTemplate: (name: string): Refusal =>
    invalid("template_id", `Template "${name}" accepts no new instances; set allow_instances first`),
  nameTaken: (name: string): Refusal => invalid("instance_name", nameTaken("instance", name)),
  noPlantNode: (flocId: string): Refusal => invalid("plant_node_floc_id", missing("plant node", flocId)),
};
