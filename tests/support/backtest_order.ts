import type { StreamRecord } from "../../domain/asset/types.ts";
import type { BacktestUnit } from "../../domain/backtest/types.ts";
import { makeDeployment } from "../../domain/instance/deployment.ts";
import { lookupOf } from "./named_streams.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import { ruleSchema } from "../../domain/rule/schema.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import type { Json } from "./andon_client.ts";

/** An instance with one rule a stream, each of one comparison. */
export function backtestUnit(
  streams: StreamRecord[],
  comparison: Json,
  rule: Json = {},
): BacktestUnit {
  const rules = streams.map(({ stream_name: stream }, i) =>
    ruleSchema.parse({
      rule_id: `r${i + 1}`,
      rule_name: `Rule ${i + 1}`,
      event_name: `Event ${i + 1}`,
      conditions: [{ stream, ...comparison }],
      ...rule,
    })
  );
  return boundUnit({ rules, streams });
}

/** An instance of rules with its bindings. */
export function boundUnit(
  { rules, placeholders = [], bindings = {}, streams }:
    & Pick<TemplateRecord, "rules">
    & Partial<Pick<TemplateRecord, "placeholders"> & Pick<InstanceRecord, "bindings">>
    & { streams: StreamRecord[] },
): BacktestUnit {
  const template: TemplateRecord = {
    v: 1,
    id: 1,
    template_id: "tpl_1",
    name: "Template",
    description: "",
    category: "health",
    color: "#000000",
    package_id: 1,
    is_active: true,
    allow_instances: true,
    created_at: "",
    created_by: "",
    updated_at: "",
    version: 1,
    rules,
    placeholders,
  };
  const record: InstanceRecord = {
    v: 1,
    id: 7,
    instance_id: "ins_7",
    instance_name: "Seven",
    template_id: 1,
    plant_node_floc_id: null,
    bindings,
    is_deployed: false,
    deployment: 0,
    deployment_date: null,
    template_version: null,
    recent_activations: {},
    created_at: "",
    created_by: "",
  };
  const { deployment, problems } = makeDeployment({
    record,
    template,
    deployedAt: 0,
    sourceMaxAgeSeconds: 0,
    streams: lookupOf(streams),
  });
  if (problems.length > 0) throw new TypeError(JSON.stringify(problems));
  return { instanceId: record.id, deployment };
}
