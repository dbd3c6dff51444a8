import { makeDeployment } from "../../../domain/instance/deployment.ts";
import type { InstanceRecord, UnitWarning } from "../../../domain/instance/types.ts";
import { storedStreams } from "../../../domain/instance/streams.ts";
import { unitWarnings } from "../../../domain/instance/unit_warnings.ts";
import type { AppDeps } from "../../pipeline/deps.ts";

/** The conditions of an instance that compare streams of different units. */
export function unitWarningsOf({ storage }: AppDeps, record: InstanceRecord): UnitWarning[] {
  const template = storage.templates.deployedAs(record);
  if (template === undefined) return [];
  const { deployment } = makeDeployment({
    record,
    template,
    deployedAt: 0,
    streams: storedStreams(storage.assets),
    sourceMaxAgeSeconds: 0,
  });
  return unitWarnings(deployment.instance.rules, (id) => storage.assets.stream(id));
}
