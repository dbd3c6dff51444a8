import type { SourceRecord } from "../../domain/source/schema.ts";
import { DEFAULT_SOURCE, SOURCE_DEFAULTS } from "../../domain/source/types.ts";
import type { KnownStream } from "../../domain/evaluation/types.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { Check, Entry, Mutation } from "../../domain/shared/commit.ts";
import { firstIssues, type Issue, Refusal } from "../../domain/shared/refusal.ts";
import { isoFromMs, ticksFromMs } from "../../domain/shared/time.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import { keys } from "../../storage/keys.ts";
import { resourceChanged } from "../../storage/writes/frames.ts";
import { readStreams } from "../../storage/writes/read_streams.ts";
import { commandMark, deployMutations } from "../../storage/writes/instance.ts";
import { type Deployment, makeDeployment } from "../../domain/instance/deployment.ts";
import { otherSources, sourceOfStreams } from "../../domain/instance/source.ts";
import { presentStreams, settledBindings, withNamedStreams } from "../../domain/instance/streams.ts";
import type { StreamLookup } from "../../domain/rule/bind_placeholders.ts";
import type { ActorContext, Effects } from "../runtime/types.ts";
import { audited, bindingsChanged, type CommandInput } from "./command.ts";
import type { InstanceMessage } from "./contract.ts";

/** The records that a deployment needs, with checks that they have not changed when it is written. */
export interface DeployReads {
  record: InstanceRecord;
  template: TemplateRecord | undefined;
  /** Those that the source has. */
  streams: StreamLookup;
  nodeExists: boolean;
  sourceMaxAgeSeconds: number;
  correctionHorizonHours: number;
  /** Whose streams the instance names. */
  source: number;
  checks: Check[];
}

export type SourceLimits = Pick<DeployReads, "sourceMaxAgeSeconds" | "correctionHorizonHours">;

export async function readForDeploy(id: number, { store }: ActorContext): Promise<DeployReads> {
  const instance = await store.get<InstanceRecord>(keys.instance(id));
  if (instance === undefined) throw new Refusal("NOT_FOUND", `There is no instance ${id}`);
  const record = instance.value;
  const node = record.plant_node_floc_id;
  const [template, plantNode] = await Promise.all([
    store.get<TemplateRecord>(keys.template(record.template_id)),
    node === null ? undefined : store.get(keys.plantNode(node)),
  ]);
  const templates = template === undefined ? [] : [template.value];
  const streams = presentStreams(await readStreams({ records: [record], templates }, store));
  const source = sourceOfStreams({ record, template: template?.value, streams });
  const sourceRecord = await store.get<SourceRecord>(keys.source(source));
  return {
    record,
    template: template?.value,
    streams,
    nodeExists: node === null || plantNode !== undefined,
    ...sourceLimits(sourceRecord?.value),
    source,
    checks: [instance, template, plantNode].flatMap((entry) => entry === undefined ? [] : [unchanged(entry)]),
  };
}

/** What the settings of the source say of the rules that are bound. */
export function sourceLimits(
  configuration: SourceRecord | undefined,
): SourceLimits {
  const { max_age_seconds, correction_horizon_hours } = configuration ?? SOURCE_DEFAULTS;
  return { sourceMaxAgeSeconds: max_age_seconds, correctionHorizonHours: correction_horizon_hours };
}

function unchanged({ key, versionstamp }: Entry): Check {
  return { key, versionstamp };
}

export function decideDeploy(reads: DeployReads, given: CommandInput): Effects<InstanceMessage> {
  const { record } = reads;
  if (record.is_deployed) return { answer: record };
  const planned = planDeployment(reads, given);
  if ("problems" in planned) throw deploymentFailed(record, planned.problems);
  const { deployment, known, mutations } = planned;
  const { shard } = given;
  return {
    commits: [{
      checks: reads.checks,
      mutations,
      frames: [resourceChanged("instance", record.id, isoFromMs(given.nowMs))],
    }],
    committed: () => shard.deployAll([{ deployment, known }]),
    tell: [bindingsChanged(reads.source)],
    answer: deployment.record,
  };
}

/** A deployment that can be committed, with its writes. */
export interface PlannedDeployment {
  deployment: Deployment;
  known: KnownStream[];
  mutations: Mutation[];
}

/** The writes that deploy an undeployed instance, or every problem that prevents it. */
export function planDeployment(
  reads: Omit<DeployReads, "checks">,
  given: CommandInput,
): PlannedDeployment | { problems: Issue[] } {
  const { record, template } = reads;
  const problems = problemsOf(reads);
  if (template === undefined) return { problems };
  const atMs = given.shard.effectAt(given.nowMs);
  const { named_streams: _named, source_id: _source, ...rest } = record;
  const after: InstanceRecord = {
    ...rest,
    ...reads.source === DEFAULT_SOURCE ? {} : { source_id: reads.source },
    bindings: settledBindings(record.bindings, reads.streams),
    is_deployed: true,
    deployment: record.deployment + 1,
    deployment_date: isoFromMs(atMs),
    template_version: template.version,
  };
  const made = makeDeployment({
    record: after,
    template,
    streams: reads.streams,
    sourceMaxAgeSeconds: reads.sourceMaxAgeSeconds,
    correctionHorizonHours: reads.correctionHorizonHours,
    deployedAt: ticksFromMs(atMs),
  });
  problems.push(...made.problems, ...otherSources(made.streams, reads.source));
  if (problems.length > 0) return { problems };
  const deployment = { ...made.deployment, record: withNamedStreams(after, made.named) };
  const { shard, context } = given;
  const known = shard.known(deployment.instance);
  const audit = { action: "deployed", resource_type: "instance", resource_id: after.id } as const;
  const mutations = [
    ...deployMutations(record, deployment.record),
    commandMark(record.template_id, context.shard),
    ...usesOfSource(reads.source),
    ...shard.journalDeployed(deployment.instance, known),
    audited({ ...audit, before: record, after: deployment.record }, given),
  ];
  return { deployment, known, mutations };
}

/** A source that is being removed notices the deployment. */
function usesOfSource(source: number): Mutation[] {
  return source === DEFAULT_SOURCE ? [] : [{ type: "sum", key: keys.sourceUses(), value: 0 }];
}

function problemsOf({ record, template, nodeExists }: Omit<DeployReads, "checks">): Issue[] {
  const problems: Issue[] = [];
  if (template === undefined) {
    problems.push({ path: "template_id", message: "The template does not exist" });
  } else {
    if (!template.is_active) {
      problems.push({
        path: "template_id",
        message: `Template "${template.name}" is not active; activate it first`,
      });
    }
    if (template.rules.length === 0) {
      problems.push({
        path: "template_id",
        message: `Template "${template.name}" has no rule; add one first`,
      });
    }
  }
  if (!nodeExists) {
    const message = `Plant node "${record.plant_node_floc_id}" does not exist`;
    problems.push({ path: "plant_node_floc_id", message });
  }
  return problems;
}

function deploymentFailed(record: InstanceRecord, problems: Issue[]): Refusal {
  const first = problems[0]?.message ?? "unknown reason";
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  const text = `Instance "${record.instance_name}" cannot be deployed: ${first}${more}`;
  return new Refusal("INSTANCE_DEPLOYMENT_FAILED", text, { problems: firstIssues(problems) });
}
