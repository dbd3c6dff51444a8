import { storedStream } from "../../../domain/asset/schema.ts";
import { picked } from "../../../domain/shared/picked.ts";
import type { AssetRecord, StreamRecord, StreamView } from "../../../domain/asset/types.ts";
import { sourceTimeFromTicks } from "../../../domain/shared/time.ts";
import type { AppDeps } from "../../pipeline/deps.ts";

/** A stream as a client reads it, with the newest value that the source gave. */
export function streamView({ live }: Pick<AppDeps, "live">, stream: StreamRecord): StreamView {
  const newest = live.get(stream.id), aside = live.setAside(stream.id);
  return {
    ...picked(storedStream.shape, stream),
    value: newest?.value ?? null,
    timestamp: newest === undefined ? null : sourceTimeFromTicks(newest.time),
    quality: newest?.quality ?? null,
    set_aside: aside === undefined
      ? null
      : { timestamp: sourceTimeFromTicks(aside.time), value: aside.value },
  };
}

/** A monitored asset with its streams. */
export function assetView(
  deps: Pick<AppDeps, "live" | "storage">,
  { v: _, source_id: _source, ...asset }: AssetRecord,
) {
  const streams = deps.storage.assets.streamsOfAsset(asset.asset_id).map((stream) =>
    streamView(deps, stream)
  );
  return { ...asset, streams };
}
