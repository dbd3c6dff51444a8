import type { Placeholder, Rule } from "../rule/types.ts";
import type { StreamOfName } from "../rule/bind_placeholders.ts";
import { placeholderUses } from "../rule/uses.ts";
import type { DataType } from "../sample/types.ts";
import { hasAtMost, TEXT_LIMITS } from "../shared/text.ts";
import type { Issue } from "../shared/refusal.ts";
import { bindingSizeIssues, mappingTexts } from "./binding.ts";
import type { Candidate } from "./bulk.ts";
import { leadingStream } from "./leading_stream.ts";
import type { BulkItem } from "./schema.ts";
import { bindingsOfTwoSources } from "./source.ts";
import type { Binding } from "./types.ts";

/** An instance to create; `draft` is absent when it cannot be created. */
export interface PlannedInstance {
  item: BulkItem;
  draft?: {
    instance_name: string;
    plant_node_floc_id: string | null;
    bindings: Record<string, Binding>;
  };
}

export interface PlanContext {
  template: { rules: Rule[]; placeholders: Placeholder[] };
  /** The bindings that are the same for all instances. */
  constants: Record<string, Binding>;
  streamNamed(name: string): StreamOfName | undefined;
  stream(id: number): StreamOfName | undefined;
  /** The id of the template's instance with this name. */
  existing(name: string): { id: number; plant_node_floc_id: string | null } | undefined;
  /** The plant node of the stream's asset. */
  locationOf(stream: string): string | null;
  nodeExists(flocId: string): boolean;
}

/** Decides for each candidate, one in each step, whether it can be created, and how. */
export function* planInstances(
  candidates: readonly Candidate[],
  context: PlanContext,
): Generator<void, PlannedInstance[]> {
  const planner = new Planner(context);
  const planned: PlannedInstance[] = [];
  for (const candidate of candidates) {
    planned.push(planner.plan(candidate));
    yield;
  }
  return planned;
}

class Planner {
  readonly #types: Map<string, DataType>;
  readonly #required: Placeholder[];

  constructor(readonly context: PlanContext) {
    const { placeholders, rules } = context.template;
    const { streams } = placeholderUses(rules);
    this.#types = new Map(placeholders.map((one) => [one.placeholder_name, one.data_type]));
    this.#required = placeholders.filter(({ placeholder_name: name, is_required, default_value }) =>
      is_required && (default_value === null || streams.has(name))
    );
  }

  plan(candidate: Candidate): PlannedInstance {
    const { instance_name } = candidate;
    const bindings = this.#bindingsOf(candidate);
    const plant_node_floc_id = this.#locationOf(candidate, bindings);
    const nameOf = (id: number) => this.context.stream(id)?.stream_name ?? `stream ${id}`;
    const placeholder_mappings = mappingTexts(bindings, nameOf);
    const item = { instance_name, plant_node_floc_id, placeholder_mappings };
    const existing = this.context.existing(instance_name);
    if (existing !== undefined) {
      const { id, plant_node_floc_id } = existing;
      return { item: { ...item, plant_node_floc_id, status: "exists", instance_id: id } };
    }
    const [status, problems] = this.#against(candidate, bindings);
    if (problems.length > 0) return { item: { ...item, status, problems } };
    return {
      item: { ...item, status: "would_create" },
      draft: { instance_name, plant_node_floc_id, bindings },
    };
  }

  /** Streams that the patterns found say where an instance is, before those that all instances share. */
  #locationOf(
    { plant_node_floc_id: given, streams }: Candidate,
    bindings: Record<string, Binding>,
  ): string | null {
    if (given !== undefined) return given;
    const boundTo = (name: string) => {
      const binding = bindings[name];
      return binding !== undefined && "stream" in binding
        ? this.context.stream(binding.stream)?.stream_name
        : undefined;
    };
    const { placeholders } = this.context.template;
    const stream = leadingStream(placeholders, (name) => streams.has(name) ? boundTo(name) : undefined) ??
      leadingStream(placeholders, boundTo);
    return stream === undefined ? null : this.context.locationOf(stream);
  }

  #bindingsOf(candidate: Candidate): Record<string, Binding> {
    const found = [...candidate.streams].flatMap(([name, [stream_name, another]]): [string, Binding][] => {
      if (stream_name === undefined || another !== undefined) return [];
      const stream = this.context.streamNamed(stream_name);
      return [[name, stream === undefined ? { stream_name } : { stream: stream.id }]];
    });
    return { ...this.context.constants, ...Object.fromEntries(found) };
  }

  #against(candidate: Candidate, bindings: Record<string, Binding>): [BulkItem["status"], Issue[]] {
    const ambiguous = ambiguities(candidate);
    if (ambiguous.length > 0) return ["ambiguous", ambiguous];
    const missing = this.#required.filter((one) => !Object.hasOwn(bindings, one.placeholder_name));
    if (missing.length > 0) return ["missing", missing.map(missingIssue)];
    return ["failed", this.#faults(candidate, bindings)];
  }

  #faults(
    { instance_name, plant_node_floc_id: node = null }: Candidate,
    bindings: Record<string, Binding>,
  ): Issue[] {
    const issues = bindingSizeIssues(bindings, "placeholders");
    if (!hasAtMost(instance_name, TEXT_LIMITS.name)) {
      issues.push({ path: "instance_name", message: `Takes at most ${TEXT_LIMITS.name} characters` });
    }
    if (node !== null && !this.context.nodeExists(node)) {
      issues.push({ path: "plant_node_floc_id", message: `Plant node "${node}" does not exist` });
    }
    for (const [name, binding] of Object.entries(bindings)) {
      if ("stream" in binding) issues.push(...this.#typeIssue(name, binding.stream));
    }
    issues.push(...bindingsOfTwoSources(bindings, {
      streamOf: (id) => this.context.stream(id),
      pathOf: (name) => `placeholders.${name}`,
    }));
    return issues;
  }

  #typeIssue(name: string, id: number): Issue[] {
    const stream = this.context.stream(id), takes = this.#types.get(name);
    if (stream === undefined || stream.data_type === takes) return [];
    const message = `Stream "${stream.stream_name}" is ${stream.data_type}; it takes ${takes}`;
    return [{ path: `placeholders.${name}`, message }];
  }
}

function missingIssue({ placeholder_name: name }: Placeholder): Issue {
  return {
    path: `placeholders.${name}`,
    message: `No stream was found for the required placeholder "${name}"`,
  };
}

/** Most streams that a problem names. */
const NAMED = 5;

function ambiguities({ instance_name, streams, isMixed }: Candidate): Issue[] {
  const issues = [...streams].filter(([, found]) => found.length > 1).map(([name, found]) => {
    const named = found.slice(0, NAMED).map((stream) => `"${stream}"`).join(", ");
    const more = found.length > NAMED ? " …" : "";
    return { path: `placeholders.${name}`, message: `${found.length} streams match: ${named}${more}` };
  });
  if (issues.length > 0 || !isMixed) return issues;
  const message = `Streams of different instances match the name "${instance_name}"`;
  return [{ path: "instance_name", message }];
}
