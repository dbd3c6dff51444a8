import type { BoundRule } from "../../../domain/evaluation/types.ts";
import { makeDeployment } from "../../../domain/instance/deployment.ts";
import type { InstanceRecord, UnitWarning } from "../../../domain/instance/types.ts";
import { storedStreams } from "../../../domain/instance/streams.ts";
import { unitWarnings } from "../../../domain/instance/unit_warnings.ts";
import type { AppDeps } from "../../pipeline/deps.ts";

/** The conditions of an instance that compare streams of different units. */
export function unitWarningsOf(deps: AppDeps, record: InstanceRecord): UnitWarning[] {
  return unitWarnings(deployedRules(deps, record), (id) => deps.storage.assets.stream(id));
}

/** The rules of a deployed instance, bound to its streams. */
export function deployedRules({ storage }: AppDeps, record: InstanceRecord): BoundRule[] {
  const template = storage.templates.deployedAs(record);
  if (template === undefined) return [];
  const { deployment } = makeDeployment({
    record,
    template,
    deployedAt: 0,
    streams: storedStreams(storage.assets),
    sourceMaxAgeSeconds: 0,
  });
  return deployment.instance.rules;
}
