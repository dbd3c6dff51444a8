import type { Placeholder } from "../../domain/rule/types.ts";
import { conditionWords, secondsText } from "./rule_sentence.ts";
import type { DraftRule, TemplateDraft } from "./draft.ts";

/** One thing that is not the same in two templates; `before` is absent where it is new, `after` where it went. */
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

/** What changes from one template to the other, in words. Rules are the same by their identifiers. */
export function templateDifference(before: Compared, after: Compared): Difference[] {
  return [
    ...fieldsDifference(headWords(before), headWords(after), ""),
    ...membersDifference(before.placeholders, after.placeholders, {
      keyOf: ({ placeholder_name }) => placeholder_name,
      title: ({ placeholder_name }) => `Placeholder ${placeholder_name}`,
      words: placeholderWords,
    }),
    ...membersDifference(before.rules, after.rules, {
      keyOf: ({ rule_id }) => rule_id,
      title: ({ rule_name, rule_id }) => `Rule “${rule_name || rule_id}”`,
      words: ruleWords,
    }),
    ...orderDifference(before.rules, after.rules),
  ];
}

type Words = Readonly<Record<string, string>>;

function headWords({ name, description, category, color, is_active, allow_instances }: Compared): Words {
  return {
    ...{ Name: name, Description: description, Category: category, Colour: color },
    ...{ "Active": yes(is_active), "Takes new instances": yes(allow_instances) },
  };
}

function placeholderWords(given: Placeholder): Words {
  const { data_type, description, is_required, default_value, max_age_seconds } = given;
  return {
    ...{ Type: data_type, Description: description, Needed: yes(is_required) },
    Default: default_value === null ? "none" : String(default_value),
    "Longest age": max_age_seconds === null ? "the source's" : secondsText(max_age_seconds),
  };
}

function ruleWords(rule: DraftRule): Words {
  return {
    Name: rule.rule_name,
    Conditions: conditionWords(
      rule.logic === "all" ? { all: rule.conditions } : { any: rule.conditions },
    ),
    Severity: rule.severity,
    "On-delay": secondsText(rule.on_delay_seconds),
    "Off-delay": secondsText(rule.off_delay_seconds),
    "Event name": rule.event_name,
    "Event description": rule.event_description,
    "More facts": rule.enrichment.map(({ key, value }) => `${key}: ${value}`).sort().join("; "),
    ...{ Cause: rule.cause, Consequence: rule.consequence, Action: rule.action },
  };
}

interface Members<T> {
  keyOf(one: T): string;
  title(one: T): string;
  words(one: T): Words;
}

function membersDifference<T>(
  before: readonly T[],
  after: readonly T[],
  { keyOf, title, words }: Members<T>,
): Difference[] {
  const old = new Map(before.map((one) => [keyOf(one), one]));
  const now = new Set(after.map(keyOf));
  return [
    ...after.flatMap((one) => {
      const other = old.get(keyOf(one));
      if (other === undefined) return [{ what: title(one), after: summary(words(one)) }];
      return fieldsDifference(words(other), words(one), `${title(one)} › `);
    }),
    ...before.filter((one) => !now.has(keyOf(one)))
      .map((one) => ({ what: title(one), before: summary(words(one)) })),
  ];
}

function summary(words: Words): string {
  return words.Conditions ?? `${words.Type}${words.Description === "" ? "" : `, ${words.Description}`}`;
}

function fieldsDifference(before: Words, after: Words, under: string): Difference[] {
  return Object.keys(after).filter((name) => before[name] !== after[name]).map((name) => ({
    ...{ what: `${under}${name}`, before: before[name] || "empty", after: after[name] || "empty" },
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
