import type { Ms, Ticks } from "../../domain/shared/time.ts";
import { TICKS_PER_MS, ticksFromMs } from "../../domain/shared/time.ts";
import type { ChangeLog } from "./change_log.ts";
import type { FaultRegistry } from "./faults/fault_registry.ts";
import type { Histories } from "./faults/histories.ts";
import type { FaultedCatalog } from "./faults/faulted_catalog.ts";
import type { PageCache } from "./http/page_cache.ts";
import type { Query } from "./http/query.ts";
import type { LoadBank } from "./load_streams.ts";
import type { Overlay } from "./overlay.ts";
import type { Unit } from "./plant/plant.ts";
import type { Signups } from "./signups.ts";
import type { Visible } from "./stream_reader.ts";
import type { Tokens } from "./tokens.ts";

export interface Identity {
  tenantId: string;
  namespaceId: string;
  clientId: string;
  clientSecret: string;
}

/** Tags and metadata of a stream, which are not part of its object. */
export interface StreamNotes {
  tags: string[];
  metadata: Record<string, string>;
}

/** The whole state of the server. */
export interface World {
  seed: number;
  /** An id of this run of the server. */
  run: string;
  identity: Identity;
  /** Delay between the source time of a computed sample and its arrival. */
  lagMs: number;
  units: readonly Unit[];
  load: LoadBank;
  catalog: FaultedCatalog;
  overlay: Overlay;
  changes: ChangeLog;
  signups: Signups;
  tokens: Tokens;
  notes: Map<string, StreamNotes>;
  faults: FaultRegistry;
  histories: Histories;
  /** Counts how often all bookmarks were invalidated. */
  bookmarkEpoch: number;
  /** Rendered once per version of the catalogue. */
  streamPages: PageCache;
  assetPages: PageCache;
  randomId: () => string;
}

/** One request. The clock is read once, so that the answer shows one moment. */
export interface Call {
  world: World;
  request: Request;
  url: URL;
  query: Query;
  nowMs: Ms;
  /** `Accept-Verbosity: verbose`; the service's own default is non-verbose. */
  verbose: boolean;
}

/** Applies the faults in force at a time; required before any lookup in the catalogue or histories. */
export function refreshWorld(world: World, nowMs: Ms): void {
  world.catalog.refresh(nowMs);
  world.histories.refresh(nowMs);
}

/** How far back computed samples can be read. */
export const HISTORY_MS = 30 * 86_400_000;

/** The range of computed samples that are visible at a time of the clock. */
export function visibleAt(world: Pick<World, "lagMs">, nowMs: Ms): Visible {
  const to: Ticks = ticksFromMs(nowMs - world.lagMs);
  return { from: to - HISTORY_MS * TICKS_PER_MS, to };
}
