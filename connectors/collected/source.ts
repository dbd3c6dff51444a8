import type { Log } from "../../domain/shared/log.ts";
import type { Sample } from "../../domain/sample/types.ts";
import type { CollectedState } from "../../domain/source/types.ts";
import type { ConnectOptions, DataSource } from "../source.ts";
import { discover, inspect } from "./discovery.ts";
import { CollectedFeed } from "./feed.ts";
import { COLLECTED_CAPABILITIES } from "./identity.ts";
import type { Inlet, Intake } from "./inlet.ts";
import { StoreQueue } from "./queue.ts";
import type { CollectedFields } from "./settings.ts";
import { CollectedStore } from "./store.ts";
import { createWindowReader, readAtOrBefore, readPage, readSampled } from "./windows.ts";

/**
 * What of `ConnectOptions` a collected source needs. `folder`: of its file; null: it is only tested and browsed, and what comes
 * is forgotten.
 */
export interface CollectedConnect extends Pick<ConnectOptions, "now" | "random" | "folder" | "isQueue"> {
  settings: { sourceLostSeconds: number; config: CollectedFields };
  log?: Log;
}

export interface CollectedOptions {
  kind: string;
  connect: CollectedConnect;
  /** Starts what brings the samples. With `isTrial`, use another client name than the one that runs. */
  start(inlet: Inlet, options: { isTrial: boolean }): Promise<Intake>;
}

/** A source of what machines send. */
export interface CollectedSource extends DataSource {
  /** What people are told of what comes in. */
  collected(): CollectedState;
}

/** A source of what machines send: stored as it arrives, and read from there. */
export async function collectedSource({ kind, connect, start }: CollectedOptions): Promise<CollectedSource> {
  const { settings, folder } = connect;
  if (folder !== null) await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const store = await CollectedStore.open({
    ...connect,
    path: folder === null ? ":memory:" : `${folder}/samples.sqlite`,
    config: settings.config,
    sourceLostSeconds: settings.sourceLostSeconds,
  });
  try {
    const intake = await start(store.inlet, { isTrial: folder === null });
    return sourceOf(store, { kind, intake });
  } catch (error) {
    store.close();
    throw error;
  }
}

/** The source of a store; what brings its samples is closed with it. */
export function sourceOf(
  store: CollectedStore,
  { kind, intake }: { kind: string; intake: Intake },
): CollectedSource {
  const { now } = store.options;
  return {
    kind,
    capabilities: COLLECTED_CAPABILITIES,
    budget: { left: () => null },
    async test() {
      const loss = store.life.loss();
      if (loss !== null) throw loss;
      return await intake.test();
    },
    discover: (onProgress) =>
      store.read(() => {
        const found = discover(store, kind);
        onProgress?.({ streams: found.streams.length, assets: found.assets.length });
        return found;
      }),
    inspect: (asked, options) => store.read(() => inspect(store, { asked, kind }), options?.signal),
    takeMisfits: () => [],
    hasOtherMeaning: () => false,
    latest: (stream, options) =>
      store.read(() => readAtOrBefore(store, store.streamOf(stream), Infinity), options?.signal),
    atOrBefore: (stream, at, options) =>
      store.read(() => readAtOrBefore(store, store.streamOf(stream), at), options?.signal),
    async window(stream, from, to, { atMost = Infinity, signal } = {}) {
      const samples: Sample[] = [];
      for (let read = from; read < to && samples.length <= atMost;) {
        const page = await store.read(
          () => readPage(store, store.streamOf(stream), { from: read, to }),
          signal,
        );
        for (const sample of page.samples) samples.push(sample);
        read = page.upTo;
      }
      return samples;
    },
    sampled: (ask, options) => readSampled(store, ask, options?.signal),
    windows: createWindowReader(store),
    feed: new CollectedFeed({ store, now }),
    ...(intake.take === undefined ? {} : { take: (push) => intake.take!(push) }),
    ...(intake.browse === undefined ? {} : { browse: (node) => intake.browse!(node) }),
    completeTo: () => store.life.completeTo,
    streamsVersion: () => store.streams.version,
    collected: () => store.state(),
    ...(store.options.isQueue ? { queue: new StoreQueue(store) } : {}),
    onArrival: (listener) => void (store.onArrival = listener),
    async close() {
      store.onArrival = null;
      await intake.close();
      store.close();
    },
  };
}
