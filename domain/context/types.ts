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

/** Reads what a context consists of, from memory or from the store. */
export interface ContextReader {
  /** Number of active events. */
  activeEvents(): number;
  /** Events that started since then or are still active, newest start first, at most `most`. */
  eventsSince(sinceMs: Ms, most: number): Promise<EventView[]>;
  templates(): readonly TemplateRecord[];
  /** Number of deployed instances by template id. */
  deployedInstances(): ReadonlyMap<number, number>;
  assets(): readonly AssetRecord[];
  streamsOfAsset(assetId: string): number;
  streams(): readonly StreamRecord[];
  streamView(stream: StreamRecord): StreamView;
  /** Streams that deployed instances may use. */
  deployedStreams(): readonly StreamRecord[];
  /** Number of deployed instances that may use a stream, by its name. */
  deployedOn(stream: StreamRecord): number;
  plantTree(): readonly PlantTree[];
}
