import type { Ref } from "../../actors/runtime/types.ts";
import { type SourceMessage, sourceStream, type SuspectStreams } from "../../actors/source/contract.ts";
import { Mutex } from "../../concurrency/mutex.ts";
import type { Inspection } from "../../connectors/source.ts";
import { isOfOtherPlant, sourceOfStream } from "../../domain/asset/address.ts";
import type { StreamRecord } from "../../domain/asset/types.ts";
import { SOURCE_DEGRADED, sourceCalled, sourceRuleId } from "../../domain/event/own_event.ts";
import { assessLook, type LookedAt } from "../../domain/plant_watch/look.ts";
import { cutText } from "../../domain/shared/text.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import { BY } from "./by.ts";
import type { DiscoveryResult } from "../../domain/asset/listed_changes.ts";
import type { ServiceContext } from "../context.ts";

export interface StreamLooksOptions extends ServiceContext {
  storage: Pick<Storage, "assets" | "instances" | "sources" | "ownConditions">;
  /** The id of the source that is looked at. */
  id: number;
  source: Pick<Ref<SourceMessage>, "ask">;
  /** Called after each change of stored streams. */
  applied(result: DiscoveryResult): Promise<void>;
}

/** A stream is gone when it is still missing so long after it was first. */
const AGAIN_MS: Ms = 60_000;
/** How often streams that are gone are looked for. */
const GONE_EVERY_MS: Ms = 300_000;
const MOST_AT_ONCE = 500;
const DEADLINE_MS: Ms = 120_000;

/** Looks at the source for bound streams that may be gone or have changed, and stores what it finds. */
export class StreamLooks {
  readonly #mutex = new Mutex();
  /** Streams that are missing, and since when. */
  readonly #missing = new Map<number, Ms>();
  readonly #misfits = new Set<number>();
  #goneLookedMs: Ms = 0;
  #cancel: () => void = () => {};
  #isClosed = false;
  /** The key of the event that the source is degraded. */
  readonly #degraded: string;

  constructor(private readonly options: StreamLooksOptions) {
    this.#degraded = sourceRuleId(SOURCE_DEGRADED, options.id);
  }

  /** Goes on with what was open when the process ended. */
  async start(): Promise<void> {
    const standing = await this.options.storage.ownConditions.standing(this.#degraded);
    const about = standing.get(this.#degraded)?.about;
    if (Array.isArray(about)) this.suspect({ missing: about.map(Number), misfits: [] });
    this.check();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    return this.#mutex.run(() => Promise.resolve());
  }

  suspect({ missing, misfits }: SuspectStreams): void {
    for (const id of missing) this.#note(id);
    for (const id of misfits) this.#misfits.add(id);
    this.#schedule();
  }

  /** Notes the bound streams that the last discovery did not list. */
  check(): void {
    for (const { id, is_active, gone } of this.#bound()) {
      if (!is_active && gone === undefined) this.#note(id);
    }
    this.#schedule();
  }

  #note(id: number): void {
    if (!this.#missing.has(id)) this.#missing.set(id, this.options.now());
  }

  /** Bound streams of the source's present plant. */
  #bound(): StreamRecord[] {
    const { id, storage: { instances, sources } } = this.options, plant = sources.plant(id);
    return instances.deployedStreams().filter((stream) =>
      sourceOfStream(stream) === id && !isOfOtherPlant(stream, { plant })
    );
  }

  #schedule(): void {
    this.#cancel();
    if (this.#isClosed) return;
    const first = Math.min(...this.#missing.values()) + AGAIN_MS;
    const dueMs = this.#misfits.size > 0 ? 0 : Math.min(first, this.#goneLookedMs + GONE_EVERY_MS);
    const waitMs = Math.max(0, Math.min(AGAIN_MS, dueMs - this.options.now()));
    this.#cancel = this.options.after(waitMs, () => this.#run());
  }

  #run(): void {
    this.#mutex.run(() => this.#look()).catch((error) => {
      this.options.log("warn", "Streams could not be looked at at the source; trying again", {
        reason: String(error),
      });
      for (const id of this.#missing.keys()) this.#missing.set(id, this.options.now());
    }).finally(() => this.#schedule());
  }

  async #look(): Promise<void> {
    const nowMs = this.options.now(), missing = this.#missing;
    const bound = new Map(this.#bound().map((stream) => [stream.id, stream]));
    for (const id of missing.keys()) if (!bound.has(id)) missing.delete(id);
    const due = new Set([...missing].filter(([, sinceMs]) => nowMs - sinceMs >= AGAIN_MS).map(([id]) => id));
    const selected = this.#selection(bound, { nowMs, isDue: due.size > 0 });
    if (selected.length === 0) return missing.size > 0 ? undefined : await this.#tell(null, []);
    const answers = (await this.#ask(selected)).filter(({ id, found }) =>
      found !== null || bound.get(id)?.gone === undefined
    );
    const requested = new Set(selected.map(({ id }) => id));
    const unlooked = due.size === 0 ? 0 : [...missing.keys()].filter((id) => !requested.has(id)).length;
    const assessed = assessLook(answers, { bound: bound.size, unlooked, isDue: (id) => due.has(id) });
    const { id, storage: { assets, sources } } = this.options;
    const result = await assets.applyInspection(assessed.inspected, {
      plant: sources.plant(id),
      by: BY,
      source: id,
    });
    for (const { id } of assessed.inspected) missing.delete(id);
    for (const id of assessed.open) if (due.has(id) || !missing.has(id)) missing.set(id, nowMs);
    if (due.size > 0) await this.#tell(assessed.degraded, [...missing.keys()]);
    if (result.streams.length > 0) await this.options.applied(result);
  }

  /** All that is missing is looked at together, so that it is seen when much is missing at once. */
  #selection(
    bound: ReadonlyMap<number, StreamRecord>,
    { nowMs, isDue }: { nowMs: Ms; isDue: boolean },
  ): StreamRecord[] {
    const ids = new Set([
      ...this.#misfits,
      ...isDue ? this.#missing.keys() : [],
      ...this.#goneDue(bound, nowMs),
    ]);
    this.#misfits.clear();
    return [...ids].flatMap((id) => bound.get(id) ?? []).slice(0, MOST_AT_ONCE);
  }

  /** Streams that were gone, from time to time. */
  #goneDue(bound: ReadonlyMap<number, StreamRecord>, nowMs: Ms): number[] {
    if (nowMs - this.#goneLookedMs < GONE_EVERY_MS) return [];
    this.#goneLookedMs = nowMs;
    return [...bound.values()].filter(({ gone }) => gone !== undefined).map(({ id }) => id);
  }

  async #ask(streams: readonly StreamRecord[]): Promise<LookedAt[]> {
    const message: SourceMessage = { type: "inspect", streams: streams.map(sourceStream) };
    const answers = await this.options.source.ask<Inspection[]>(message, { deadlineMs: DEADLINE_MS });
    return answers.map(({ stream, found, failure }) => ({
      id: stream.id,
      found,
      refusal: failure?.message ?? null,
    }));
  }

  async #tell(degraded: string | null, open: readonly number[]): Promise<void> {
    const { storage: { ownConditions }, now } = this.options;
    if (degraded === null) {
      const standing = await ownConditions.standing(this.#degraded);
      if (standing.has(this.#degraded)) await ownConditions.end(this.#degraded, { at: now() });
      return;
    }
    const { id, storage: { sources } } = this.options;
    await ownConditions.raise(this.#degraded, {
      name: `${sourceCalled({ id, name: sources.get(id)?.name ?? "" })} degraded`,
      description: cutText(
        `${degraded}. None of them counts as deleted, and rules go on with the last samples. ` +
          "Check the namespace, and the rights of the client there",
        2_000,
      ),
      severity: "error",
      at: now(),
      about: open,
    });
  }
}
