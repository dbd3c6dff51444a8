import type { Discovery } from "../../domain/asset/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { assemble } from "./assemble.ts";
import type { DiscoveryProgress, Work } from "../source.ts";
import { refusedStatus } from "./failure.ts";
import type { Limits } from "./limits.ts";
import { listIncrementally, type ListingOptions, type Seen } from "./incremental_listing.ts";
import type { Namespace } from "./namespace.ts";
import { TypeBook } from "./type_book.ts";
import { type AssetWire, assetWire, sdsStream, type SdsStreamWire } from "./wire.ts";

export interface DiscoveryOptions {
  namespace: Namespace;
  limits: Limits;
  now: () => Ms;
}

type OnProgress = (progress: DiscoveryProgress) => void;

export interface Discoverer {
  /** Every stream of the namespace that can be monitored, and those that cannot, in a fixed order. */
  discover(onProgress?: OnProgress): Promise<Discovery>;
  /** The assets of the last discovery; without one they are read now. */
  assets(work: Work): Promise<ReadonlyMap<string, AssetWire>>;
}

/** The state between two discoveries. */
interface Memory {
  streams: Seen<SdsStreamWire>;
  assets: Seen<AssetWire> | undefined;
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
  const tell: OnProgress = (progress) => listeners.forEach((listener) => listener(progress));
  let memory: Memory | undefined;
  let coming: Promise<Discovery> | undefined;
  let assetsAlone: Promise<Seen<AssetWire> | undefined> | undefined;

  async function lookOnce(): Promise<Discovery> {
    memory = await lookAround(options, { before: isFresh(memory, options) ? memory : undefined, tell });
    const { streams, assets, types } = memory;
    return assemble(streams.items.values(), {
      assets: assets?.items.values() ?? [],
      findType: types.find,
      faults: types.faults,
    });
  }

  return {
    async discover(onProgress) {
      if (onProgress !== undefined) listeners.add(onProgress);
      coming ??= lookOnce().finally(() => coming = undefined);
      try {
        return await coming;
      } finally {
        if (onProgress !== undefined) listeners.delete(onProgress);
      }
    },
    async assets(work) {
      if (memory !== undefined) return memory.assets?.items ?? new Map();
      assetsAlone ??= withoutAssets(listIncrementally(undefined, assetLook(options, work))).catch((error) => {
        assetsAlone = undefined;
        throw error;
      });
      return (await assetsAlone)?.items ?? new Map();
    },
  };
}

function isFresh(memory: Memory | undefined, { now, limits }: DiscoveryOptions): boolean {
  const ageMs = memory === undefined ? Infinity : now() - memory.beganAtMs;
  return ageMs >= 0 && ageMs < limits.fullLookMs;
}

interface Around {
  before: Memory | undefined;
  tell: OnProgress;
}

async function lookAround(options: DiscoveryOptions, { before, tell }: Around): Promise<Memory> {
  const { namespace, limits } = options;
  const beganAtMs = before?.beganAtMs ?? options.now();
  const types = before?.types ?? new TypeBook({ namespace, limits });
  if (before === undefined) await types.list();
  const streams = await listIncrementally(before?.streams, {
    ...streamLook(options),
    onPage: (count) => tell({ streams: count, assets: 0 }),
  });
  const assets = await withoutAssets(listIncrementally(before?.assets, {
    ...assetLook(options, "discovery"),
    onPage: (count) => tell({ streams: streams.items.size, assets: count }),
  }));
  await types.learn(streams, { again: before !== undefined });
  return { streams, assets, types, beganAtMs };
}

function streamLook({ namespace, limits }: DiscoveryOptions): ListingOptions<SdsStreamWire> {
  return {
    ...{ namespace, limits, work: "discovery", path: ["Streams"], item: sdsStream },
    idOf: (stream) => stream.Id,
  };
}

function assetLook({ namespace, limits }: DiscoveryOptions, work: Work): ListingOptions<AssetWire> {
  return {
    ...{ namespace, limits, work, path: ["Assets"], item: assetWire },
    idOf: (asset) => asset.Id,
  };
}

/** Resolves to undefined for a service without assets. */
async function withoutAssets(list: Promise<Seen<AssetWire>>): Promise<Seen<AssetWire> | undefined> {
  try {
    return await list;
  } catch (error) {
    if (refusedStatus(error) === 404) return undefined;
    throw error;
  }
}
