import type { Literal } from "../rule/types.ts";
import type { Issue } from "../shared/refusal.ts";
import {
  type BindingContext,
  type BindingInput,
  bindingItems,
  bindingSizeIssues,
  bindInputs,
  type Bound,
  mappingTexts,
  type NameOfStream,
} from "./binding.ts";
import type { BindingForms, PlaceholderItem } from "./schema.ts";
import type { Binding } from "./types.ts";

export interface FormsContext extends BindingContext {
  nameOf: NameOfStream;
  current?: Record<string, Binding>;
}

/**
 * The bindings that a body contains; undefined when it has neither form. A client that reads, changes and
 * sends back an instance sends both forms: the one that differs from `current` is the change.
 */
export function bindForms(
  forms: BindingForms,
  { nameOf, current, ...context }: FormsContext,
): Bound | undefined {
  const { placeholders, placeholder_mappings: mappings } = forms;
  const byList = placeholders === undefined ? undefined : bindList(placeholders, context);
  const byMap = mappings === undefined ? undefined : bindMappings(mappings, context);
  if (byList === undefined || byMap === undefined) return byList ?? byMap;
  if (current !== undefined) {
    if (sameTexts(mappings, mappingTexts(current, nameOf))) return byList;
    if (sameItems(placeholders, bindingItems(current, nameOf))) return byMap;
  }
  return agreed(byList, byMap, nameOf);
}

function agreed(byList: Bound, byMap: Bound, nameOf: NameOfStream): Bound {
  const issues = [...byList.issues, ...byMap.issues];
  const textsOf = ({ bindings }: Bound) => mappingTexts(bindings, nameOf);
  if (issues.length === 0 && !sameTexts(textsOf(byMap), textsOf(byList))) {
    issues.push({
      path: "placeholder_mappings",
      message: "Contradicts placeholders; send only one of the two",
    });
  }
  return { bindings: byList.bindings, issues };
}

function bindList(items: PlaceholderItem[], context: BindingContext): Bound {
  const bound = bindInputs(inputsOfItems(items), context);
  const tooLarge = bindingSizeIssues(bound.bindings, "placeholders");
  return { bindings: bound.bindings, issues: [...doubleNames(items), ...bound.issues, ...tooLarge] };
}

function bindMappings(mappings: Record<string, Literal | null>, context: BindingContext): Bound {
  const bound = bindInputs(inputsOfMappings(mappings), context);
  const tooLarge = bindingSizeIssues(bound.bindings, "placeholder_mappings");
  return { bindings: bound.bindings, issues: [...bound.issues, ...tooLarge] };
}

function doubleNames(items: PlaceholderItem[]): Issue[] {
  const seen = new Set<string>();
  return items.flatMap(({ placeholder_name: name }, index) => {
    const again = seen.has(name);
    seen.add(name);
    return !again ? [] : [{
      path: `placeholders.${index}.placeholder_name`,
      message: `Placeholder "${name}" appears twice`,
    }];
  });
}

function inputsOfItems(items: PlaceholderItem[]): BindingInput[] {
  return items.flatMap((item, index): BindingInput[] => {
    const { placeholder_name: name, stream_name: text, value } = item;
    const at = `placeholders.${index}`;
    const named = { name, namePath: `${at}.placeholder_name` };
    if (text !== undefined && text !== null) return [{ ...named, text, path: `${at}.stream_name` }];
    if (value !== undefined && value !== null) return [{ ...named, value, path: `${at}.value` }];
    return [];
  });
}

function inputsOfMappings(mappings: Record<string, Literal | null>): BindingInput[] {
  return Object.entries(mappings).flatMap(([name, text]) => {
    const path = `placeholder_mappings.${name}`;
    return text === null ? [] : [{ name, text, path, namePath: path }];
  });
}

function sameTexts(a: Record<string, Literal | null> | undefined, b: Record<string, string>): boolean {
  const given = Object.entries(a ?? {});
  return given.length === Object.keys(b).length && given.every(([name, text]) => String(text) === b[name]);
}

function sameItems(a: PlaceholderItem[] | undefined, b: PlaceholderItem[]): boolean {
  const line = (items: PlaceholderItem[]) =>
    items.map((item) => JSON.stringify([item.placeholder_name, item.stream_name ?? null, item.value ?? null]))
      .sort()
      .join("\n");
  return line(a ?? []) === line(b);
}
