import type { Actor } from "../access/types.ts";
import type { Literal } from "../rule/types.ts";

/** The binding of a placeholder: a stream's name, or a constant. */
export type Binding = { stream_name: string } | { value: Literal };

/** An upgrade of a deployed instance: when, and from which version. */
export interface InstanceUpgrade {
  at: string;
  from_version: number;
}

/**
 * A template instance as stored. `deployment` counts its deployments (0: never deployed), so that a new
 * deployment never meets the state of an earlier one. `recent_activations`: the ticks of the last two
 * activations by rule_id, kept across an undeployment for the chattering flag.
 */
export interface InstanceRecord {
  v: 1;
  id: number;
  instance_id: string;
  instance_name: string;
  template_id: number;
  plant_node_floc_id: string | null;
  bindings: Record<string, Binding>;
  is_deployed: boolean;
  deployment: number;
  deployment_date: string | null;
  /** The deployed version of the template. */
  template_version: number | null;
  recent_activations: Record<string, number[]>;
  /** The newest upgrades of the current deployment, oldest first; absent before the first. */
  upgrades?: InstanceUpgrade[];
  /** By rule_id, the start of each rule that came with an upgrade. */
  rules_since?: Record<string, string>;
  /** Ended deployments, oldest first; absent before the first has ended. */
  past_deployments?: { from: string; to: string }[];
  /** The user of an undeployment that takes several commits to close its events. A restart resumes it. */
  undeploying_by?: Actor;
  created_at: string;
  created_by: string;
}
