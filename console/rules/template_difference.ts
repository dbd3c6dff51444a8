import type { Placeholder } from "../../domain/rule/types.ts";
import { conditionText, reAlarmText, secondsText } from "./rule_sentence.ts";
import type { DraftRule, TemplateDraft } from "./draft.ts";
import { HEAD_LABELS, PLACEHOLDER_LABELS, RULE_LABELS } from "./field_labels.ts";

/** A difference between two templates; `before` is undefined for additions, `after` for removals. */
export interface Difference {
  /** "Rule “Too high” › Conditions". */
  what: string;
  before?: string;
  after?: string;
}

type Compared = Omit<TemplateDraft, "package_id">;

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

/** The texts of fields by their labels, in the order of the labels. */
function textsOf<T extends object>(
  labels: Readonly<Partial<Record<keyof T, string>>>,
  value: T,
  own: { readonly [Name in keyof T]?: (value: T) => string } = {},
): Texts {
  const names = Object.keys(labels) as (keyof T)[];
  return Object.fromEntries(
    names.map((name) => [labels[name], own[name]?.(value) ?? plainText(value[name])]),
  );
}

const headTexts = (draft: Compared) => textsOf<Compared>(HEAD_LABELS, draft);

const { placeholder_name: _, ...PLACEHOLDER } = PLACEHOLDER_LABELS;

const placeholderTexts = (placeholder: Placeholder) =>
  textsOf<Placeholder>(PLACEHOLDER, placeholder, {
    max_age_seconds: ({ max_age_seconds: age }) =>
      age === null ? "setting of the data source" : secondsText(age),
  });

const { rule_id: __, logic: ___, ...RULE } = RULE_LABELS;

const ruleTexts = (rule: DraftRule) =>
  textsOf<DraftRule>(RULE, rule, {
    conditions: ({ logic, conditions }) =>
      conditionText(logic === "all" ? { all: conditions } : { any: conditions }),
    until: ({ until }) => until === null ? "the conditions are false" : conditionText({ all: until }),
    on_delay_seconds: ({ on_delay_seconds }) => secondsText(on_delay_seconds),
    off_delay_seconds: ({ off_delay_seconds }) => secondsText(off_delay_seconds),
    re_alarm_minutes: ({ re_alarm_minutes }) => reAlarmText(re_alarm_minutes),
    enrichment: ({ enrichment }) => enrichment.map(({ key, value }) => `${key}: ${value}`).sort().join("; "),
  });

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

function plainText(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null ? "none" : String(value);
}
