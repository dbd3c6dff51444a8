import { spanFor, USUAL_SPAN } from "../backtest/spans.ts";
import type { TemplateDraft } from "./draft.ts";

/** An advice as far as it changes a template. */
interface Advised {
  kind: string;
  template_id: number | null;
  rule_id: string | null;
  seconds: number | null;
}

/** Where a template is changed as is advised: the change filled in, on the instance that it is about. */
export function adviceAddress(
  { kind, template_id, rule_id, seconds }: Advised,
  { instance, hours }: { instance: number | null; hours: number },
): string | undefined {
  if (template_id === null) return undefined;
  const query = new URLSearchParams();
  if (fieldOf(kind) !== undefined && rule_id !== null && seconds !== null) {
    query.set("advice", kind);
    query.set("for", rule_id);
    query.set("seconds", String(seconds));
  }
  if (instance !== null) query.set("instance", String(instance));
  const span = spanFor(hours);
  if (span !== USUAL_SPAN) query.set("span", span);
  return query.size === 0 ? `/rules/${template_id}` : `/rules/${template_id}?${query}`;
}

type DelayField = "on_delay_seconds" | "off_delay_seconds";

/** A delay that a rule shall have. */
export interface AdvisedDelay {
  ruleId: string;
  field: DelayField;
  seconds: number;
}

export function advisedDelay(query: Readonly<Record<string, string | undefined>>): AdvisedDelay | undefined {
  const field = fieldOf(query.advice ?? "");
  const seconds = Number(query.seconds);
  if (field === undefined || query.for === undefined || !(seconds > 0)) return undefined;
  return { ruleId: query.for, field, seconds };
}

/** The rule that it is for; undefined where the template has none, or has that delay already. */
export function advisedRule({ rules }: TemplateDraft, { ruleId, field, seconds }: AdvisedDelay) {
  const index = rules.findIndex(({ rule_id }) => rule_id === ruleId);
  return index < 0 || rules[index][field] === seconds ? undefined : { index, rule: rules[index] };
}

function fieldOf(kind: string): DelayField | undefined {
  if (kind === "on_delay") return "on_delay_seconds";
  return kind === "off_delay" ? "off_delay_seconds" : undefined;
}
