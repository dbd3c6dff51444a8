import type { Discovery, FoundStream } from "./types.ts";

/** What stands before the names of the streams and assets of a source; nothing for `default`. */
export function prefixOf(source: string): string {
  return `${source}/`;
}

/** The streams as they are called in Andon. */
export function prefixedStream<S extends Pick<FoundStream, "stream_name" | "asset_id">>(
  stream: S,
  prefix: string,
): S {
  return { ...stream, stream_name: prefix + stream.stream_name, asset_id: prefix + stream.asset_id };
}

/** What a source lists, as it is called in Andon. */
export function prefixedDiscovery(found: Discovery, prefix: string): Discovery {
  if (prefix === "") return found;
  return {
    ...found,
    assets: found.assets.map((asset) => ({ ...asset, asset_id: prefix + asset.asset_id })),
    streams: found.streams.map((stream) => prefixedStream(stream, prefix)),
  };
}
