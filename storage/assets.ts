import type { Actor } from "../domain/access/types.ts";
import { type AssetDifference, assetDifference } from "../domain/asset/difference.ts";
import { sourceOfStream } from "../domain/asset/address.ts";
import type { RecordChange } from "../domain/asset/record_change.ts";
import { prefixedDiscovery, prefixedStream, prefixOf } from "../domain/asset/source_prefix.ts";
import { streamNames } from "../domain/asset/stream_names.ts";
import { DEFAULT_SOURCE } from "../domain/source/types.ts";
import { isLost } from "../domain/asset/stream_problem.ts";
import { countsOf, type DiscoveryResult, type LastDiscoveryRecord } from "../domain/asset/listed_changes.ts";
import { inspectedDifference, type InspectedStream } from "../domain/asset/stream_difference.ts";
import type { AssetRecord, Discovery, StreamRecord } from "../domain/asset/types.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import type { Commit } from "../domain/shared/commit.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { boundStreams } from "./bound_streams.ts";
import { unavailable } from "./store/deadline.ts";
import { discoveryCommits, preferred, removalCommits } from "./asset_commits.ts";
import { keys, MAIN_LANE } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { BY_STREAM_ID, type SourceKinds } from "./source_kinds.ts";
import type { NounContext } from "./write.ts";

/** The plant that the streams are of, and who applies what was found of it. */
interface Applied {
  plant: string | undefined;
  by: Actor;
  source?: number;
}

/** Assets and streams of the last discovery, read from memory. */
export class Assets {
  #applying: Promise<unknown> = Promise.resolve();

  constructor(
    readonly context: NounContext,
    readonly mirrors: Mirrors,
    readonly identities: Pick<SourceKinds, "sourceId" | "goOn"> = BY_STREAM_ID,
  ) {}

  assets(): AssetRecord[] {
    return [...this.mirrors.assets.list()];
  }

  streams(): StreamRecord[] {
    return [...this.mirrors.streams.list()];
  }

  streamsOfAsset(assetId: string): StreamRecord[] {
    return [...this.mirrors.streamsByAsset.of(assetId)];
  }

  stream(id: number): StreamRecord | undefined {
    return this.mirrors.streams.get(id);
  }

  /** Of several streams with one name: the active one, else the newest. */
  streamByName(name: string): StreamRecord | undefined {
    return preferred(this.mirrors.streamsByName.of(name));
  }

  /** Of a source. Undefined: there was none yet. */
  lastDiscovery(source = DEFAULT_SOURCE): LastDiscoveryRecord | undefined {
    return this.mirrors.lastDiscoveries.get(source);
  }

  /** Stores a discovery of a source; its assets and streams that it does not list become inactive. */
  async applyDiscovery(listed: Discovery, by: Actor, source = DEFAULT_SOURCE): Promise<DiscoveryResult> {
    const at = isoFromMs(this.context.now()), { plant } = listed;
    const difference = () => {
      const found = prefixedDiscovery(listed, this.#prefixOf(source));
      const assets = this.assets().filter((asset) => sourceOfStream(asset) === source);
      return assetDifference({ assets, found, at, ...this.#compared(source) });
    };
    const result = await this.#serialized({ plant, by, source }, difference);
    if (plant !== undefined) await this.#note(result, { at, plant, source });
    return result;
  }

  /** Stores what a source lists of some streams only. */
  applyInspection(inspected: readonly InspectedStream[], applied: Applied): Promise<DiscoveryResult> {
    const { plant, source = DEFAULT_SOURCE } = applied, at = isoFromMs(this.context.now());
    return this.#serialized(applied, () => {
      const prefix = this.#prefixOf(source), { streams: stored, ...given } = this.#compared(source);
      const found = inspected.map((one) => ({
        ...one,
        found: one.found && prefixedStream(one.found, prefix),
      }));
      return { assets: [], streams: inspectedDifference(found, { plant, at, stored, ...given }) };
    });
  }

  /** Gives the streams and assets of a renamed source its new name. */
  renameSource(source: number, { before, by }: { before: string; by: Actor }): Promise<DiscoveryResult> {
    return this.#serialized({ plant: undefined, by, source }, () => {
      const from = prefixOf(before), to = this.#prefixOf(source), { streams, taken } = this.#compared(source);
      const renamed = (name: string) => name.startsWith(from) ? to + name.slice(from.length) : name;
      const names = streamNames(
        streams.map((stream) => ({
          plain: renamed(stream.stream_name),
          sourceId: this.identities.sourceId(stream.source),
          isActive: stream.is_active,
        })),
        { taken },
      );
      const assets = this.assets().filter((asset) => sourceOfStream(asset) === source);
      return {
        assets: assets.map((before) => ({
          before,
          after: { ...before, asset_id: renamed(before.asset_id) },
        })),
        streams: streams.map((before, i) => ({
          before,
          after: { ...before, stream_name: names[i]!, asset_id: renamed(before.asset_id) },
        })),
      };
    });
  }

  /** Removes the streams and assets of a source that is removed. */
  async removeOfSource(source: number): Promise<void> {
    await this.context.store.caughtUp();
    const streams = this.streams().filter((stream) => sourceOfStream(stream) === source);
    const assets = this.assets().filter((asset) => sourceOfStream(asset) === source);
    for (const commit of removalCommits(this.context, { streams, assets, mirrors: this.mirrors })) {
      await this.#commit(commit);
    }
    await this.#commit({ mutations: [{ type: "delete", key: keys.lastDiscovery(source) }] });
  }

  #prefixOf(source: number): string {
    const name = this.mirrors.sources.get(source)?.name;
    return source === DEFAULT_SOURCE || name === undefined ? "" : prefixOf(name);
  }

  /** The streams of a source, and what their names are compared with. */
  #compared(source: number) {
    const byOwner = Map.groupBy(this.streams(), (stream) => sourceOfStream(stream) === source);
    const isDefault = source === DEFAULT_SOURCE;
    const prefixes = isDefault ? this.mirrors.sources.list().map(({ name }) => prefixOf(name)) : [];
    return {
      streams: byOwner.get(true) ?? [],
      continuity: this.identities,
      ...!isDefault && { source_id: source },
      taken: (byOwner.get(false) ?? []).filter(({ is_active }) => is_active).map(({ stream_name }) =>
        stream_name
      ),
      isReserved: (name: string) => prefixes.some((prefix) => name.startsWith(prefix)),
    };
  }

  /**
   * One application at a time. Many changes take several commits; the next discovery completes one that broke
   * off. The counts are of streams.
   */
  #serialized(applied: Applied, difference: () => AssetDifference): Promise<DiscoveryResult> {
    const apply = () => this.#apply(difference, applied);
    const done = this.#applying.then(apply, apply);
    this.#applying = done;
    return done;
  }

  async #apply(
    difference: () => AssetDifference,
    { plant, by, source = DEFAULT_SOURCE }: Applied,
  ): Promise<DiscoveryResult> {
    await this.context.store.caughtUp();
    const changes = difference();
    await this.#number("asset", changes.assets);
    await this.#number("stream", changes.streams);
    for (const commit of discoveryCommits(this.context, { ...changes, mirrors: this.mirrors, by })) {
      await this.#commit(commit);
    }
    const { streams } = changes;
    return { ...countsOf(streams), broken_instances: this.#broken(plant, source), streams };
  }

  async #note(
    { broken_instances: _broken, streams: _streams, ...counts }: DiscoveryResult,
    { source, ...last }: { at: string; plant: string; source: number },
  ): Promise<void> {
    const own = source === DEFAULT_SOURCE ? {} : { source_id: source };
    const value: LastDiscoveryRecord = { v: 1, ...own, ...last, ...counts };
    await this.#commit({ mutations: [{ type: "set", key: keys.lastDiscovery(source), value }] });
  }

  async #number<T extends { id: number }>(noun: string, changes: RecordChange<T>[]): Promise<void> {
    const fresh = changes.filter((change) => change.before === undefined);
    if (fresh.length === 0) return;
    let id = await this.context.store.allocateIds(noun, fresh.length);
    for (const change of fresh) change.after = { ...change.after, id: id++ };
  }

  async #commit(commit: Commit): Promise<void> {
    const { ok } = await this.context.store.commit(commit, MAIN_LANE);
    if (!ok) throw unavailable("is being changed by another discovery");
  }

  /** Instances bound to a stream of the source that is missing, has changed its meaning or is another plant's. */
  #broken(plant: string | undefined, source: number): number[] {
    const isBroken = (instance: InstanceRecord): boolean =>
      boundStreams(this, instance).some((stream) =>
        sourceOfStream(stream) === source && isLost(stream, { plant })
      );
    return this.mirrors.instances.list().filter(isBroken).map((instance) => instance.id);
  }
}
