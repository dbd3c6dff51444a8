import { streamsNamedBy } from "../evaluation/deployment/deployments.ts";
import { comparisonsOf } from "../evaluation/evaluating/program.ts";
import { nameOfTag } from "../evaluation/intake/time_tag_streams.ts";
import type { BoundComparison, Transition } from "../evaluation/types.ts";
import { seenOf, subjectOf, uomOf } from "../explanation/comparison.ts";
import type { Deployment } from "../instance/deployment.ts";
import { OPERATORS } from "../rule/operators/table.ts";
import type { SampleValue } from "../sample/types.ts";
import { cutText } from "../shared/text.ts";
import { MISSING, valueText } from "./fill_texts.ts";
import type { EventRecord } from "./types.ts";

type Opened = Pick<Extract<Transition, { kind: "opened" }>, "trigger" | "decided" | "ruleId">;

const MOST_SUBJECT = 500;

/** The value of which the texts of an event speak, with its limit: docs/rule_operators.md. */
export function openedBy(opened: Opened, deployment: Deployment): EventRecord["opened_by"] {
  const rule = deployment.instance.rules.find(({ ruleId }) => ruleId === opened.ruleId);
  const comparison = rule && comparisonsOf(rule.expression)[opened.decided.comparison];
  if (comparison === undefined) return null;
  const inputs = streamsNamedBy(comparison).map((stream) => ({
    stream_name: nameOfStream(stream, deployment),
    uom: deployment.units.get(stream) ?? null,
    sample: opened.trigger.find((each) => each.stream === stream)?.sample ?? null,
    doubt: null,
  }));
  const { value, limits } = seenOf(comparison, inputs, opened.decided);
  const { operator } = comparison, { unit } = OPERATORS[operator].explanation;
  return {
    operator,
    subject: cutText(subjectOf(comparison, inputs), MOST_SUBJECT),
    value: typeof value === "string" ? valueText(value) : value,
    limit: limitText(comparison, limits),
    unit: unit === "seconds" ? "s" : uomOf(comparison, inputs) ?? "",
  };
}

export function nameOfStream(stream: number, { streamNames }: Deployment): string {
  return streamNames.get(stream) ?? nameOfTag(stream) ?? String(stream);
}

/** `80`; `10 to 80`; `1, 2, 3`. Null: it has none. */
function limitText(
  { operator, tolerance }: BoundComparison,
  limits: readonly (SampleValue | null)[],
): string | null {
  const { value } = OPERATORS[operator];
  if (operator === "flat_for") return valueText(tolerance);
  if (value === null) return null;
  return limits.map((limit) => limit === null ? MISSING : valueText(limit))
    .join(value.kind === "range" ? " to " : ", ");
}
