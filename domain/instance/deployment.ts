import type { BoundRule, DeployedInstance } from "../evaluation/types.ts";
import { bindTemplate, type BoundTexts } from "../rule/bind.ts";
import type { StreamByName } from "../rule/bind_placeholders.ts";
import type { Condition } from "../rule/types.ts";
import type { Issue } from "../shared/refusal.ts";
import { type Ticks, ticksFromMs } from "../shared/time.ts";
import type { TemplateRecord } from "../template/types.ts";
import type { Binding, InstanceRecord } from "./types.ts";

/** A deployed instance with everything needed to write its events. */
export interface Deployment {
  record: InstanceRecord;
  template: TemplateRecord;
  instance: DeployedInstance;
  /** In the order of the template's rules. */
  texts: BoundTexts[];
  streamNames: Map<number, string>;
}

export interface DeploymentInput {
  record: InstanceRecord;
  template: TemplateRecord;
  streamByName: StreamByName;
  sourceMaxAgeSeconds: number;
  deployedAt: Ticks;
}

/** Binds an instance's rules. `problems` lists what prevents its deployment. */
export function makeDeployment(input: DeploymentInput): { deployment: Deployment; problems: Issue[] } {
  const { record, template, sourceMaxAgeSeconds } = input;
  const streamNames = new Map<number, string>();
  const streamByName = (name: string) => {
    const stream = input.streamByName(name);
    if (stream !== undefined) streamNames.set(stream.id, stream.stream_name);
    return stream;
  };
  const bound = bindTemplate({ template, bindings: record.bindings, streamByName, sourceMaxAgeSeconds });
  const instance = {
    instanceId: record.id,
    deployment: record.deployment,
    deployedAt: input.deployedAt,
    rules: bound.rules.map((rule) => sinceUpgrade(rule, record)),
    streams: bound.streams,
    recentActivations: record.recent_activations,
  };
  return {
    deployment: { record, template, instance, texts: bound.texts, streamNames },
    problems: bound.problems,
  };
}

/** A rule that came with an upgrade is evaluated from the upgrade on. */
function sinceUpgrade(rule: BoundRule, { rules_since }: InstanceRecord): BoundRule {
  const since = rules_since?.[rule.ruleId];
  return since === undefined ? rule : { ...rule, deployedAt: ticksFromMs(Date.parse(since)) };
}

/** Every name in a template's rules or an instance's bindings that can be a stream. */
export function possibleStreamNames(
  template: Pick<TemplateRecord, "rules" | "placeholders">,
  bindings: Record<string, Binding>,
): string[] {
  const names = boundStreamNames(bindings);
  for (const rule of template.rules) rule.conditions.forEach((condition) => namesOf(condition, names));
  for (const { default_value } of template.placeholders) {
    if (typeof default_value === "string") names.add(default_value);
  }
  return [...names];
}

export function boundStreamNames(bindings: Record<string, Binding>): Set<string> {
  const names = new Set<string>();
  for (const binding of Object.values(bindings)) if ("stream_name" in binding) names.add(binding.stream_name);
  return names;
}

function namesOf(condition: Condition, names: Set<string>): void {
  if ("all" in condition) return condition.all.forEach((part) => namesOf(part, names));
  if ("any" in condition) return condition.any.forEach((part) => namesOf(part, names));
  if ("not" in condition) return namesOf(condition.not, names);
  const values = Array.isArray(condition.value) ? condition.value : [condition.value];
  for (const text of [condition.stream, condition.of, condition.limit, ...values]) {
    if (typeof text === "string") names.add(text);
  }
}
