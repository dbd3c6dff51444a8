import type { Placeholder } from "../../domain/rule/types.ts";
import { conditionText, reAlarmText, secondsText } from "./rule_sentence.ts";
import type { DraftRule, TemplateDraft } from "./draft.ts";

/** A difference between two templates; `before` is undefined for additions, `after` for removals. */
export interface Difference {
  /** "Rule “Too high” › Conditions". */
  what: string;
  before?: string;
  after?: string;
}

type Compared = Pick<
  TemplateDraft,
  "name" | "description" | "category" | "color" | "is_active" | "allow_instances" | "rules" | "placeholders"
>;

/** The differences between two templates as text. Rules are matched by identifier. */
export function templateDifference(before: Compared, after: Compared): Difference[] {
  return [
    ...fieldsDifference(headTexts(before), headTexts(after), ""),
    ...membersDifference(before.placeholders, after.placeholders, {
      keyOf: ({ placeholder_name }) => placeholder_name,
      title: ({ placeholder_name }) => `Placeholder ${placeholder_name}`,
      texts: placeholderTexts,
    }),
    ...membersDifference(before.rules, after.rules, {
      keyOf: ({ rule_id }) => rule_id,
      title: ({ rule_name, rule_id }) => `Rule “${rule_name || rule_id}”`,
      texts: ruleTexts,
    }),
    ...orderDifference(before.rules, after.rules),
  ];
}

type Texts = Readonly<Record<string, string>>;

function headTexts({ name, description, category, color, is_active, allow_instances }: Compared): Texts {
  return {
    Name: name,
    Description: description,
    Category: category,
    Colour: color,
    "Active": yes(is_active),
    "Allows new instances": yes(allow_instances),
  };
}

function placeholderTexts(placeholder: Placeholder): Texts {
  const { data_type, description, is_required, default_value, max_age_seconds } = placeholder;
  return {
    Type: data_type,
    Description: description,
    Required: yes(is_required),
    Default: default_value === null ? "none" : String(default_value),
    "Maximum age": max_age_seconds === null ? "setting of the data source" : secondsText(max_age_seconds),
  };
}

function ruleTexts(rule: DraftRule): Texts {
  return {
    Name: rule.rule_name,
    "Display name": rule.display_name,
    Conditions: conditionText(
      rule.logic === "all" ? { all: rule.conditions } : { any: rule.conditions },
    ),
    Severity: rule.severity,
    "On-delay": secondsText(rule.on_delay_seconds),
    "Off-delay": secondsText(rule.off_delay_seconds),
    "Re-alarm": reAlarmText(rule.re_alarm_minutes),
    "Event name": rule.event_name,
    "Event description": rule.event_description,
    "Additional fields": rule.enrichment.map(({ key, value }) => `${key}: ${value}`).sort().join("; "),
    Cause: rule.cause,
    Consequence: rule.consequence,
    Action: rule.action,
  };
}

interface Members<T> {
  keyOf(one: T): string;
  title(one: T): string;
  texts(one: T): Texts;
}

function membersDifference<T>(
  before: readonly T[],
  after: readonly T[],
  { keyOf, title, texts }: Members<T>,
): Difference[] {
  const old = new Map(before.map((one) => [keyOf(one), one]));
  const now = new Set(after.map(keyOf));
  return [
    ...after.flatMap((one) => {
      const other = old.get(keyOf(one));
      if (other === undefined) return [{ what: title(one), after: summary(texts(one)) }];
      return fieldsDifference(texts(other), texts(one), `${title(one)} › `);
    }),
    ...before.filter((one) => !now.has(keyOf(one)))
      .map((one) => ({ what: title(one), before: summary(texts(one)) })),
  ];
}

function summary(texts: Texts): string {
  return texts.Conditions ?? `${texts.Type}${texts.Description === "" ? "" : `, ${texts.Description}`}`;
}

function fieldsDifference(before: Texts, after: Texts, under: string): Difference[] {
  return Object.keys(after).filter((name) => before[name] !== after[name]).map((name) => ({
    what: `${under}${name}`,
    before: before[name] || "empty",
    after: after[name] || "empty",
  }));
}

function orderDifference(before: readonly DraftRule[], after: readonly DraftRule[]): Difference[] {
  const common = (some: readonly DraftRule[], others: readonly DraftRule[]) =>
    some.filter(({ rule_id }) => others.some((other) => other.rule_id === rule_id));
  const names = (rules: readonly DraftRule[]) => rules.map(({ rule_name }) => rule_name).join(", ");
  const was = common(before, after);
  const now = common(after, before);
  if (was.every(({ rule_id }, i) => now[i]?.rule_id === rule_id)) return [];
  return [{ what: "Order of the rules", before: names(was), after: names(now) }];
}

function yes(flag: boolean): string {
  return flag ? "yes" : "no";
}
