import type { Discovery } from "../../domain/asset/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { assemble } from "./assemble.ts";
import type { DiscoveryProgress, Work } from "../source.ts";
import { refusedStatus } from "../source_failure.ts";
import type { Limits } from "./limits.ts";
import { listIncrementally, type Listing, type ListingOptions } from "./incremental_listing.ts";
import type { Namespace } from "./namespace.ts";
import { TypeBook } from "./type_book.ts";
import type { FindType } from "./type_properties.ts";
import { type AssetWire, assetWire, sdsStream, type SdsStreamWire, type SdsTypeWire } from "./wire.ts";

export interface DiscoveryOptions {
  namespace: Namespace;
  limits: Limits;
  now: () => Ms;
}

type OnProgress = (progress: DiscoveryProgress) => void;

export interface Discoverer {
  /** Every stream of the namespace that can be monitored, and those that cannot, in a fixed order. */
  discover(onProgress?: OnProgress): Promise<Discovery>;
  /** A type as it was last read; undefined without a discovery. */
  readonly findType: FindType;
  /** Replaces types that were read since. */
  learn(types: ReadonlyMap<string, SdsTypeWire>): void;
  /** The assets of the last discovery; without one they are read now. */
  assets(work: Work): Promise<ReadonlyMap<string, AssetWire>>;
}

/** The state between two discoveries. */
interface DiscoveryState {
  streams: Listing<SdsStreamWire>;
  assets: Listing<AssetWire> | undefined;
  types: TypeBook;
  /** When the last full listing began. */
  beganAtMs: Ms;
}

/**
 * Discovers the streams and assets of a namespace. The first discovery lists everything; later ones only what was
 * modified since, until a day has passed. Concurrent calls share one discovery.
 */
export function createDiscoverer(options: DiscoveryOptions): Discoverer {
  const listeners = new Set<OnProgress>();
  const report: OnProgress = (progress) => listeners.forEach((listener) => listener(progress));
  let state: DiscoveryState | undefined;
  let running: Promise<Discovery> | undefined;
  let assetListingOnly: Promise<Listing<AssetWire> | undefined> | undefined;

  async function discoverOnce(): Promise<Discovery> {
    state = await listNamespace(options, { before: isFresh(state, options) ? state : undefined, report });
    const { streams, assets, types } = state;
    return assemble(streams.items.values(), {
      assets: assets?.items.values() ?? [],
      findType: types.find,
      faults: types.faults,
    });
  }

  return {
    async discover(onProgress) {
      if (onProgress !== undefined) listeners.add(onProgress);
      running ??= discoverOnce().finally(() => running = undefined);
      try {
        return await running;
      } finally {
        if (onProgress !== undefined) listeners.delete(onProgress);
      }
    },
    findType: (id) => state?.types.find(id),
    learn: (types) => state?.types.replace(types),
    async assets(work) {
      if (state !== undefined) return state.assets?.items ?? new Map();
      assetListingOnly ??= withoutAssets(listIncrementally(undefined, assetListing(options, work))).catch(
        (error) => {
          assetListingOnly = undefined;
          throw error;
        },
      );
      return (await assetListingOnly)?.items ?? new Map();
    },
  };
}

function isFresh(state: DiscoveryState | undefined, { now, limits }: DiscoveryOptions): boolean {
  const ageMs = state === undefined ? Infinity : now() - state.beganAtMs;
  return ageMs >= 0 && ageMs < limits.fullListingMs;
}

interface ListingContext {
  before: DiscoveryState | undefined;
  report: OnProgress;
}

async function listNamespace(
  options: DiscoveryOptions,
  { before, report }: ListingContext,
): Promise<DiscoveryState> {
  const { namespace, limits } = options;
  const beganAtMs = before?.beganAtMs ?? options.now();
  const types = before?.types ?? new TypeBook({ namespace, limits });
  if (before === undefined) await types.list();
  const streams = await listIncrementally(before?.streams, {
    ...streamListing(options),
    onPage: (count) => report({ streams: count, assets: 0 }),
  });
  const assets = await withoutAssets(listIncrementally(before?.assets, {
    ...assetListing(options, "discovery"),
    onPage: (count) => report({ streams: streams.items.size, assets: count }),
  }));
  await types.learn(streams, { again: before !== undefined });
  return { streams, assets, types, beganAtMs };
}

function streamListing({ namespace, limits }: DiscoveryOptions): ListingOptions<SdsStreamWire> {
  return {
    namespace,
    limits,
    work: "discovery",
    path: ["Streams"],
    item: sdsStream,
    idOf: (stream) => stream.Id,
  };
}

function assetListing({ namespace, limits }: DiscoveryOptions, work: Work): ListingOptions<AssetWire> {
  return { namespace, limits, work, path: ["Assets"], item: assetWire, idOf: (asset) => asset.Id };
}

/** Resolves to undefined for a service without assets. */
async function withoutAssets(list: Promise<Listing<AssetWire>>): Promise<Listing<AssetWire> | undefined> {
  try {
    return await list;
  } catch (error) {
    if (refusedStatus(error) === 404) return undefined;
    throw error;
  }
}
