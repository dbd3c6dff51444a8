import { LISTED_LIMITS } from "../../domain/asset/limits.ts";
import type { Discovery, FoundAsset, FoundStream } from "../../domain/asset/types.ts";
import { cutText, hasAtMost } from "../../domain/shared/text.ts";
import { assetOfName, compareText, nameProblem, uniqueNames, withDerivedAssets } from "../naming.ts";
import { type PlannedStream, planStream, refuse, type Unsupported } from "./plan.ts";
import type { FindType } from "./type_properties.ts";
import type { AssetWire, SdsStreamWire } from "./wire.ts";

export interface ListedPlant {
  assets: Iterable<AssetWire>;
  findType: FindType;
  /** Why streams cannot be read, by stream id in lower case. */
  faults?: ReadonlyMap<string, string>;
}

/** Assembles streams, types and assets to a discovery. Pure. */
export function assemble(
  streams: Iterable<SdsStreamWire>,
  { assets, findType, faults }: ListedPlant,
): Discovery {
  const planned: Named[] = [];
  const unsupported: Unsupported[] = [];
  for (const stream of streams) {
    const fault = faults?.get(stream.Id.toLowerCase());
    const plan = fault === undefined ? planStream(stream, findType) : refuse(stream.Id, fault);
    unsupported.push(...plan.unsupported);
    for (const one of plan.planned) planned.push(nameOf(stream, one));
  }
  const { accepted, refused } = sift(planned);
  const known = nameAssets(assets);
  const found = nameStreams(accepted, known.ofStream);
  return {
    assets: withDerivedAssets(known.assets, found),
    streams: found,
    unsupported: [...unsupported, ...refused].sort((a, b) => compareText(a.stream_id, b.stream_id)),
  };
}

interface Named {
  planned: PlannedStream;
  stream_id: string;
  name: string;
}

function nameOf(stream: SdsStreamWire, planned: PlannedStream): Named {
  const suffix = planned.property === null ? "" : `.${planned.property}`;
  return { planned, stream_id: stream.Id + suffix, name: (stream.Name || stream.Id) + suffix };
}

/** Refuses ambiguous streams: names of system tags, and ids that two streams share. */
function sift(all: Named[]): { accepted: Named[]; refused: Unsupported[] } {
  const accepted = new Map<string, Named>();
  const refused: Unsupported[] = [];
  const plainFirst = [...all].sort((a, b) => rank(a) - rank(b) || compareText(a.stream_id, b.stream_id));
  for (const one of plainFirst) {
    const id = one.stream_id.toLowerCase(), problem = nameProblem(one);
    if (problem !== undefined) {
      refused.push({ stream_id: cutText(one.stream_id, LISTED_LIMITS.id), reason: problem });
    } else if (accepted.has(id)) {
      refused.push({ stream_id: one.stream_id, reason: `Another stream has the id ${one.stream_id}` });
    } else accepted.set(id, one);
  }
  return { accepted: [...accepted.values()].sort((a, b) => compareText(a.stream_id, b.stream_id)), refused };
}

function rank(named: Named): number {
  return named.planned.property === null ? 0 : 1;
}

function nameStreams(accepted: Named[], assetOfStream: ReadonlyMap<string, string>): FoundStream[] {
  return accepted.map(({ planned, stream_id, name }) => ({
    stream_id,
    stream_name: name,
    display_name: name,
    asset_id: assetOfStream.get(planned.streamId.toLowerCase()) ?? assetOfName(name),
    data_type: planned.dataType,
    uom: planned.uom,
    source: planned.source,
    ...(planned.former_suffix === undefined ? {} : { former_suffix: planned.former_suffix }),
    ...(planned.only_if_stored === undefined ? {} : { only_if_stored: planned.only_if_stored }),
  }));
}

interface KnownAssets {
  assets: FoundAsset[];
  /** The asset of a Data Hub stream, by stream id in lower case; of several assets the first by asset_id. */
  ofStream: Map<string, string>;
}

function nameAssets(assets: Iterable<AssetWire>): KnownAssets {
  const ordered = [...assets].sort((a, b) => compareText(a.Id, b.Id));
  const names = uniqueNames(ordered.map((asset) => ({ name: assetName(asset), id: asset.Id })));
  const named = ordered.map((asset, index) => ({ asset, asset_id: names[index]! }));
  named.sort((a, b) => compareText(a.asset_id, b.asset_id));
  const ofStream = new Map<string, string>();
  for (const { asset, asset_id } of named) {
    for (const { StreamId } of asset.StreamReferences ?? []) {
      const id = StreamId?.toLowerCase();
      if (id !== undefined && !ofStream.has(id)) ofStream.set(id, asset_id);
    }
  }
  const found = named.map(({ asset, asset_id }) => ({ asset_id, display_name: assetName(asset) }));
  return { assets: found, ofStream };
}

/** A name that is too long is replaced by the id, or cut. */
function assetName({ Id, Name }: AssetWire): string {
  const name = Name || Id;
  return hasAtMost(name, LISTED_LIMITS.name) ? name : cutText(Id, LISTED_LIMITS.name);
}
