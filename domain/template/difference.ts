import type { Placeholder, Rule } from "../rule/types.ts";
import {
  type PlaceholderDifference,
  type RuleDifference,
  type TemplateDifference,
  templateHead,
} from "./schema.ts";
import { contentOf } from "./versions.ts";
import type { TemplateContent } from "./types.ts";
import { isMap } from "../shared/objects.ts";

/** Rule fields that neither decide an event nor are written into it. */
const BESIDE_EVENTS = new Set([
  ...["rule_name", "display_name", "re_alarm_minutes"],
  ...["cause", "consequence", "action"],
]);

const HEAD = templateHead.keyof().options;

export function templateDifference(before: TemplateContent, after: TemplateContent): TemplateDifference {
  const old = contentOf(before), now = contentOf(after);
  const rules = pairs(old.rules, now.rules, ({ rule_id }) => rule_id).flatMap(ruleDifference);
  const kept = now.rules.filter((rule) => old.rules.some(({ rule_id }) => rule_id === rule.rule_id)).length;
  return {
    fields: HEAD.filter((field) => old[field] !== now[field])
      .map((field) => ({ field, before: String(old[field] ?? ""), after: String(now[field] ?? "") })),
    rules,
    unchanged_rules: kept - rules.filter(({ change }) => change === "changed").length,
    placeholders: pairs(old.placeholders, now.placeholders, (one) => one.placeholder_name)
      .flatMap(placeholderDifference),
  };
}

interface Pair<T> {
  name: string;
  before: T | null;
  after: T | null;
}

/** Pairs items by name, in the order of the new list; items only in the old list come last. */
function pairs<T>(before: readonly T[], after: readonly T[], nameOf: (one: T) => string): Pair<T>[] {
  const old = new Map(before.map((one) => [nameOf(one), one]));
  const met = after.map((one) => ({ name: nameOf(one), before: old.get(nameOf(one)) ?? null, after: one }));
  const names = new Set(met.map(({ name }) => name));
  const gone = before.filter((one) => !names.has(nameOf(one)));
  return [...met, ...gone.map((one) => ({ name: nameOf(one), before: one, after: null }))];
}

function ruleDifference({ name, before, after }: Pair<Rule>): RuleDifference[] {
  const difference = differenceOf(before, after);
  if (difference === undefined) return [];
  const keeps_events = difference.change === "changed" &&
    difference.fields.every((field) => BESIDE_EVENTS.has(field));
  return [{ rule_id: name, ...difference, keeps_events, before, after }];
}

function placeholderDifference({ name, before, after }: Pair<Placeholder>): PlaceholderDifference[] {
  const difference = differenceOf(before, after);
  return difference === undefined ? [] : [{ placeholder_name: name, ...difference, before, after }];
}

function differenceOf(
  before: object | null,
  after: object | null,
): Pick<RuleDifference, "change" | "fields"> | undefined {
  if (before === null) return { change: "added", fields: [] };
  if (after === null) return { change: "removed", fields: [] };
  const fields = changedFields(before, after);
  return fields.length === 0 ? undefined : { change: "changed", fields };
}

function changedFields(before: object, after: object): string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const now = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) =>
    !isAlike(old.get(name), now.get(name))
  );
}

/** Whether two values of plain data are equal, whatever the order of their fields. */
export function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, i) => isAlike(each, other[i]));
  }
  if (!isMap(one) || !isMap(other)) return false;
  return changedFields(one, other).length === 0;
}
