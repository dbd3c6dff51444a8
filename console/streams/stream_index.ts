import type { Schemas } from "../api/client.ts";

export type Stream = Schemas["Stream"];
export type DataType = Stream["data_type"];

/** A stream with its search text. */
export interface KnownStream extends Stream {
  assetName: string;
  /** Its names in lower case. */
  searchText: string;
}

/** All discovered streams. */
export interface StreamIndex {
  streams: readonly KnownStream[];
  byName: ReadonlyMap<string, KnownStream>;
}

export function streamIndex(assets: readonly Schemas["Asset"][]): StreamIndex {
  const streams = assets.flatMap(({ display_name: assetName, streams }) =>
    streams.map((stream): KnownStream => ({
      ...stream,
      assetName,
      searchText: `${stream.stream_name} ${assetName} ${stream.display_name}`.toLowerCase(),
    }))
  );
  streams.sort((a, b) => a.stream_name < b.stream_name ? -1 : 1);
  return { streams, byName: new Map(streams.map((stream) => [stream.stream_name, stream])) };
}

/** The streams whose names contain all typed words. */
export function streamsFound(
  streams: readonly KnownStream[],
  { typed, type }: { typed: string; type?: DataType },
): KnownStream[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return streams.filter((stream) =>
    (type === undefined || stream.data_type === type) &&
    words.every((word) => stream.searchText.includes(word))
  );
}
