import type { Actor } from "../access/types.ts";
import type { Literal } from "../rule/types.ts";

/** What stands for a placeholder: a stream by its name, or a constant. */
export type Binding = { stream_name: string } | { value: Literal };

/** When a deployed instance went over to another version of its template, and from which one. */
export interface InstanceUpgrade {
  at: string;
  from_version: number;
}

/**
 * A template instance as it is stored. `deployment` counts its deployments (0: never deployed), so that a
 * redeployed instance never meets the state of an earlier deployment. `recent_activations` carries, by rule_id,
 * the times (ticks) of the last two activations over an undeployment, for the chattering flag.
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
  /** The template's version that is deployed. */
  template_version: number | null;
  recent_activations: Record<string, number[]>;
  /** The upgrades of the present deployment, oldest first, the newest ones; absent before the first. */
  upgrades?: InstanceUpgrade[];
  /** By rule_id, since when a rule is judged that came with one of them. */
  rules_since?: Record<string, string>;
  /** When it was deployed before, oldest first; absent before the first end of a deployment. */
  past_deployments?: { from: string; to: string }[];
  /** Who ends the deployment, while its active events are ended in more than one commit: a restore carries it on. */
  undeploying_by?: Actor;
  created_at: string;
  created_by: string;
}
