import type { ActorSystem, Ref } from "../../actors/runtime/types.ts";
import { type SourceMessage, SUSPECT_STREAMS, type SuspectStreams } from "../../actors/source/contract.ts";
import type { ResourceType } from "../../domain/push/types.ts";
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
  plant: { system: Pick<ActorSystem, "onPublish">; source: Pick<Ref<SourceMessage>, "ask"> };
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
const CHANGES: ReadonlySet<ResourceType | undefined> = new Set(["configuration", "instance"]);

export function createPlantWatch(
  { storage, plant: { system, source }, ...common }: PlantWatchOptions,
): PlantWatch {
  const { after, log, now } = common;
  const problems = new StreamProblemEvents({ storage, now });
  const check = () =>
    problems.check().catch((error) =>
      log("warn", "Problems of streams could not be told; trying again in a minute", {
        reason: errorSentence(error),
      })
    );
  const applied = async ({ streams }: DiscoveryResult) => {
    const changed = streams.flatMap(({ before }) => before?.id ?? []);
    if (changed.length > 0) await notifySource(changed);
    await check();
  };
  const notifySource = async (streams: number[]) => {
    const message: SourceMessage = { type: "streams_changed", streams };
    await source.ask(message, { deadlineMs: CHANGED_DEADLINE_MS }).catch((error) =>
      log("warn", "The source was not told of changed streams; it reads them at its next start", {
        reason: errorSentence(error),
      })
    );
  };
  const looks = new StreamLooks({ ...common, storage, source, applied });
  const discoveries = new Discoveries({
    ...common,
    storage,
    source,
    async applied(result) {
      await applied(result);
      looks.check();
    },
  });
  let cancel = () => {}, isClosed = false;
  const ends: (() => void)[] = [];
  const checkAgain = () => {
    cancel();
    if (isClosed) return;
    cancel = after(CHECK_EVERY_MS, checkAgain);
    check();
  };
  return {
    run: (by) => discoveries.run(by),
    status: () => discoveries.status(),
    configured: () => discoveries.configured(),
    start() {
      ends.push(system.onPublish(SUSPECT_STREAMS, (suspects) => looks.suspect(suspects as SuspectStreams)));
      ends.push(storage.store.onPublished(({ frames }) => {
        if (!frames.some((frame) => CHANGES.has(changedResource(frame)?.type))) return;
        cancel();
        cancel = after(SOON_MS, checkAgain);
      }));
      checkAgain();
      looks.start().catch((error) =>
        log("warn", "Streams are not watched yet", { reason: errorSentence(error) })
      );
      discoveries.start();
    },
    async close() {
      isClosed = true;
      cancel();
      for (const end of ends) end();
      discoveries.close();
      await looks.close();
    },
  };
}
