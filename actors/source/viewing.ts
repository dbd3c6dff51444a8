import type { DataSource } from "../../connectors/source.ts";
import type { SourceSettings } from "../../domain/source/types.ts";
import { batchBuffers, packBatch } from "../../domain/sample/batch.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Trend } from "../../domain/trend/types.ts";
import type { ActorContext } from "../runtime/types.ts";
import {
  LIVE_SAMPLES,
  type LookMessage,
  type PastRead,
  type ReadPastMessage,
  sourceStream,
  type TrendMessage,
} from "./contract.ts";
import { WatchedStreams } from "./watched_streams.ts";
import { PastReads } from "./past_reads.ts";
import type { SourceRun } from "./run.ts";
import { Trends } from "./trends.ts";

/** The share of `requests_per_minute` for streams that people only view. */
const SHARE = 1 / 4;

interface Reading {
  run: SourceRun;
  source: DataSource;
  settings: SourceSettings;
}

/** Data for viewing only: trends, and the values of streams that no rule names. */
export class Viewing {
  readonly #watched = new WatchedStreams();
  readonly #past = new PastReads();
  #trends: { run: SourceRun; trends: Trends } | undefined;
  #busy = false;

  /** Rejects with API_CONFIG_MISSING without a source, and like reads of the source. */
  async trend(run: SourceRun | null, request: TrendMessage, context: ActorContext): Promise<Trend> {
    const reading = readingOf(run);
    if (this.#trends?.run !== reading.run) {
      const { source, settings: { maxAgeSeconds } } = reading;
      const trends = new Trends({ source, now: () => context.now(), maxAgeSeconds });
      this.#trends = { run: reading.run, trends };
    }
    return await this.#trends.trends.read(request);
  }

  /** Rejects like `trend`. */
  async readPast(run: SourceRun | null, request: ReadPastMessage): Promise<PastRead> {
    return await this.#past.read(readingOf(run).source, request);
  }

  stopReading(reading: string): void {
    this.#past.stop(reading);
  }

  /** Reads the stream for 5 minutes; its value is published before the promise resolves. */
  async look(run: SourceRun | null, { stream }: LookMessage, context: ActorContext): Promise<void> {
    const reading = readingOf(run);
    if (reading.run.router.has(stream.id)) return;
    this.#watched.watch(sourceStream(stream), context.now());
    await this.#read(reading, context, stream.id);
  }

  /** Reads the values that are due after a round. A failure is left to the next round. */
  afterRound(run: SourceRun, context: ActorContext): void {
    if (this.#busy || this.#watched.size === 0 || run.options.source === null) return;
    this.#busy = true;
    this.#read(readingOf(run), context)
      .catch((error) => context.log("debug", "Viewed streams could not be read", { reason: String(error) }))
      .finally(() => this.#busy = false);
  }

  async #read({ run, source, settings }: Reading, context: ActorContext, only?: number): Promise<void> {
    const { requestsPerMinute, pollSeconds } = settings;
    const changes = await this.#watched.read(source, {
      nowMs: context.now(),
      everyMs: pollSeconds * 1000,
      perMinute: requestsPerMinute === null ? Infinity : Math.max(1, Math.floor(requestsPerMinute * SHARE)),
      only,
      isFollowed: (stream) => run.router.has(stream),
    });
    if (changes.length === 0) return;
    const batch = packBatch(changes);
    context.publish(LIVE_SAMPLES, batch, batchBuffers(batch) as ArrayBuffer[]);
  }
}

/** What a run reads from. Refuses when there is no run, nothing is configured, or the settings lead to no source. */
export function readingOf(run: SourceRun | null): Reading {
  if (run === null) throw new Refusal("UNAVAILABLE", "The source is being started; try again shortly");
  const { source, settings } = run.options;
  if (settings === null) {
    throw new Refusal("API_CONFIG_MISSING", "No data source is configured; store a configuration first");
  }
  if (source === null) {
    const reason = "The configuration does not lead to a data source; test the connection";
    throw new Refusal("CONNECTION_FAILED", reason, { reason });
  }
  return { run, source, settings };
}
