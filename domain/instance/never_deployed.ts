import type { InstanceRecord } from "./types.ts";

type NeverDeployedInput =
  | "id"
  | "instance_id"
  | "instance_name"
  | "template_id"
  | "plant_node_floc_id"
  | "bindings"
  | "created_at"
  | "created_by";

/** The record of an instance that was never deployed. */
export function neverDeployed(fields: Pick<InstanceRecord, NeverDeployedInput>): InstanceRecord {
  return {
    v: 1,
    ...fields,
    is_deployed: false,
    deployment: 0,
    deployment_date: null,
    template_version: null,
    recent_activations: {},
  };
}
