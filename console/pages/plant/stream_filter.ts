import type { SourceNames } from "../../streams/source_names.ts";
import { type KnownStream, streamsFound } from "../../streams/stream_index.ts";

/** The filter of the stream list, kept in the address. Empty texts do not filter. */
export interface StreamFilter {
  find: string;
  /** An asset's id. */
  asset: string;
  /** The name of a source. */
  source: string;
  /** `watched`, `bad`, `gone`. */
  state: string;
  sort: string;
}

const KEYS = ["find", "asset", "source", "state", "sort"] as const;

export const STREAM_STATES: readonly (readonly [string, string])[] = [
  ["watched", "Used in rules"],
  ["bad", "Quality not good"],
  ["gone", "Missing at source"],
];

export function streamFilter(query: Readonly<Record<string, string>>): StreamFilter {
  const { find = "", asset = "", source = "", state = "", sort = "" } = query;
  return { find, asset, source, sort, state: STREAM_STATES.some(([name]) => name === state) ? state : "" };
}

export function streamAddress(filter: StreamFilter): string {
  const query = new URLSearchParams();
  for (const key of KEYS) if (filter[key] !== "") query.set(key, filter[key]);
  return query.size === 0 ? "/plant/streams" : `/plant/streams?${query}`;
}

export function isFiltered({ find, asset, source, state }: StreamFilter): boolean {
  return find !== "" || asset !== "" || source !== "" || state !== "";
}

interface Matching {
  /** The number of instances by stream name. */
  watched: ReadonlyMap<string, number>;
  sources: SourceNames | undefined;
}

/** The streams that match. */
export function matchingStreams(
  streams: readonly KnownStream[],
  { find, asset, source, state }: StreamFilter,
  { watched, sources }: Matching,
): KnownStream[] {
  return streamsFound(streams, { typed: find }).filter((stream) =>
    (asset === "" || stream.asset_id === asset) &&
    (source === "" || sources?.of(stream.stream_name) === source) && isIn(stream, state, watched)
  );
}

function isIn(stream: KnownStream, state: string, watched: ReadonlyMap<string, number>): boolean {
  if (state === "watched") return watched.has(stream.stream_name);
  if (state === "bad") return stream.quality !== null && stream.quality !== "good";
  return state === "" || !stream.is_active;
}
