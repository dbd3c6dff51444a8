import { sourceOfStream } from "../asset/address.ts";
import type { StreamLookup, StreamOfName } from "../rule/bind_placeholders.ts";
import type { Issue } from "../shared/refusal.ts";
import { ticksFromMs } from "../shared/time.ts";
import { DEFAULT_SOURCE, DEFAULT_SOURCE_NAME } from "../source/types.ts";
import type { TemplateRecord } from "../template/types.ts";
import { makeDeployment } from "./deployment.ts";
import { boundStreamIds } from "./streams.ts";
import type { Binding, InstanceRecord } from "./types.ts";

/** The source whose streams an instance names, as it was last deployed. */
export function sourceOfInstance({ source_id = DEFAULT_SOURCE }: Pick<InstanceRecord, "source_id">): number {
  return source_id;
}

/** The source of the first stream that an instance names by its bindings, else by its rules. */
export function sourceOfStreams(
  { record, template, streams }: {
    record: InstanceRecord;
    template: TemplateRecord | undefined;
    streams: StreamLookup;
  },
): number {
  for (const id of boundStreamIds(record.bindings)) {
    const stream = streams.byId(id);
    if (typeof stream === "object") return sourceOfStream(stream);
  }
  if (template === undefined) return DEFAULT_SOURCE;
  const made = makeDeployment({
    record,
    template,
    streams,
    sourceMaxAgeSeconds: 0,
    deployedAt: ticksFromMs(0),
  });
  return sourceOfStream(made.streams[0] ?? {});
}

/** The issue of streams of another source than the instance's. */
export function otherSources(streams: readonly StreamOfName[], source: number): Issue[] {
  const other = streams.find((stream) => sourceOfStream(stream) !== source);
  const own = streams.find((stream) => sourceOfStream(stream) === source);
  if (other === undefined) return [];
  return [{ path: "", message: twoSources(own, other) }];
}

interface BoundStreams {
  streamOf(id: number): StreamOfName | undefined;
  /** Where the body binds a placeholder. */
  pathOf(placeholder: string): string;
}

/** The issue of bindings to streams of two sources. */
export function bindingsOfTwoSources(
  bindings: Record<string, Binding>,
  { streamOf, pathOf }: BoundStreams,
): Issue[] {
  const bound = Object.entries(bindings).flatMap(([name, binding]) => {
    const stream = "stream" in binding ? streamOf(binding.stream) : undefined;
    return stream === undefined ? [] : [{ name, stream }];
  });
  const [first] = bound;
  const other = bound.find(({ stream }) => sourceOfStream(stream) !== sourceOfStream(first!.stream));
  if (first === undefined || other === undefined) return [];
  return [{ path: pathOf(other.name), message: twoSources(first.stream, other.stream) }];
}

function twoSources(one: StreamOfName | undefined, other: StreamOfName): string {
  const known = one === undefined ? "" : `${named(one)} and `;
  return `${known}${named(other)} are of two sources; an instance names streams of one`;
}

function named(stream: StreamOfName): string {
  return `Stream "${stream.stream_name}" of source "${sourceNameOf(stream)}"`;
}

/** The names of its streams begin with the name of a source other than `default`. */
function sourceNameOf(stream: StreamOfName): string {
  const { stream_name } = stream;
  return sourceOfStream(stream) === DEFAULT_SOURCE
    ? DEFAULT_SOURCE_NAME
    : stream_name.slice(0, stream_name.indexOf("/"));
}
