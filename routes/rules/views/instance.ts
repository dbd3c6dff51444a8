import { isBlinding, isLost, streamProblem } from "../../../domain/asset/stream_problem.ts";
import { bindingItems, mappingTexts, type NameOfStream } from "../../../domain/instance/binding.ts";
import { MOST_WARNINGS } from "../../../domain/instance/limits.ts";
import { instance as stored } from "../../../domain/instance/schema.ts";
import { sourceOfInstance } from "../../../domain/instance/source.ts";
import type { InstanceRecord } from "../../../domain/instance/types.ts";
import { picked } from "../../../domain/shared/picked.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { boundStreams } from "../../../storage/bound_streams.ts";
import { leftOutOf } from "./left_out.ts";
import { unitWarningsOf } from "./unit_warnings.ts";
import { windowWarningsOf } from "./window_warnings.ts";
import { recentCoverageView } from "../../statistics/views/coverage.ts";
import { deployedFields } from "./schemas/instance.ts";

/**
 * An instance as a client reads it. `judging` is false while its source or one of its streams is lost, or it is not
 * deployed.
 */
export function instanceView(deps: AppDeps, instance: InstanceRecord) {
  const problems = problemsOf(deps, instance);
  const template = deps.storage.templates.get(instance.template_id);
  return {
    ...picked(stored.shape, instance),
    template: templateName(deps, instance),
    placeholders: bindingItems(instance.bindings, nameOf(deps)),
    placeholder_mappings: mappingTexts(instance.bindings, nameOf(deps)),
    is_active: template?.is_active ?? false,
    judging: instance.is_deployed && !problems.some(isBlinding) &&
      deps.sourceStatus(sourceOfInstance(instance)).state === "connected",
    problems,
    left_out_rules: leftOutOf(deps, instance),
    coverage: recentCoverageView(deps, instance),
    upgraded_at: instance.upgrades?.at(-1)?.at ?? null,
  };
}

/** The streams (ids) by which an instance cannot be evaluated. */
export function lostStreams(
  { storage: { assets, sources } }: AppDeps,
  instance: InstanceRecord,
): number[] {
  return boundStreams(assets, instance)
    .filter((stream) => isLost(stream, { plant: sources.plantOfStream(stream) })).map(({ id }) => id);
}

/** What is wrong with the streams that a deployed instance is bound to. */
export function problemsOf({ storage: { assets, sources } }: AppDeps, instance: InstanceRecord) {
  if (!instance.is_deployed) return [];
  const deployedAt = instance.deployment_date;
  return boundStreams(assets, instance).flatMap((stream) =>
    streamProblem(stream, { plant: sources.plantOfStream(stream), deployedAt }) ?? []
  );
}

/** An instance as the answer of its deployment shows it: exactly these fields. */
export async function deployedView(deps: AppDeps, instance: InstanceRecord) {
  const ofWindows = await windowWarningsOf(deps, instance);
  return {
    ...picked(deployedFields.shape, instance),
    warnings: [...ofWindows, ...unitWarningsOf(deps, instance)].slice(0, MOST_WARNINGS),
    template: templateName(deps, instance),
    placeholder_mappings: mappingTexts(instance.bindings, nameOf(deps)),
  };
}

/** A stream's name as it is shown. */
export function nameOf({ storage }: Pick<AppDeps, "storage">): NameOfStream {
  return (id) => storage.assets.stream(id)?.stream_name ?? `stream ${id}`;
}

function templateName({ storage }: AppDeps, { template_id: id }: InstanceRecord) {
  return { id, name: storage.templates.get(id)?.name ?? "" };
}
