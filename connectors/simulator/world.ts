import type { Ms, Ticks } from "../../domain/shared/time.ts";
import { TICKS_PER_MS, ticksFromMs } from "../../domain/shared/time.ts";
import type { ChangeLog } from "./change_log.ts";
import type { FaultBoard } from "./faults/board.ts";
import type { Histories } from "./faults/histories.ts";
import type { ShiftingCatalog } from "./faults/shifting_catalog.ts";
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

/** Tags and metadata of a stream; they are no part of its body. */
export interface StreamNotes {
  tags: string[];
  metadata: Record<string, string>;
}

/** All that the server knows. */
export interface World {
  seed: number;
  /** An id of this run of the server. */
  run: string;
  identity: Identity;
  /** How long after its source time a computed sample arrives. */
  lagMs: number;
  units: readonly Unit[];
  load: LoadBank;
  catalog: ShiftingCatalog;
  overlay: Overlay;
  changes: ChangeLog;
  signups: Signups;
  tokens: Tokens;
  notes: Map<string, StreamNotes>;
  faults: FaultBoard;
  histories: Histories;
  /** Counts how often all bookmarks were made void. */
  bookmarkEpoch: number;
  /** Rendered once for each version of the catalogue. */
  streamPages: PageCache;
  assetPages: PageCache;
  randomId: () => string;
}

/** One request being answered. The clock is read once, so that an answer is of one moment. */
export interface Call {
  world: World;
  request: Request;
  url: URL;
  query: Query;
  nowMs: Ms;
  /** `Accept-Verbosity: verbose`; the service's own default is non-verbose. */
  verbose: boolean;
}

/** Brings what faults make of the plant to a moment; before anything is looked up in it. */
export function refreshWorld(world: World, nowMs: Ms): void {
  world.catalog.refresh(nowMs);
  world.histories.refresh(nowMs);
}

/** How far back computed samples are kept. */
export const HISTORY_MS = 30 * 86_400_000;

/** The computed samples that are there at a moment of the clock. */
export function visibleAt(world: Pick<World, "lagMs">, nowMs: Ms): Visible {
  const to: Ticks = ticksFromMs(nowMs - world.lagMs);
  return { from: to - HISTORY_MS * TICKS_PER_MS, to };
}
