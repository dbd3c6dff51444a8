import type { Explained } from "../../../actors/evaluation/contract.ts";
import type { PastOrder } from "../../../actors/explanation/contract.ts";
import { explain, type Read } from "../../../domain/explanation/explain.ts";
import type { Explanation } from "../../../domain/explanation/schema.ts";
import { nameOfTag } from "../../../domain/evaluation/intake/time_tag_streams.ts";
import { type Deployment, makeDeployment } from "../../../domain/instance/deployment.ts";
import { sourceOfInstance, sourceOfStreams } from "../../../domain/instance/source.ts";
import { storedStreams } from "../../../domain/instance/streams.ts";
import type { InstanceRecord } from "../../../domain/instance/types.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import type { Ticks } from "../../../domain/shared/time.ts";
import { lostStreams } from "../views/instance.ts";
import { leftOutOf } from "../views/left_out.ts";
import { configurationMissing } from "../../plant/configuration.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { present } from "../../pipeline/route.ts";

interface ExplainRequest {
  instance: InstanceRecord;
  /** Null: now. */
  at: Ticks | null;
  signal: AbortSignal;
}

/** Explains an instance's rules, now or at a past time. */
export async function explainInstance(deps: AppDeps, request: ExplainRequest): Promise<Explanation> {
  const { instance, at } = request;
  const explained = await deps.explanations.ask(instance.id, at);
  switch (explained.kind) {
    case "now":
      return explainNow(deps, explained);
    case "past":
      return await explainPast(deps, { ...request, ...explained, at: at ?? 0 });
    case "not_deployed": {
      if (at === null) return notDeployed(deps, instance);
      const deployment = asIfDeployed(deps, instance, at);
      return await explainPast(deps, { ...request, deployment, start: null, standardFrom: -Infinity, at });
    }
  }
}

function explainNow(deps: AppDeps, now: Extract<Explained, { kind: "now" }>): Explanation {
  const { deployment, reading, open } = now;
  const isConnected = deps.sourceStatus(sourceOfInstance(deployment.record)).state === "connected";
  const missing = isConnected ? lostStreams(deps, deployment.record) : [];
  return explain({
    deployment,
    reading,
    basis: "live",
    evaluatedFrom: null,
    missing,
    openEvents: new Map(open.map(({ ruleId, eventId }) => [ruleId, eventId])),
    judging: isConnected && missing.length === 0,
    nameOf: namesOf(deps, deployment),
  });
}

interface Past extends Omit<ExplainRequest, "at">, Pick<PastOrder, "start" | "standardFrom"> {
  deployment: Deployment;
  at: Ticks;
}

async function explainPast(
  deps: AppDeps,
  { deployment, start, standardFrom, at, signal }: Past,
): Promise<Explanation> {
  const { storage } = deps, { instance } = deployment;
  if (storage.sources.list().length === 0) throw configurationMissing();
  const streams = instance.streams.flatMap(({ id }) => storage.assets.stream(id) ?? []);
  const { reading, evaluatedFrom, missing } = await deps.explanations.past(
    { instance, streams, at, start, standardFrom },
    signal,
  );
  return explain({
    deployment,
    reading,
    evaluatedFrom,
    missing,
    openEvents: new Map(),
    basis: evaluatedFrom === null ? "replay" : "backtest",
    judging: true,
    nameOf: namesOf(deps, deployment),
  });
}

/** The instance's current rules and bindings; refused for the same problems as a deployment. */
function asIfDeployed(
  { storage }: AppDeps,
  record: InstanceRecord,
  deployedAt: Ticks,
): Deployment {
  const streams = storedStreams(storage.assets);
  const template = present(storage.templates.get(record.template_id), {
    noun: "Template",
    id: record.template_id,
    code: "TEMPLATE_NOT_FOUND",
  });
  const source = sourceOfStreams({ record, template, streams });
  const { deployment, problems } = makeDeployment({
    record,
    deployedAt,
    template,
    streams,
    sourceMaxAgeSeconds: storage.sources.get(source)?.max_age_seconds ?? 0,
  });
  if (problems.length === 0 && deployment.instance.rules.length > 0) return deployment;
  const first = problems[0]?.message ?? "it has no rule";
  const text = `Instance "${record.instance_name}" cannot be evaluated: ${first}`;
  throw new Refusal("INSTANCE_DEPLOYMENT_FAILED", text, { problems });
}

function namesOf({ storage }: AppDeps, { streamNames }: Deployment): Read["nameOf"] {
  return (id) => {
    const stream = storage.assets.stream(id);
    return {
      name: stream?.stream_name ?? streamNames.get(id) ?? nameOfTag(id) ?? `stream ${id}`,
      uom: stream?.uom ?? null,
    };
  };
}

function notDeployed(deps: AppDeps, instance: InstanceRecord): Explanation {
  return {
    instance_id: instance.id,
    instance_name: instance.instance_name,
    template_id: instance.template_id,
    template_version: null,
    is_deployed: false,
    judging: false,
    basis: "none",
    at: null,
    judged_from: null,
    rules: [],
    left_out_rules: leftOutOf(deps, instance),
    missing_streams: [],
    text: "The instance is not deployed, so no rule is evaluated.",
  };
}
