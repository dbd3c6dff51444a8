import type { Schemas } from "../api/client.ts";

export type Stream = Schemas["Stream"];
export type DataType = Stream["data_type"];

/** A stream as it is searched and listed. */
export interface KnownStream extends Stream {
  assetName: string;
  /** Its names in small letters. */
  words: string;
}

/** Every stream that was discovered. */
export interface StreamIndex {
  streams: readonly KnownStream[];
  byName: ReadonlyMap<string, KnownStream>;
}

export function streamIndex(assets: readonly Schemas["Asset"][]): StreamIndex {
  const streams = assets.flatMap(({ display_name: assetName, streams }) =>
    streams.map((stream): KnownStream => ({
      ...stream,
      assetName,
      words: `${stream.stream_name} ${assetName} ${stream.display_name}`.toLowerCase(),
    }))
  );
  streams.sort((a, b) => a.stream_name < b.stream_name ? -1 : 1);
  return { streams, byName: new Map(streams.map((stream) => [stream.stream_name, stream])) };
}

/** Those in whose names all the words typed occur, in their order. */
export function streamsFound(
  streams: readonly KnownStream[],
  { typed, type }: { typed: string; type?: DataType },
): KnownStream[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return streams.filter((stream) =>
    (type === undefined || stream.data_type === type) && words.every((word) => stream.words.includes(word))
  );
}
