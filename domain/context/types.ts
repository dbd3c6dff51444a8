import type { AssetRecord, StreamRecord, StreamView } from "../asset/types.ts";
import type { EventView } from "../event/view.ts";
import type { PlantTree } from "../plant/types.ts";
import type { Ms } from "../shared/time.ts";
import type { TemplateRecord } from "../template/types.ts";

export const CONTEXT_TYPES = ["events", "rules", "assets", "streams", "plant_model"] as const;
export type ContextType = (typeof CONTEXT_TYPES)[number];

export const TIME_FILTERS = ["1h", "24h", "7d", "30d"] as const;
export type TimeFilter = (typeof TIME_FILTERS)[number];

export const MAX_ITEMS = { min: 1, max: 1_000, default: 50 } as const;

export interface ContextRequest {
  context_type: ContextType;
  time_filter: TimeFilter;
  max_items: number;
}

/** What context is made of, read in memory or from the store. */
export interface ContextReader {
  /** How many events are active now. */
  activeEvents(): number;
  /** Started since then or active still, newest start first, at most so many. */
  eventsSince(sinceMs: Ms, most: number): Promise<EventView[]>;
  templates(): readonly TemplateRecord[];
  /** How many deployed instances each template has, by its id. */
  deployedInstances(): ReadonlyMap<number, number>;
  assets(): readonly AssetRecord[];
  streamsOfAsset(assetId: string): number;
  streams(): readonly StreamRecord[];
  streamView(stream: StreamRecord): StreamView;
  /** Those that deployed instances may look at. */
  deployedStreams(): readonly StreamRecord[];
  /** How many deployed instances may look at a stream, by its name. */
  deployedOn(streamName: string): number;
  plantTree(): readonly PlantTree[];
}
