import type { EventRecord } from "../../domain/event/types.ts";
import { makeDeployment } from "../../domain/instance/deployment.ts";
import { otherSources, sourceOfInstance } from "../../domain/instance/source.ts";
import { withNamedStreams } from "../../domain/instance/streams.ts";
import { keptRules, upgradedRecord } from "../../domain/instance/upgrade.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { isoFromMs, type Ms, ticksFromMs } from "../../domain/shared/time.ts";
import { joined } from "../../storage/writes/atomic_budget.ts";
import type { EventWrites } from "../../storage/writes/event.ts";
import { commandMark, saveInstance } from "../../storage/writes/instance.ts";
import type { CommittedUpgrade } from "../evaluation/contract.ts";
import { audited, type CommandInput } from "./command.ts";
import type { BulkOutcome } from "./contract.ts";
import type { DeployReads } from "./deploy.ts";
import { type EarlyEndings, ending, planEarlyEndings } from "./undeploy.ts";

type UpgradeReads = Omit<DeployReads, "checks" | "nodeExists" | "source"> & { version: number };

/** An upgrade that can be committed, with its writes. */
export interface PlannedUpgrade extends CommittedUpgrade {
  writes: EventWrites;
  events: NonNullable<BulkOutcome["events"]>;
}

/**
 * The writes that upgrade a deployed instance to the template's current version, or what must be committed before, or
 * every problem that prevents it. At any time the instance is on exactly one of the two versions.
 */
export function planUpgrade(
  reads: UpgradeReads,
  given: CommandInput,
): PlannedUpgrade | { early: EarlyEndings } | { problems: Issue[] } {
  const { record } = reads, { shard, nowMs } = given;
  const problem = problemOf(reads, given);
  const before = shard.deploymentOf(record.id);
  if (problem !== undefined || before === undefined) {
    return { problems: [problem ?? { path: "", message: CATCHING_UP }] };
  }
  const atMs = shard.effectAt(nowMs, before);
  const bound = bind(reads, { atMs });
  const problems = [...bound.problems, ...otherSources(bound.streams, sourceOfInstance(record))];
  if (problems.length > 0) return { problems };
  const kept = keptRules(before, bound.deployment);
  const now = bind(reads, { atMs, kept }).deployment;
  const deployment = {
    ...now,
    record: withNamedStreams(now.record, bound.named),
    instance: { ...now.instance, recentActivations: shard.recentActivations(record.id) },
  };
  const at = ticksFromMs(atMs);
  const upgrade = { deployment, known: shard.known(deployment.instance, at), at };
  const beside = [
    saveInstance(deployment.record),
    commandMark(record.template_id, given.context.shard),
    ...shard.journalUpgraded(before, upgrade),
    audited({ ...AUDIT, resource_id: record.id, before: record, after: deployment.record }, given),
  ];
  const open = shard.openEvents(record.id);
  const ended = open.filter((event) => !kept.has(event.rule_id));
  const early = planEarlyEndings(record, given, { reason: "superseded", events: ended, beside });
  if (early !== undefined) return { early };
  return { ...upgrade, ...endings(ended, { ...given, nowMs: atMs }, beside), events: countsOf(open, ended) };
}

const AUDIT = { action: "upgraded", resource_type: "instance" } as const;

const CATCHING_UP = "The evaluation is catching up after a restart; try again shortly";

function problemOf({ record, template, version }: UpgradeReads, { shard }: CommandInput): Issue | undefined {
  const path = "template_id";
  if (!record.is_deployed) {
    return { path: "", message: "Is not deployed; its next deployment is of the current version" };
  }
  if (template === undefined) return { path, message: "The template does not exist" };
  if (template.version !== version) {
    return {
      path,
      message: `Version ${template.version} is the current one; release version ${version} first`,
    };
  }
  if (template.rules.length === 0) return { path, message: `Version ${version} has no rule; add one first` };
  if (record.undeploying_by !== undefined) return { path: "", message: "Is being undeployed" };
  return shard.isCatchingUp ? { path: "", message: CATCHING_UP } : undefined;
}

/** The instance as deployed after the upgrade. */
function bind(
  { record, template, version, streams, sourceMaxAgeSeconds, correctionHorizonHours }: UpgradeReads,
  { atMs, kept = new Set() }: { atMs: Ms; kept?: ReadonlySet<string> },
) {
  if (template === undefined) throw new TypeError("An upgrade needs its template");
  const after = upgradedRecord(record, {
    at: isoFromMs(atMs),
    version,
    kept,
    ruleIds: template.rules.map((rule) => rule.rule_id),
  });
  return makeDeployment({
    record: after,
    template,
    sourceMaxAgeSeconds,
    correctionHorizonHours,
    streams,
    deployedAt: ticksFromMs(Date.parse(record.deployment_date ?? record.created_at)),
  });
}

function endings(ended: readonly EventRecord[], given: CommandInput, beside: readonly Mutation[]) {
  const all = ended.map((event) => ending(event, "superseded", given));
  return {
    superseded: all.map(({ after }) => after),
    writes: joined([{ mutations: [...beside] }, ...all.map(({ writes }) => writes)]),
  };
}

function countsOf(open: readonly EventRecord[], ended: readonly EventRecord[]) {
  return { kept: open.length - ended.length, superseded: ended.length };
}
