import type { InstanceRecord } from "../../../domain/instance/types.ts";
import { leftOutRules } from "../../../domain/rule/left_out.ts";
import type { LeftOutRule } from "../../../domain/rule/types.ts";
import type { AppDeps } from "../../pipeline/deps.ts";

/** The rules that an instance leaves out as it is deployed, or would leave out if it were. */
export function leftOutOf({ storage }: Pick<AppDeps, "storage">, record: InstanceRecord): LeftOutRule[] {
  const template = storage.templates.deployedAs(record);
  return template === undefined ? [] : leftOutRules({ template, bindings: record.bindings });
}
