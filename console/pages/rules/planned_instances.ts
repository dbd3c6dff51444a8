import { findCandidates, readPatterns } from "../../../domain/instance/bulk.ts";
import { leadingStream } from "../../../domain/instance/leading_stream.ts";
import type { Mappings } from "../../rules/bindings_storage.ts";
import { besidePattern, instancePattern } from "../../rules/alike_streams.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import type { KnownStream, StreamIndex } from "../../streams/stream_index.ts";

/** An instance that is made with its template. */
export interface PlannedInstance {
  instance_name: string;
  /** The stream that its first placeholder gets. */
  stream: KnownStream;
}

/** What is sent to make the instances, and what they are. */
export interface InstancesPlan {
  instance_name: string;
  placeholders: Record<string, string>;
  instances: readonly PlannedInstance[];
  /** The names of instances that the patterns find besides. */
  others: readonly string[];
}

interface PlanInput {
  draft: Pick<TemplateDraft, "name" | "placeholders">;
  /** The streams and values of the backtest. */
  mappings: Mappings;
  index: StreamIndex;
  /** The pattern of the streams; null: only the stream that the rule begins with. */
  pattern: string | null;
}

/** The stream of the first placeholder that is bound to one. */
export function leadingOf(
  { draft, mappings, index }: Omit<PlanInput, "pattern">,
): KnownStream | undefined {
  const name = leadingStream(draft.placeholders, (placeholder) => {
    const text = mappings[placeholder] ?? "";
    return index.byName.has(text) ? text : undefined;
  });
  return name === undefined ? undefined : index.byName.get(name);
}

/** The streams that measure the same as this one: of its type and unit. */
export function comparableNames({ data_type, uom }: KnownStream, { streams }: StreamIndex): string[] {
  return streams.filter((one) => one.is_active && one.data_type === data_type && one.uom === uom)
    .map(({ stream_name }) => stream_name);
}

/** The instances that a template gets with its first saving; undefined while no stream is chosen. */
export function plannedInstances({ draft, mappings, index, pattern }: PlanInput): InstancesPlan | undefined {
  const own = leadingOf({ draft, mappings, index });
  if (own === undefined) return undefined;
  const body = {
    instance_name: instancePattern(pattern ?? own.stream_name, draft.name.trim()),
    placeholders: Object.fromEntries(
      draft.placeholders.flatMap(({ placeholder_name: name }) => {
        const text = mappings[name] ?? "";
        if (text === "") return [];
        if (pattern === null) return [[name, text]];
        if (text === own.stream_name) return [[name, pattern]];
        const beside = index.byName.has(text)
          ? besidePattern(text, { own: own.stream_name, pattern })
          : undefined;
        return [[name, beside ?? text]];
      }),
    ),
  };
  if (pattern === null) {
    return { ...body, instances: [{ instance_name: body.instance_name, stream: own }], others: [] };
  }
  return { ...body, ...found({ ...body, own, index }) };
}

function found(
  { instance_name, placeholders, own, index }: Omit<InstancesPlan, "instances" | "others"> & {
    own: KnownStream;
    index: StreamIndex;
  },
): Pick<InstancesPlan, "instances" | "others"> {
  const input = { instance_name, placeholders };
  const { patterns } = readPatterns(input);
  const names = index.streams.filter(({ is_active }) => is_active).map(({ stream_name }) => stream_name);
  const comparable = new Set(comparableNames(own, index));
  const lead = [...patterns.keys()][0] ?? "";
  const instances: PlannedInstance[] = [], others: string[] = [];
  for (const candidate of finished(findCandidates(input, { patterns, names }))) {
    const [name = ""] = candidate.streams.get(lead) ?? [];
    const stream = index.byName.get(name);
    if (stream === undefined || !comparable.has(name)) others.push(candidate.instance_name);
    else instances.push({ instance_name: candidate.instance_name, stream });
  }
  return { instances, others };
}

/** The result of steps that are taken at once. */
function finished<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
