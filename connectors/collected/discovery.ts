import { LISTED_LIMITS } from "../../domain/asset/limits.ts";
import type { Discovery, FoundAsset, FoundStream } from "../../domain/asset/types.ts";
import { UNASSIGNED_ASSET } from "../../domain/asset/unassigned.ts";
import { cutText } from "../../domain/shared/text.ts";
import type { Inspection, SourceStream } from "../source.ts";
import { type CollectedAddress, collectedId } from "./identity.ts";
import type { CollectedStore } from "./store.ts";
import type { StoredStream } from "./stream_table.ts";

/** The streams that the store has, and the assets that their paths name. */
export function discover({ streams }: CollectedStore, kind: string): Discovery {
  const found: FoundStream[] = [], unsupported: Discovery["unsupported"] = [];
  for (const stream of streams.all()) {
    const one = foundStream(stream, kind);
    if (one === null) unsupported.push({ stream_id: stream.name, reason: "It has no value yet" });
    else found.push(one);
  }
  const names = new Set(found.map(({ asset_id }) => asset_id));
  const assets = [...names].sort().map((name): FoundAsset => ({ asset_id: name, display_name: name }));
  return { assets, streams: found, unsupported };
}

export function inspect(
  { streams }: CollectedStore,
  { asked, kind }: { asked: readonly SourceStream[]; kind: string },
): Inspection[] {
  return asked.map((stream) => {
    const stored = streams.get((stream.source as CollectedAddress).stream);
    return { stream, found: stored === undefined ? null : foundStream(stored, kind), failure: null };
  });
}

function foundStream(stream: StoredStream, kind: string): FoundStream | null {
  const { name, type, unit } = stream;
  if (type === null) return null;
  const source: CollectedAddress = { kind, stream: name };
  return {
    stream_id: collectedId(name),
    stream_name: name,
    display_name: name,
    asset_id: assetOf(stream),
    data_type: type,
    uom: unit,
    source,
  };
}

/** The path that the sender gave, or the name without its last part. */
function assetOf({ name, path }: StoredStream): string {
  const parts = path.length > 0 ? path : name.split(name.includes("/") ? "/" : ".").slice(0, -1);
  const asset = parts.filter((part) => part !== "").join(".");
  return asset === "" ? UNASSIGNED_ASSET : cutText(asset, LISTED_LIMITS.id);
}
