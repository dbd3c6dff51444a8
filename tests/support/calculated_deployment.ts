/** A deployed rule of one comparison with an expression. */
import { type Deployment, makeDeployment } from "../../domain/instance/deployment.ts";
import type { Binding, InstanceRecord } from "../../domain/instance/types.ts";
import type { Comparison, Rule } from "../../domain/rule/types.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import { lookupOf } from "./named_streams.ts";
import { streamRecord } from "./stream_records.ts";
import { placeholder, templateRule } from "./templates.ts";

export const IN_AND_OUT = [
  streamRecord({ id: 1, stream_name: "Heater.In", uom: "°C" }),
  streamRecord({ id: 2, stream_name: "Heater.Out", uom: "°C" }),
];

/** `<OUT> - <IN>` above 5 K unless said, with IN and OUT bound to the streams. */
export function calculatedDeployment(
  changes: Partial<Comparison> = {},
  { rule = {}, bindings = {} }: { rule?: Partial<Rule>; bindings?: Record<string, Binding> } = {},
): Deployment {
  const comparison: Comparison = {
    expression: "<OUT> - <IN>",
    operator: "greater_than",
    value: 5,
    unit: "K",
    ...changes,
  };
  const template: TemplateRecord = {
    v: 1,
    id: 1,
    template_id: "tpl_1",
    name: "Heater",
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
    rules: [templateRule([comparison], rule)],
    placeholders: [placeholder("IN"), placeholder("OUT"), placeholder("K", { default_value: 2 })],
  };
  const record: InstanceRecord = {
    v: 1,
    id: 7,
    instance_id: "ins_7",
    instance_name: "Heater",
    template_id: 1,
    plant_node_floc_id: null,
    bindings: { IN: { stream: 1 }, OUT: { stream: 2 }, ...bindings },
    is_deployed: false,
    deployment: 0,
    deployment_date: null,
    template_version: null,
    recent_activations: {},
    created_at: "",
    created_by: "",
  };
  const input = { record, template, streams: lookupOf(IN_AND_OUT), sourceMaxAgeSeconds: 0, deployedAt: 0 };
  const { deployment, problems } = makeDeployment(input);
  if (problems.length > 0) throw new TypeError(JSON.stringify(problems));
  return deployment;
}
