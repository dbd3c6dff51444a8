import type { Sample } from "../../domain/sample/types.ts";
import {
  type PageOptions,
  type ReadOptions,
  StreamUnavailable,
  type WindowAsk,
  type WindowPart,
  type WindowReader,
  type Work,
} from "../source.ts";
import { BodyTooLong, refusedStatus, streamFailure } from "../source_failure.ts";
import type { Limits } from "./limits.ts";
import type { Namespace } from "./namespace.ts";
import { inOrder, readSamples } from "./samples.ts";
import type { DataHubAsk, DataHubGroup } from "./stream_address.ts";
import type { Settler } from "./settling.ts";
import { groupAsks, sdsIdOf } from "./window_groups.ts";
import { windowBounds, windowPages } from "./window_pages.ts";
import { parseWire } from "../wire.ts";
import { assetData, type AssetWire } from "./wire.ts";

export interface WindowReaderOptions {
  namespace: Namespace;
  limits: Limits;
  settler: Settler;
  /** The namespace's assets by their ids. */
  assets: (work: Work) => Promise<ReadonlyMap<string, AssetWire>>;
}

/** Groups of Data Hub streams, by asset where one request reads several. */
export interface DataHubWindows extends WindowReader {
  group(asks: readonly WindowAsk[], options?: ReadOptions): Promise<DataHubGroup[]>;
  read(group: DataHubGroup, options?: PageOptions): AsyncGenerator<WindowPart>;
}

/** Statuses by which an asset cannot be read as a whole, so that its streams are read one by one. */
const NO_ASSET_DATA = [400, 403, 404, 405, 408, 413, 422];

export function createWindowReader(options: WindowReaderOptions): DataHubWindows {
  const { limits } = options;
  return {
    async group(asks: readonly DataHubAsk[], { work = "gaps" } = {}) {
      const nonEmpty = asks.filter(({ from, to }) => from < to);
      const assets = nonEmpty.length > 1 ? await knownAssets(options, work) : [];
      return groupAsks(nonEmpty, { assets, assetStreams: limits.assetStreams });
    },
    async *read(group, pageOptions = {}) {
      const given = group.asset === null ? undefined : await readAsset(options, { group, pageOptions });
      const rest = new Map<string, DataHubAsk[]>();
      const together: EventsOf[] = [];
      for (const ask of group.asks) {
        const events = given?.get(sdsIdOf(ask));
        if (events !== undefined) together.push({ ask, events });
        else rest.set(sdsIdOf(ask), [...rest.get(sdsIdOf(ask)) ?? [], ask]);
      }
      for (const { ask, samples } of await samplesOf(together, { options, pageOptions })) {
        yield { stream: ask.stream, samples, upTo: ask.to, done: true, failure: null };
      }
      for (const asks of rest.values()) yield* readStream(options, { asks, pageOptions });
    },
  };
}

/** Without access to the assets every stream is read separately. */
async function knownAssets({ assets }: WindowReaderOptions, work: Work): Promise<Iterable<AssetWire>> {
  try {
    return (await assets(work)).values();
  } catch (error) {
    if (refusedStatus(error) === 403) return [];
    throw error;
  }
}

/** Events by Data Hub stream id in lower case; undefined when the asset cannot be read as a whole. */
async function readAsset(
  { namespace, limits }: WindowReaderOptions,
  { group: { asset, asks }, pageOptions }: { group: DataHubGroup; pageOptions: PageOptions },
): Promise<Map<string, unknown[]> | undefined> {
  if (asset === null) return undefined;
  const path = ["Assets", asset.id, "Data"];
  try {
    const { body } = await namespace.request({
      path,
      query: windowBounds(asks[0]!),
      work: pageOptions.work ?? "gaps",
      signal: pageOptions.signal,
      maxBodyBytes: limits.assetBodyBytes,
    });
    const results = parseWire(assetData, body, path.join("/")).Results ?? {};
    const found = [...asset.names].flatMap(([id, name]) => {
      const result = Object.hasOwn(results, name) ? results[name] : undefined;
      return result === undefined ? [] : [[id, result] as const];
    });
    return new Map(found);
  } catch (error) {
    if (error instanceof BodyTooLong || NO_ASSET_DATA.includes(refusedStatus(error) ?? 0)) return undefined;
    throw error;
  }
}

/** Reads one Data Hub stream page by page, each page for all of our streams that it feeds. */
async function* readStream(
  options: WindowReaderOptions,
  { asks, pageOptions }: { asks: DataHubAsk[]; pageOptions: PageOptions },
): AsyncGenerator<WindowPart> {
  const { namespace, limits } = options;
  const { stream: { source }, from, to } = asks[0]!;
  const scope = { namespace, limits, sdsStreamId: source.sdsStreamId, from, to, work: "gaps" as const };
  let upTo = from;
  try {
    for await (const events of windowPages({ ...scope, ...pageOptions })) {
      const read = await samplesOf(asks.map((ask) => ({ ask, events })), { options, pageOptions });
      upTo = Math.max(upTo, ...read.map(({ samples }) => samples.at(-1)?.time ?? upTo));
      yield* read.map(({ ask: { stream }, samples }) => ({
        stream,
        samples,
        upTo,
        done: false,
        failure: null,
      }));
    }
    yield* asks.map(({ stream }) => ({ stream, samples: [], upTo: to, done: true, failure: null }));
  } catch (error) {
    const failure = streamFailure(error);
    if (!(failure instanceof StreamUnavailable)) throw error;
    yield* asks.map(({ stream }) => ({ stream, samples: [], upTo, done: true, failure }));
  }
}

interface EventsOf {
  ask: DataHubAsk;
  events: readonly unknown[];
}

/** The samples of each ask, in order of time. */
async function samplesOf(
  groups: readonly EventsOf[],
  { options: { settler }, pageOptions }: { options: WindowReaderOptions; pageOptions: PageOptions },
): Promise<{ ask: DataHubAsk; samples: Sample[] }[]> {
  const { book } = settler;
  return await settler.decode((doubts) =>
    groups.map(({ ask, events }) => {
      const { stream, from, to } = ask;
      const samples = readSamples(events, { stream, book, doubts });
      return { ask, samples: inOrder(samples.filter(({ time }) => time > from && time <= to)) };
    }), pageOptions);
}
