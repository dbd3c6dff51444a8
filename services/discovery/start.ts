import type { ActorSystem, Ref } from "../../actors/runtime/types.ts";
import {
  LISTING_CHANGED,
  type SourceMessage,
  SUSPECT_STREAMS,
  type SuspectStreams,
} from "../../actors/source/contract.ts";
import type { ResourceType } from "../../domain/push/types.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { DiscoveryPort } from "../../ports/discovery.ts";
import type { Storage } from "../../storage/contract.ts";
import { changedResource } from "../../storage/writes/frames.ts";
import { Discoveries } from "./discoveries.ts";
import { StreamLooks } from "./stream_looks.ts";
import { StreamProblemEvents } from "./stream_problem_events.ts";
import type { DiscoveryResult } from "../../domain/asset/listed_changes.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";
import type { ServiceContext } from "../context.ts";

export interface PlantWatchOptions extends ServiceContext {
  storage: Storage;
  plant: {
    system: Pick<ActorSystem, "onPublish">;
    sourceOf(id: number): Pick<Ref<SourceMessage>, "ask">;
  };
}

/** Keeps the stored streams as the source has them, and tells people what that breaks. Runs on the process that leads. */
export interface PlantWatch extends DiscoveryPort {
  start(): void;
  close(): Promise<void>;
}

const CHANGED_DEADLINE_MS: Ms = 30_000;
const CHECK_EVERY_MS: Ms = 60_000;
/** Changes of many instances are looked at together. */
const SOON_MS: Ms = 1_000;
/** What decides which problems there are, beside the streams. */
const CHANGES: ReadonlySet<ResourceType | undefined> = new Set(["configuration", "source", "instance"]);

/** What is done for one source. */
interface SourceWatch {
  discoveries: Discoveries;
  looks: StreamLooks;
}

export function createPlantWatch(
  { storage, plant: { system, sourceOf }, ...common }: PlantWatchOptions,
): PlantWatch {
  const { after, log, now } = common;
  const problems = new StreamProblemEvents({ storage, now });
  const check = () =>
    problems.check().catch((error) =>
      log("warn", "Problems of streams could not be told; trying again in a minute", {
        reason: errorSentence(error),
      })
    );
  const notifySource = async (id: number, streams: number[]) => {
    const message: SourceMessage = { type: "streams_changed", streams };
    await sourceOf(id).ask(message, { deadlineMs: CHANGED_DEADLINE_MS }).catch((error) =>
      log("warn", "The source was not told of changed streams; it reads them at its next start", {
        source: id,
        reason: errorSentence(error),
      })
    );
  };
  const watches = new Map<number, SourceWatch>();
  let cancel = () => {}, isStarted = false, isClosed = false;
  const startOne = ({ discoveries, looks }: SourceWatch) => {
    looks.start().catch((error) =>
      log("warn", "Streams are not watched yet", { reason: errorSentence(error) })
    );
    discoveries.start();
  };
  const watchOf = (id: number): SourceWatch => {
    const known = watches.get(id);
    if (known !== undefined) return known;
    const source = sourceOf(id);
    const applied = async ({ streams }: DiscoveryResult) => {
      const changed = streams.flatMap(({ before }) => before?.id ?? []);
      if (changed.length > 0) await notifySource(id, changed);
      await check();
    };
    const looks = new StreamLooks({ ...common, id, storage, source, applied });
    const discoveries = new Discoveries({
      ...common,
      id,
      storage,
      source,
      async applied(result) {
        await applied(result);
        looks.check();
      },
    });
    const made = { discoveries, looks };
    watches.set(id, made);
    if (isStarted && !isClosed) startOne(made);
    return made;
  };
  const closeOne = async ({ discoveries, looks }: SourceWatch) => {
    discoveries.close();
    await looks.close();
  };
  const ends: (() => void)[] = [];
  const checkAgain = () => {
    cancel();
    if (isClosed) return;
    cancel = after(CHECK_EVERY_MS, checkAgain);
    check();
  };
  return {
    run: (source, by) => watchOf(source).discoveries.run(by),
    status: (source) => watchOf(source).discoveries.status(),
    configured: (source) => watchOf(source).discoveries.configured(),
    async removed(source) {
      const watch = watches.get(source);
      watches.delete(source);
      if (watch !== undefined) await closeOne(watch);
    },
    start() {
      isStarted = true;
      ends.push(system.onPublish(SUSPECT_STREAMS, (suspects) => {
        for (const { looks } of watches.values()) looks.suspect(suspects as SuspectStreams);
      }));
      ends.push(system.onPublish(LISTING_CHANGED, (source) => {
        if (storage.sources.get(Number(source)) !== undefined) {
          watchOf(Number(source)).discoveries.listingChanged();
        }
      }));
      ends.push(storage.store.onPublished(({ frames }) => {
        if (!frames.some((frame) => CHANGES.has(changedResource(frame)?.type))) return;
        cancel();
        cancel = after(SOON_MS, checkAgain);
      }));
      checkAgain();
      for (const watch of watches.values()) startOne(watch);
      for (const id of [DEFAULT_SOURCE, ...storage.sources.list().map(({ id }) => id)]) watchOf(id);
    },
    async close() {
      isClosed = true;
      cancel();
      for (const end of ends) end();
      await Promise.all([...watches.values()].map(closeOne));
    },
  };
}
