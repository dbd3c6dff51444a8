import type { Binding } from "../instance/types.ts";
import type { DataType } from "../sample/types.ts";
import type { Issue } from "../shared/refusal.ts";
import { typeInWords, typeOfLiteral } from "./literal_types.ts";
import type { Literal, Placeholder, Rule } from "./types.ts";
import { type PlaceholderUses, placeholderUses } from "./uses.ts";

/** The fields of a stream that binding needs. */
export interface StreamOfName {
  id: number;
  data_type: DataType;
  stream_name: string;
  /** Its unit. */
  uom?: string | null;
  /** Absent: the source `default`. */
  source_id?: number;
}

/** The streams to which rules are bound. */
export interface StreamLookup {
  /** The stream, or a sentence that says why it cannot be bound to. */
  byId(id: number): StreamOfName | string | undefined;
  byName(name: string): StreamOfName | undefined;
}

/** A bound placeholder: a stream or a constant, with the placeholder's maximum age. */
export type BoundPlaceholder =
  & ({ kind: "stream"; stream: StreamOfName } | { kind: "constant"; value: Literal })
  & { maxAgeSeconds: number | null };

export interface PlaceholderInput {
  rules: Rule[];
  placeholders: Placeholder[];
  bindings: Record<string, Binding>;
  streams: StreamLookup;
}

export interface PlaceholderBindings {
  /** Without optional placeholders that have neither a binding nor a default. */
  bound: Map<string, BoundPlaceholder>;
  problems: Issue[];
}

/** The bound placeholders, and every problem of the bindings at `placeholders.NAME`. */
export function bindPlaceholders(input: PlaceholderInput): PlaceholderBindings {
  const uses = usesOf(input.rules);
  const bound = new Map<string, BoundPlaceholder>();
  const problems = undeclaredBindings(input);
  for (const placeholder of input.placeholders) {
    const found = bindOne(placeholder, input, uses);
    if (typeof found === "string") {
      problems.push({ path: `placeholders.${placeholder.placeholder_name}`, message: found });
    } else if (found !== undefined) {
      bound.set(placeholder.placeholder_name, found);
    }
  }
  return { bound, problems };
}

/** Caches the placeholder uses of each template's rules. Records are never changed in place. */
const knownUses = new WeakMap<readonly Rule[], PlaceholderUses>();

function usesOf(rules: Rule[]): PlaceholderUses {
  let uses = knownUses.get(rules);
  if (uses === undefined) knownUses.set(rules, uses = placeholderUses(rules));
  return uses;
}

function undeclaredBindings({ bindings, placeholders }: PlaceholderInput): Issue[] {
  const declared = new Set(placeholders.map((one) => one.placeholder_name));
  return Object.keys(bindings).filter((name) => !declared.has(name)).map((name) => (
    { path: `placeholders.${name}`, message: `The template declares no placeholder "${name}"` }
  ));
}

/**
 * The bound placeholder, a text that says why it cannot be bound, or undefined when it is optional and
 * unbound.
 */
function bindOne(
  placeholder: Placeholder,
  input: PlaceholderInput,
  uses: PlaceholderUses,
): BoundPlaceholder | string | undefined {
  const { placeholder_name: name, default_value, is_required, max_age_seconds: maxAgeSeconds } = placeholder;
  const binding = Object.hasOwn(input.bindings, name) ? input.bindings[name] : undefined;
  if (binding !== undefined && !("value" in binding)) {
    if (uses.constants.has(name)) return `Placeholder "${name}" takes a constant, not a stream`;
    return bindStream(placeholder, foundStream(binding, input.streams));
  }
  const isStream = uses.streams.has(name);
  if (binding !== undefined && isStream) return `Placeholder "${name}" stands for a stream; bind it to one`;
  const value = binding?.value ?? (isStream ? null : default_value);
  if (value !== null) {
    if (isOfType(value, placeholder.data_type)) return { kind: "constant", value, maxAgeSeconds };
    return `Placeholder "${name}" takes ${typeInWords([placeholder.data_type])}, not ${
      JSON.stringify(value)
    }`;
  }
  if (!is_required) return undefined;
  const kind = isStream ? "stream" : uses.constants.has(name) ? "value" : "stream or a value";
  return `Placeholder "${name}" is required; bind it to a ${kind}`;
}

function foundStream(
  binding: Exclude<Binding, { value: Literal }>,
  streams: StreamLookup,
): StreamOfName | string {
  if ("stream" in binding) return streams.byId(binding.stream) ?? `Stream ${binding.stream} is unknown`;
  return streams.byName(binding.stream_name) ?? `Stream "${binding.stream_name}" is unknown`;
}

function bindStream(placeholder: Placeholder, stream: StreamOfName | string): BoundPlaceholder | string {
  if (typeof stream === "string") return stream;
  if (stream.data_type === placeholder.data_type) {
    return { kind: "stream", stream, maxAgeSeconds: placeholder.max_age_seconds };
  }
  return `Stream "${stream.stream_name}" is ${stream.data_type}; placeholder "${placeholder.placeholder_name}" ` +
    `takes ${placeholder.data_type}`;
}

function isOfType(value: Literal, dataType: DataType): boolean {
  return typeOfLiteral(value) === dataType && (typeof value !== "number" || Number.isFinite(value));
}
