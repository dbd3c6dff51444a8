import type { Literal, Placeholder, Rule } from "../rule/types.ts";
import { placeholderUses } from "../rule/uses.ts";
import { isNumberText } from "../shared/number_text.ts";
import type { Issue } from "../shared/refusal.ts";
import { jsonBytes } from "../shared/text.ts";

/** What replaces a placeholder: a stream by its name, or a constant. */
export type Binding = { stream_name: string } | { value: Literal };

/**
 * One binding as a client sends it: `text` is a stream's name or a constant, `value` is always a constant.
 */
export type BindingInput =
  & { name: string; namePath: string; path: string }
  & ({ text: Literal } | { value: Literal });

export interface BindingContext {
  rules: Rule[];
  placeholders: Placeholder[];
  streamExists(name: string): boolean;
}

export interface Bound {
  bindings: Record<string, Binding>;
  issues: Issue[];
}

/** The largest bindings of one instance, in bytes of JSON. */
export const MAX_BINDING_BYTES = 32 * 1024;

/** The issue of bindings that are too large to store, at the path of the field that contains them. */
export function bindingSizeIssues(bindings: Record<string, Binding>, path: string): Issue[] {
  const bytes = jsonBytes(bindings);
  if (bytes <= MAX_BINDING_BYTES) return [];
  return [{ path, message: `Takes ${bytes} bytes; at most ${MAX_BINDING_BYTES} are allowed` }];
}

/**
 * The bindings, and every problem with them. Unbound placeholders are no problem here; deployment checks
 * them.
 */
export function bindInputs(given: BindingInput[], context: BindingContext): Bound {
  const streamOnly = placeholderUses(context.rules).streams;
  const bound: Bound = { bindings: {}, issues: [] };
  for (const one of given) {
    const placeholder = context.placeholders.find((declared) => declared.placeholder_name === one.name);
    if (placeholder === undefined) {
      bound.issues.push({
        path: one.namePath,
        message: `The template declares no placeholder "${one.name}"`,
      });
      continue;
    }
    const result = streamOnly.has(one.name)
      ? bindStream(one, context)
      : bindValue(one, { placeholder, streamExists: context.streamExists });
    if (typeof result === "string") bound.issues.push({ path: one.path, message: result });
    else bound.bindings[one.name] = result;
  }
  return bound;
}

/** The binding, or a sentence that says why it is not possible. */
function bindStream(given: BindingInput, context: BindingContext): Binding | string {
  if ("value" in given || typeof given.text !== "string") {
    return `Placeholder "${given.name}" stands for a stream; give a stream_name`;
  }
  return context.streamExists(given.text)
    ? { stream_name: given.text }
    : `No stream is named "${given.text}"`;
}

function bindValue(
  given: BindingInput,
  { placeholder, streamExists }: Pick<BindingContext, "streamExists"> & { placeholder: Placeholder },
): Binding | string {
  if ("value" in given) return { value: given.value };
  if (typeof given.text !== "string") return { value: given.text };
  if (streamExists(given.text)) return { stream_name: given.text };
  return constantOf(given.text, placeholder);
}

function constantOf(text: string, placeholder: Placeholder): Binding | string {
  const name = placeholder.placeholder_name;
  switch (placeholder.data_type) {
    case "STR":
      return { value: text };
    case "NUM": {
      const number = isNumberText(text) ? Number(text) : NaN;
      return Number.isFinite(number)
        ? { value: number }
        : `Placeholder "${name}" takes a number or a known stream's name, not "${text}"`;
    }
    case "BOOL":
      if (text === "true" || text === "false") return { value: text === "true" };
      return `Placeholder "${name}" takes true, false or a known stream's name, not "${text}"`;
  }
}

/** The map form of bindings: placeholder name to stream name or constant, as text. */
export function mappingTexts(bindings: Record<string, Binding>): Record<string, string> {
  return Object.fromEntries(Object.entries(bindings).map(([name, binding]) => [name, textOf(binding)]));
}

/** The list form of bindings. */
export type BindingItem = { placeholder_name: string } & Binding;

export function bindingItems(bindings: Record<string, Binding>): BindingItem[] {
  return Object.entries(bindings).map(([name, binding]) => ({ placeholder_name: name, ...binding }));
}

function textOf(binding: Binding): string {
  return "stream_name" in binding ? binding.stream_name : String(binding.value);
}
