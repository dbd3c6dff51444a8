import type { Actor } from "../domain/access/types.ts";
import type { AssetDifference } from "../domain/asset/difference.ts";
import type { RecordChange } from "../domain/asset/record_change.ts";
import type { AssetRecord, StreamRecord } from "../domain/asset/types.ts";
import type { Commit, Mutation } from "../domain/shared/commit.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { valueBytes } from "./store/size.ts";
import { audit, type NounContext } from "./write.ts";
import { resourceChanged } from "./writes/frames.ts";

const MUTATIONS_AT_ONCE = 400;
const BYTES_AT_ONCE = 400_000;
/** Up to this many changed assets get a frame each; more get one frame with the id `*`. */
const ASSETS_IN_FRAMES = 50;

export interface Discovered extends AssetDifference {
  mirrors: Mirrors;
  by: Actor;
}

/** The commits of a discovery: records, the index of names, audit entries, and in the last one the frames. */
export function discoveryCommits(context: NounContext, discovered: Discovered): Commit[] {
  const { assets, streams } = discovered;
  const mutations: Mutation[] = [
    ...assets.map(({ after }): Mutation => ({ type: "set", key: keys.asset(after.id), value: after })),
    ...streams.map(({ after }): Mutation => ({ type: "set", key: keys.stream(after.id), value: after })),
    ...nameMutations(discovered),
    ...auditMutations(context, discovered),
  ];
  if (mutations.length === 0) return [];
  const commits: Commit[] = batches(mutations).map((batch) => ({ mutations: batch }));
  commits[commits.length - 1]!.frames = frames(touchedAssets(discovered), isoFromMs(context.now()));
  return commits;
}

/** The commits that remove streams and assets, with the index of names. */
export function removalCommits(
  context: NounContext,
  { streams, assets, mirrors }: { streams: StreamRecord[]; assets: AssetRecord[]; mirrors: Mirrors },
): Commit[] {
  const removed = new Set(streams.map(({ id }) => id));
  const names = new Set(streams.map(({ stream_name }) => stream_name));
  const mutations: Mutation[] = [
    ...assets.map(({ id }): Mutation => ({ type: "delete", key: keys.asset(id) })),
    ...streams.map(({ id }): Mutation => ({ type: "delete", key: keys.stream(id) })),
    ...[...names].map((name): Mutation => {
      const left = preferred(mirrors.streamsByName.of(name).filter(({ id }) => !removed.has(id)));
      const key = keys.streamByName(name);
      return left === undefined ? { type: "delete", key } : { type: "set", key, value: left.id };
    }),
  ];
  if (mutations.length === 0) return [];
  const commits: Commit[] = batches(mutations).map((batch) => ({ mutations: batch }));
  commits[commits.length - 1]!.frames = [resourceChanged("asset", "*", isoFromMs(context.now()))];
  return commits;
}

/** Of several streams with one name: the active one, else the newest. */
export function preferred(streams: readonly StreamRecord[]): StreamRecord | undefined {
  return streams.findLast((stream) => stream.is_active) ?? streams.at(-1);
}

/**
 * Every name that a changed stream had or has, with the stream that has the name at present. A name that none has any more
 * keeps the stream that had it last, for rules that name it.
 */
function nameMutations({ streams, mirrors }: Discovered): Mutation[] {
  const changed = new Map(streams.map(({ after }) => [after.id, after]));
  const touched = new Map<string, StreamRecord[]>();
  for (const { before, after } of streams) {
    if (before !== undefined) touched.set(before.stream_name, touched.get(before.stream_name) ?? []);
    touched.set(after.stream_name, [...touched.get(after.stream_name) ?? [], after]);
  }
  return [...touched].flatMap(([name, now]): Mutation[] => {
    const others = mirrors.streamsByName.of(name).filter((stream) => !changed.has(stream.id));
    const stream = preferred([...others, ...now].toSorted((a, b) => a.id - b.id));
    return stream === undefined ? [] : [{ type: "set", key: keys.streamByName(name), value: stream.id }];
  });
}

interface Touched {
  asset: RecordChange<AssetRecord>;
  streams: { added: number; removed: number; changed: number };
}

function touchedAssets({ assets, streams, mirrors }: Discovered): Touched[] {
  const touched = new Map<string, Touched>();
  const none = { added: 0, removed: 0, changed: 0 };
  for (const asset of assets) touched.set(asset.after.asset_id, { asset, streams: { ...none } });
  const stored = new Map(mirrors.assets.list().map((asset) => [asset.asset_id, asset]));
  for (const { before, after } of streams) {
    const unchangedAsset = stored.get(after.asset_id);
    const entry = touched.get(after.asset_id) ??
      (unchangedAsset && { asset: { before: unchangedAsset, after: unchangedAsset }, streams: { ...none } });
    if (entry === undefined) continue;
    touched.set(after.asset_id, entry);
    if (before === undefined) entry.streams.added++;
    else if (after.is_active) entry.streams.changed++;
    else entry.streams.removed++;
  }
  return [...touched.values()];
}

function auditMutations(context: NounContext, discovered: Discovered): Mutation[] {
  return touchedAssets(discovered).map(({ asset: { before, after }, streams }) => {
    const action = before === undefined ? "created" : "updated";
    const change = { action, type: "asset", id: after.id, by: discovered.by } as const;
    return audit(context, { ...change, before, after: { ...after, streams } });
  });
}

function frames(touched: Touched[], at: string) {
  if (touched.length > ASSETS_IN_FRAMES) return [resourceChanged("asset", "*", at)];
  return touched.map(({ asset }) => resourceChanged("asset", asset.after.id, at));
}

function batches(mutations: Mutation[]): Mutation[][] {
  const all: Mutation[][] = [[]];
  let bytes = 0;
  for (const mutation of mutations) {
    const size = mutation.type === "set" ? valueBytes(mutation.value) : 0;
    if (all[all.length - 1]!.length >= MUTATIONS_AT_ONCE || bytes + size > BYTES_AT_ONCE) {
      all.push([]);
      bytes = 0;
    }
    all[all.length - 1]!.push(mutation);
    bytes += size;
  }
  return all;
}
