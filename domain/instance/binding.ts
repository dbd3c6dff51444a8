import type { Literal, Placeholder, Rule } from "../rule/types.ts";
import { placeholderUses } from "../rule/uses.ts";
import { isNumberText } from "../shared/number_text.ts";
import type { Issue } from "../shared/refusal.ts";
import { jsonBytes } from "../shared/text.ts";

/**
 * What replaces a placeholder: a stream by its id, a name that no stream has had yet (a deployment finds its stream), or a
 * constant.
 */
export type Binding = { stream: number } | { stream_name: string } | { value: Literal };

/** A binding as clients read it: a stream by its present name, or a constant. */
export type NamedBinding = Exclude<Binding, { stream: number }>;

/** The present name of a stream. */
export type NameOfStream = (id: number) => string;

/**
 * One binding as a client sends it: `text` is a stream's name or a constant, `value` is always a constant.
 */
export type BindingInput =
  & { name: string; namePath: string; path: string }
  & ({ text: Literal } | { value: Literal });

export interface BindingContext {
  rules: Rule[];
  placeholders: Placeholder[];
  /** The id of the stream that has the name. */
  streamNamed(name: string): number | undefined;
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
      : bindValue(one, { placeholder, streamNamed: context.streamNamed });
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
  const stream = context.streamNamed(given.text);
  return stream === undefined ? `No stream is named "${given.text}"` : { stream };
}

function bindValue(
  given: BindingInput,
  { placeholder, streamNamed }: Pick<BindingContext, "streamNamed"> & { placeholder: Placeholder },
): Binding | string {
  if ("value" in given) return { value: given.value };
  if (typeof given.text !== "string") return { value: given.text };
  const stream = streamNamed(given.text);
  if (stream !== undefined) return { stream };
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
export function mappingTexts(
  bindings: Record<string, Binding>,
  nameOf: NameOfStream,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(bindings).map(([name, binding]) => [name, textOf(namedBinding(binding, nameOf))]),
  );
}

/** The list form of bindings. */
export type BindingItem = { placeholder_name: string } & NamedBinding;

export function bindingItems(bindings: Record<string, Binding>, nameOf: NameOfStream): BindingItem[] {
  return Object.entries(bindings).map(([name, binding]) => ({
    placeholder_name: name,
    ...namedBinding(binding, nameOf),
  }));
}

function namedBinding(binding: Binding, nameOf: NameOfStream): NamedBinding {
  return "stream" in binding ? { stream_name: nameOf(binding.stream) } : binding;
}

function textOf(binding: NamedBinding): string {
  return "stream_name" in binding ? binding.stream_name : String(binding.value);
}
