import type { Actor } from "../domain/access/types.ts";
import type { ChangeCounts, LastDiscoveryRecord } from "../domain/asset/listed_changes.ts";
import type { RecordChange } from "../domain/asset/record_change.ts";
import type { InspectedStream } from "../domain/asset/stream_difference.ts";
import type { AssetRecord, Discovery, StreamRecord } from "../domain/asset/types.ts";

export interface DiscoveryResult extends ChangeCounts {
  /** Instances bound to a stream that is missing, has changed its meaning or is another plant's. */
  broken_instances: number[];
  streams: RecordChange<StreamRecord>[];
}

export interface Assets {
  assets(): AssetRecord[];
  streams(): StreamRecord[];
  streamsOfAsset(assetId: string): StreamRecord[];
  stream(id: number): StreamRecord | undefined;
  streamByName(name: string): StreamRecord | undefined;
  /** Undefined: there was none yet. */
  lastDiscovery(): LastDiscoveryRecord | undefined;
  /** Stores a discovery; assets and streams missing at the source become inactive. */
  applyDiscovery(discovery: Discovery, by: Actor): Promise<DiscoveryResult>;
  /** Stores what a source lists of some streams only. */
  applyInspection(
    inspected: readonly InspectedStream[],
    options: { plant: string | undefined; by: Actor },
  ): Promise<DiscoveryResult>;
}
