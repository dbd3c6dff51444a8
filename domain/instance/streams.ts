import type { StreamRecord } from "../asset/types.ts";
import { isComparison, partsOf } from "../rule/condition.ts";
import type { StreamLookup } from "../rule/bind_placeholders.ts";
import { allConditions } from "../rule/uses.ts";
import type { Condition } from "../rule/types.ts";
import type { TemplateRecord } from "../template/types.ts";
import type { Binding, InstanceRecord } from "./types.ts";

/** What binding needs of stored streams. */
export interface StoredStreams {
  stream(id: number): StreamRecord | undefined;
  streamByName(name: string): StreamRecord | undefined;
}

/** The streams that a new deployment can be bound to: those that the source has. */
export function presentStreams(stored: StoredStreams): StreamLookup {
  return {
    byId(id) {
      const stream = stored.stream(id);
      return stream === undefined || stream.is_active ? stream : whyMissing(stream);
    },
    byName(name) {
      const stream = stored.streamByName(name);
      return stream?.is_active ? stream : undefined;
    },
  };
}

/** All stored streams, by which running instances are bound. */
export function storedStreams(stored: StoredStreams): StreamLookup {
  return { byId: (id) => stored.stream(id), byName: (name) => stored.streamByName(name) };
}

function whyMissing({ stream_name, gone }: StreamRecord): string {
  switch (gone?.reason) {
    case "changed":
      return `Stream "${stream_name}" has another meaning at the source than it had; bind to a stream again`;
    case "other_plant":
      return `Stream "${stream_name}" belongs to another plant; bind to a stream of this one`;
    default:
      return `Stream "${stream_name}" is missing at the source`;
  }
}

/** The streams of an instance's bindings, by id. */
export function boundStreamIds(bindings: Record<string, Binding>): Set<number> {
  const ids = new Set<number>();
  for (const binding of Object.values(bindings)) if ("stream" in binding) ids.add(binding.stream);
  return ids;
}

/** The streams that an instance is bound to, and that its rules were found to name when it was deployed. */
export function streamIdsOf(
  { bindings, named_streams = {} }: Pick<InstanceRecord, "bindings" | "named_streams">,
): Set<number> {
  const ids = boundStreamIds(bindings);
  for (const id of Object.values(named_streams)) ids.add(id);
  return ids;
}

/** Names of bindings for which no stream has been found. */
export function unfoundNames(bindings: Record<string, Binding>): string[] {
  return Object.values(bindings).flatMap((one) => "stream_name" in one ? [one.stream_name] : []);
}

/** Every text in a template's rules that can be a stream's name. */
export function possibleStreamNames(template: Pick<TemplateRecord, "rules" | "placeholders">): Set<string> {
  const names = new Set<string>();
  for (const rule of template.rules) allConditions(rule).forEach((one) => namesOf(one, names));
  for (const { default_value } of template.placeholders) {
    if (typeof default_value === "string") names.add(default_value);
  }
  return names;
}

function namesOf(condition: Condition, names: Set<string>): void {
  if (!isComparison(condition)) return partsOf(condition).forEach((part) => namesOf(part, names));
  const values = Array.isArray(condition.value) ? condition.value : [condition.value];
  for (const text of [condition.stream, condition.of, condition.limit, ...values]) {
    if (typeof text === "string") names.add(text);
  }
}

/** The bindings with the streams that are found for the names in them. */
export function settledBindings(
  bindings: Record<string, Binding>,
  streams: Pick<StreamLookup, "byName">,
): Record<string, Binding> {
  const found = Object.entries(bindings).flatMap(([name, binding]): [string, Binding][] => {
    const stream = "stream_name" in binding ? streams.byName(binding.stream_name) : undefined;
    return stream === undefined ? [] : [[name, { stream: stream.id }]];
  });
  return found.length === 0 ? bindings : { ...bindings, ...Object.fromEntries(found) };
}

/** The record with the streams that its rules name directly, so that its deployment keeps them. */
export function withNamedStreams(record: InstanceRecord, named: ReadonlyMap<string, number>): InstanceRecord {
  const { named_streams: before = {}, ...plain } = record;
  const named_streams = Object.fromEntries([...Object.entries(before), ...named]);
  return Object.keys(named_streams).length === 0 ? plain : { ...plain, named_streams };
}
