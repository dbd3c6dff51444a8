import type { Item } from "./noun.ts";
import { isEqual } from "./equal.ts";
import { isItem } from "./references.ts";

/** One field that differs; `undefined` where it is absent. */
export interface Change {
  /** `rules[high].severity` */
  path: string;
  before: unknown;
  after: unknown;
}

/** The fields by which the items of a list are known. */
const NAMES_OF_ITEMS = ["rule_id", "placeholder_name", "name", "group"] as const;

/** How a thing differs from what is wanted. Fields that are not wanted otherwise stay as they are. */
export function changesOf(before: Item, wanted: Item): Change[] {
  return Object.entries(wanted).filter(([, after]) => after !== undefined)
    .flatMap(([field, after]) => differing(before[field], after, field));
}

function differing(before: unknown, after: unknown, path: string): Change[] {
  if (isEqual(before, after)) return [];
  if (isItem(before) && isItem(after)) {
    const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...fields].flatMap((field) => differing(before[field], after[field], `${path}.${field}`));
  }
  if (Array.isArray(before) && Array.isArray(after)) return differingLists(before, after, path);
  return [{ path, before, after }];
}

function differingLists(before: unknown[], after: unknown[], path: string): Change[] {
  const name = NAMES_OF_ITEMS.find((field) => isNamedBy(field, before) && isNamedBy(field, after));
  if (name === undefined) return [{ path, before, after }];
  const byName = (list: unknown[]) => new Map(list.map((each) => [String((each as Item)[name]), each]));
  const old = byName(before), young = byName(after);
  const names = [...new Set([...old.keys(), ...young.keys()])];
  const changes = names.flatMap((each) => differing(old.get(each), young.get(each), `${path}[${each}]`));
  if (changes.length > 0) return changes;
  return [{ path: `${path} (order)`, before: [...old.keys()], after: [...young.keys()] }];
}

function isNamedBy(field: string, list: unknown[]): boolean {
  const names = list.map((each) => isItem(each) ? each[field] : undefined);
  return names.every((name) => typeof name === "string") && new Set(names).size === names.length;
}

/** The top fields of the changes. */
export function changedFields(changes: readonly Change[]): Set<string> {
  return new Set(changes.map(({ path }) => /^\w+/.exec(path)?.[0] ?? path));
}

/** `rules[high].severity: "warning" -> "error"` */
export function changeText({ path, before, after }: Change): string {
  if (before === undefined) return `${path}: + ${valueText(after)}`;
  if (after === undefined) return `${path}: - ${valueText(before)}`;
  return `${path}: ${valueText(before)} -> ${valueText(after)}`;
}

export function valueText(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
