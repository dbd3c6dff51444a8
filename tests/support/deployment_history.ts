/** The deployments of a correcting runner, and the states from which its corrections begin. */
import type { ReplayCommand, RunEvent } from "../../domain/evaluation/replay.ts";
import type { RuleState } from "../../domain/evaluation/state/rule_states.ts";
import type { DeployedInstance, Transition } from "../../domain/evaluation/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { ReferenceEvent } from "./reference_types.ts";

export interface DeploymentHistory {
  instance: DeployedInstance;
  commands: ReplayCommand[];
  /** The command of its undeployment. */
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

/** False before the deployment's instant, because states stored then do not contain its commands. */
export function isDeployedAt({ instance, commands }: DeploymentHistory, stored: StoredStates): boolean {
  return commands[0].sequence <= stored.sequence && instance.deployedAt <= stored.watermark;
}

/** Whether a checkpoint lies between a deployment's command and its instant, so that known and new samples mix. */
export function isAmidst({ instance, commands }: DeploymentHistory, { watermark }: StoredStates): boolean {
  return commands[0].at < watermark && watermark < instance.deployedAt;
}

export function isOver({ commands }: DeploymentHistory, start: StoredStates): boolean {
  const last = commands[commands.length - 1];
  return last.kind === "undeploy" && last.sequence <= start.sequence;
}

/** An event that was open at the start of the run keeps the contents of its opening. */
export function asReference(event: RunEvent, before: ReferenceEvent | undefined): ReferenceEvent {
  const { instanceId, deployment, ruleId, onset, activatedAt, opening, end, dataState } = event;
  return {
    instanceId,
    deployment,
    ruleId,
    start: onset,
    activatedAt,
    endAt: end?.endAt ?? null,
    closedAt: end?.closedAt ?? null,
    reason: end?.reason ?? null,
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
