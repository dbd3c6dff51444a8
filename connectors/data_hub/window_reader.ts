import type { Sample } from "../../domain/sample/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { PageOptions, WindowAsk, WindowGroup, WindowPart, WindowReader, Work } from "./contract.ts";
import type { Counters } from "./counters.ts";
import { BodyTooLong, refusedStatus } from "./failure.ts";
import type { Limits } from "./limits.ts";
import type { Namespace } from "./namespace.ts";
import { inOrder, readSamples } from "./samples.ts";
import { groupAsks, sdsIdOf } from "./window_groups.ts";
import { windowBounds, windowPages } from "./window_pages.ts";
import { assetData, type AssetWire, parseWire } from "./wire.ts";

export interface WindowReaderOptions {
  namespace: Namespace;
  limits: Limits;
  counters: Counters;
  /** The namespace's assets by their ids. */
  assets: (work: Work) => Promise<ReadonlyMap<string, AssetWire>>;
}

/** The stream is not there, or we may not read it. */
const NOT_TO_BE_HAD = [403, 404];
/** By these an asset is not to be asked as a whole: its streams are read one by one. */
const NO_ASSET_DATA = [400, ...NOT_TO_BE_HAD, 405, 408, 413, 422];

export function createWindowReader(options: WindowReaderOptions): WindowReader {
  const { limits } = options;
  return {
    async group(asks, { work = "gaps" } = {}) {
      const wanted = asks.filter(({ from, to }) => from < to);
      const assets = wanted.length > 1 ? await knownAssets(options, work) : [];
      return groupAsks(wanted, { assets, assetStreams: limits.assetStreams });
    },
    async *read(group, pageOptions = {}) {
      const given = group.asset === null ? undefined : await readAsset(options, { group, pageOptions });
      const rest = new Map<string, WindowAsk[]>();
      for (const ask of group.asks) {
        const events = given?.get(sdsIdOf(ask));
        if (events !== undefined) {
          const samples = samplesOf(events, { ask, options });
          yield { stream: ask.stream, samples, upTo: ask.to, done: true, failure: null };
        } else {
          rest.set(sdsIdOf(ask), [...rest.get(sdsIdOf(ask)) ?? [], ask]);
        }
      }
      for (const asks of rest.values()) yield* readStream(options, { asks, pageOptions });
    },
  };
}

/** Without a right to the assets every stream is read for itself. */
async function knownAssets({ assets }: WindowReaderOptions, work: Work): Promise<Iterable<AssetWire>> {
  try {
    return (await assets(work)).values();
  } catch (error) {
    if (refusedStatus(error) === 403) return [];
    throw error;
  }
}

/** The events by the Data Hub streams' ids in lower case; undefined when the asset cannot be asked as a whole. */
async function readAsset(
  { namespace, limits }: WindowReaderOptions,
  { group: { asset, asks }, pageOptions }: { group: WindowGroup; pageOptions: PageOptions },
): Promise<Map<string, unknown[]> | undefined> {
  if (asset === null) return undefined;
  const path = ["Assets", asset.id, "Data"];
  try {
    const { body } = await namespace.request({
      ...{ path, query: windowBounds(asks[0]), work: pageOptions.work ?? "gaps" },
      signal: pageOptions.signal,
      maxBodyBytes: limits.assetBodyBytes,
    });
    const results = parseWire(assetData, body, path.join("/")).Results ?? {};
    const found = [...asset.names].flatMap(([id, name]) => {
      return Object.hasOwn(results, name) ? [[id, results[name]] as const] : [];
    });
    return new Map(found);
  } catch (error) {
    if (error instanceof BodyTooLong || NO_ASSET_DATA.includes(refusedStatus(error) ?? 0)) return undefined;
    throw error;
  }
}

/** One Data Hub stream page by page: each page is read for all of ours that it feeds. */
async function* readStream(
  options: WindowReaderOptions,
  { asks, pageOptions }: { asks: WindowAsk[]; pageOptions: PageOptions },
): AsyncGenerator<WindowPart> {
  const { namespace, limits } = options;
  const [{ stream: { source }, from, to }] = asks;
  const scope = { namespace, limits, sdsStreamId: source.sdsStreamId, from, to, work: "gaps" as const };
  let upTo = from;
  try {
    for await (const events of windowPages({ ...scope, ...pageOptions })) {
      const read = asks.map((ask) => ({ stream: ask.stream, samples: samplesOf(events, { ask, options }) }));
      upTo = Math.max(upTo, ...read.map(({ samples }) => samples.at(-1)?.time ?? upTo));
      yield* read.map((one) => ({ ...one, upTo, done: false, failure: null }));
    }
    yield* asks.map(({ stream }) => ({ stream, samples: [], upTo: to, done: true, failure: null }));
  } catch (error) {
    if (!(error instanceof Refusal) || !NOT_TO_BE_HAD.includes(refusedStatus(error) ?? 0)) throw error;
    yield* asks.map(({ stream }) => ({ stream, samples: [], upTo, done: true, failure: error }));
  }
}

function samplesOf(
  events: readonly unknown[],
  { ask: { stream, from, to }, options }: { ask: WindowAsk; options: WindowReaderOptions },
): Sample[] {
  const samples = readSamples(events, { stream, counters: options.counters });
  return inOrder(samples.filter(({ time }) => time > from && time <= to));
}
