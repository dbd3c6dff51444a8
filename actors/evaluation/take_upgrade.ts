import type { Engine } from "../../domain/evaluation/engine.ts";
import type { DeployedInstance, KnownStream, Transition } from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import { newestRuleAt } from "../../domain/instance/upgrade.ts";
import { type Ms, msFromTicks, type Ticks } from "../../domain/shared/time.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import type { DeploymentBook } from "./deployment_book.ts";
import type { Bindings } from "./bindings.ts";
import type { CommittedUpgrade } from "./contract.ts";
import type { Corrections } from "./corrections.ts";
import { type HistoryDraft, type JournalDraft, knownParts } from "./journal.ts";
import { rulesBefore } from "./upgrades_ahead.ts";

/** What of a shard an upgrade changes. */
interface UpgradingShard {
  readonly active: Engine;
  readonly deployments: Pick<DeploymentBook, "get" | "set">;
  readonly bindings: Bindings;
  readonly corrections: Corrections;
  readonly pending: Transition[];
  readonly sequence: number;
  openOf(instanceId: number): Map<string, unknown>;
  eventChanged(record: EventRecord): void;
  deployedWith(instanceId: number, told: { sequence: number; known: readonly KnownStream[] }): void;
}

/** What writes it down. */
interface TellingShard {
  journal(draft: JournalDraft): Mutation;
  history(of: { instanceId: number; deployment: number }, draft: HistoryDraft): Mutation;
}

/** When a deployment at the clock's time takes effect, or an upgrade of one: after all that has been judged. */
export function effectMs(
  nowMs: Ms,
  { watermark, before }: { watermark: Ticks; before?: DeployedInstance },
): Ms {
  const began = before === undefined ? -Infinity : newestRuleAt(before);
  const judged = Number.isFinite(watermark) ? Math.max(watermark, began) : began;
  return Math.max(nowMs, msFromTicks(judged) + 1);
}

/** Goes over to what was committed: rules that are no more are forgotten with their events, new ones are judged. */
export function takeUpgrade(
  shard: UpgradingShard,
  { deployment, known, at, superseded }: CommittedUpgrade,
): void {
  const { instance } = deployment, { instanceId } = instance;
  for (const record of superseded) shard.eventChanged(record);
  const kept = new Set(rulesBefore(instance, at).map((rule) => rule.ruleId));
  const open = shard.openOf(instanceId);
  for (const ruleId of [...open.keys()]) if (!kept.has(ruleId)) open.delete(ruleId);
  shard.bindings.exchange(shard.deployments.get(instanceId)?.instance, instance);
  for (const { stream, unfilled } of known) if (unfilled === true) shard.bindings.wantRead(stream);
  shard.deployments.set(instanceId, deployment);
  shard.deployedWith(instanceId, { sequence: shard.sequence, known });
  shard.corrections.disturb(instanceId);
  shard.pending.push(...shard.active.upgrade(instance, { at, known }));
}

/** What a restart and the replays of corrections must know of an upgrade. */
export function journalUpgraded(
  shard: TellingShard,
  { record, instance: { instanceId, deployment } }: Deployment,
  { deployment: { instance }, known, at }: Omit<CommittedUpgrade, "superseded">,
): Mutation[] {
  const parts = knownParts(known).flatMap((part) => [
    shard.journal({ kind: "known", instanceId, deployment, at, known: part }),
    shard.history(instance, { kind: "known", known: part }),
  ]);
  const told = { at, recentActivations: instance.recentActivations };
  const from = { version: record.template_version ?? 0, rulesSince: record.rules_since ?? {} };
  return [
    ...parts,
    shard.journal({ kind: "upgraded", instanceId, deployment, ...told }),
    shard.history(instance, { kind: "upgraded", from, ...told }),
  ];
}
