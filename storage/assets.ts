import type { Actor } from "../domain/access/types.ts";
import { type AssetDifference, assetDifference } from "../domain/asset/difference.ts";
import type { RecordChange } from "../domain/asset/record_change.ts";
import { isLost } from "../domain/asset/stream_problem.ts";
import { countsOf, type DiscoveryResult, type LastDiscoveryRecord } from "../domain/asset/listed_changes.ts";
import { inspectedDifference, type InspectedStream } from "../domain/asset/stream_difference.ts";
import type { AssetRecord, Discovery, StreamRecord } from "../domain/asset/types.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import type { Commit } from "../domain/shared/commit.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { boundStreams } from "./bound_streams.ts";
import { unavailable } from "./store/deadline.ts";
import { discoveryCommits, preferred } from "./asset_commits.ts";
import { keys, MAIN_LANE } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { BY_STREAM_ID, type SourceKinds } from "./source_kinds.ts";
import type { NounContext } from "./write.ts";

/** The plant that the streams are of, and who applies what was found of it. */
interface Applied {
  plant: string | undefined;
  by: Actor;
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

  /** Undefined: there was none yet. */
  lastDiscovery(): LastDiscoveryRecord | undefined {
    return this.mirrors.lastDiscovery.list()[0];
  }

  /** Stores a discovery; assets and streams missing at the source become inactive. */
  async applyDiscovery(found: Discovery, by: Actor): Promise<DiscoveryResult> {
    const given = this.#given();
    const difference = () =>
      assetDifference({ assets: this.assets(), streams: this.streams(), found, ...given });
    const result = await this.#serialized({ plant: found.plant, by }, difference);
    if (found.plant !== undefined) await this.#note(result, { at: given.at, plant: found.plant });
    return result;
  }

  /** Stores what a source lists of some streams only. */
  applyInspection(inspected: readonly InspectedStream[], applied: Applied): Promise<DiscoveryResult> {
    const given = { plant: applied.plant, ...this.#given() };
    return this.#serialized(applied, () => ({
      assets: [],
      streams: inspectedDifference(inspected, { stored: this.streams(), ...given }),
    }));
  }

  #given() {
    return { at: isoFromMs(this.context.now()), continuity: this.identities };
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

  async #apply(difference: () => AssetDifference, { plant, by }: Applied): Promise<DiscoveryResult> {
    await this.context.store.caughtUp();
    const changes = difference();
    await this.#number("asset", changes.assets);
    await this.#number("stream", changes.streams);
    for (const commit of discoveryCommits(this.context, { ...changes, mirrors: this.mirrors, by })) {
      await this.#commit(commit);
    }
    const { streams } = changes;
    return { ...countsOf(streams), broken_instances: this.#broken(plant), streams };
  }

  async #note(
    { broken_instances: _broken, streams: _streams, ...counts }: DiscoveryResult,
    last: { at: string; plant: string },
  ): Promise<void> {
    const value: LastDiscoveryRecord = { v: 1, ...last, ...counts };
    await this.#commit({ mutations: [{ type: "set", key: keys.lastDiscovery(), value }] });
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

  /** Instances bound to a stream that is missing, has changed its meaning or is another plant's. */
  #broken(plant: string | undefined): number[] {
    const isBroken = (instance: InstanceRecord): boolean =>
      boundStreams(this, instance).some((stream) => isLost(stream, { plant }));
    return this.mirrors.instances.list().filter(isBroken).map((instance) => instance.id);
  }
}
