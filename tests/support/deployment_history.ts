/** What a correcting runner keeps of its deployments, and the states that it goes back to. */
import type { ReplayCommand, RunEvent } from "../../domain/evaluation/replay.ts";
import type { RuleState } from "../../domain/evaluation/state/rule_states.ts";
import type { DeployedInstance, Transition } from "../../domain/evaluation/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { ReferenceEvent } from "./reference_types.ts";

export interface DeploymentHistory {
  instance: DeployedInstance;
  commands: ReplayCommand[];
  /** What its undeployment told. */
  recentActivations: Record<string, Ticks[]>;
}

export interface StoredStates {
  watermark: Ticks;
  sequence: number;
  /** By `instance/deployment`. */
  states: Map<string, RuleState[]>;
}

export function keyOf({ instanceId, deployment }: DeployedInstance): string {
  return `${instanceId}/${deployment}`;
}

/** A state stored before the deployment's own instant tells nothing of what was done to it meanwhile. */
export function isDeployedAt({ instance, commands }: DeploymentHistory, stored: StoredStates): boolean {
  return commands[0].sequence <= stored.sequence && instance.deployedAt <= stored.watermark;
}

/** Between a deployment's command and its instant: what was known by the one is no longer to be told from what came. */
export function isAmidst({ instance, commands }: DeploymentHistory, { watermark }: StoredStates): boolean {
  return commands[0].at < watermark && watermark < instance.deployedAt;
}

export function isOver({ commands }: DeploymentHistory, start: StoredStates): boolean {
  const last = commands[commands.length - 1];
  return last.kind === "undeploy" && last.sequence <= start.sequence;
}

/** An event that was open where the run began keeps what its opening told. */
export function asReference(event: RunEvent, before: ReferenceEvent | undefined): ReferenceEvent {
  const { instanceId, deployment, ruleId, onset, activatedAt, opening, end, dataState } = event;
  return {
    ...{ instanceId, deployment, ruleId, start: onset, activatedAt },
    ...{ endAt: end?.endAt ?? null, closedAt: end?.closedAt ?? null, reason: end?.reason ?? null },
    initial: opening?.initial ?? before?.initial ?? false,
    chattering: opening?.chattering ?? before?.chattering ?? false,
    dataState,
  };
}

/** An event as it opens. */
export function openedReference(opened: Extract<Transition, { kind: "opened" }>): ReferenceEvent {
  const { instanceId, deployment, ruleId, onset, activatedAt, initial, chattering, dataState } = opened;
  return {
    instanceId,
    deployment,
    ruleId,
    start: onset,
    activatedAt,
    endAt: null,
    closedAt: null,
    reason: null,
    initial,
    chattering,
    dataState,
  };
}
