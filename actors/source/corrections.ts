import type { DataSource, SourceStream } from "../../connectors/source.ts";
import { packBatch } from "../../domain/sample/batch.ts";
import type { StreamPast, StreamReach } from "../../domain/evaluation/types.ts";
import type { Sample } from "../../domain/sample/types.ts";
import type { Ms, Ticks } from "../../domain/shared/time.ts";
import type { CorrectionRead, CorrectionStep } from "../evaluation/contract.ts";
import type { ActorContext } from "../runtime/types.ts";
import { raiseBeyondHorizon } from "./beyond_event.ts";
import { mapConcurrent } from "./concurrent.ts";
import { knownStream, upserts } from "./follow.ts";
import type { MissingStreams } from "./missing_streams.ts";
import { readPast } from "./read_past.ts";
import type { Shards } from "./shards.ts";

/** After this share of a round no further slice is read, so that live samples do not wait. */
const ROUND_MS: Ms = 300;
/** Samples of a stream in one slice. */
const SLICE_SAMPLES = 5_000;
const READS_AT_ONCE = 16;
/** Where live samples take every request that the limit allows, corrections read at least this often. */
const STARVED_MS: Ms = 10_000;
const SAID_EVERY_MS: Ms = 3_600_000;

export interface CorrectionOptions {
  context: ActorContext;
  /** What the source is called. */
  name: string;
  shards: Shards;
  missing: MissingStreams;
  streamOf: (id: number) => SourceStream | undefined;
}

/** Reads the past for the shards' corrections: some slices a round, while the watermark does not move. */
export class SourceCorrections {
  #saidMs: Ms = -Infinity;
  #beyond = 0;
  #next = 0;
  /** When a slice was read last, or could have been. */
  #readMs: Ms;

  constructor(private readonly options: CorrectionOptions) {
    this.#readMs = options.context.now();
  }

  /** Whether there is more to do, and the source's limits allow it or it has waited for them long enough. */
  isDue(source: DataSource | null): boolean {
    const { shards, context } = this.options;
    if (source === null || shards.correcting.size === 0) return false;
    return mayRead(source) || context.now() - this.#readMs >= STARVED_MS;
  }

  async round(source: DataSource): Promise<void> {
    const { context, shards } = this.options;
    await this.#sayBeyond();
    if (shards.correcting.size === 0 || mayRead(source)) this.#readMs = context.now();
    const endMs = context.now() + ROUND_MS;
    const waiting = [...shards.correcting];
    for (let i = 0; i < waiting.length && this.isDue(source); i++) {
      await this.#correct(source, { shard: waiting[(this.#next + i) % waiting.length]!, endMs });
      this.#readMs = context.now();
    }
    this.#next++;
  }

  async #correct(source: DataSource, { shard, endMs }: { shard: number; endMs: Ms }): Promise<void> {
    const { context, shards } = this.options;
    let step = await shards.correct(shard, null);
    while (step !== null) {
      const read = await this.#read(source, step);
      step = await shards.correct(shard, read);
      if (context.now() >= endMs || !mayRead(source)) return;
      step ??= await shards.correct(shard, null);
    }
  }

  async #read(source: DataSource, step: CorrectionStep): Promise<CorrectionRead> {
    const { missing, streamOf } = this.options;
    const { job, number, from, to, isFirst, sources, reaches } = step;
    const reads = await mapConcurrent(step.streams, READS_AT_ONCE, async (id) => {
      const stream = streamOf(id) ?? sources.find((one) => one.id === id);
      const none = { id, samples: null, start: null };
      if (stream === undefined) return none;
      const samples = await missing.read(stream, windowOf(source, { stream, from, to }));
      if (samples === null) return none;
      const start = isFirst ? await this.#start(source, { stream, from, reaches }) : null;
      // Of another quantity all samples are bad: they say nothing of what was true before the change.
      return source.hasOtherMeaning(stream) ? none : { id, samples, start };
    });
    const upTo = reads.reduce((least, { samples }) => Math.min(least, wholeUpTo(samples ?? [], to)), to);
    return {
      job,
      number,
      upTo,
      held: isFirst ? reads.map(({ id, start }) => knownStream(id, start?.held ?? null)) : [],
      pasts: reads.flatMap(({ start }) => start?.past ?? []),
      batch: packBatch(
        reads.flatMap(({ id, samples }) =>
          upserts(id, (samples ?? []).filter((sample) => sample.time <= upTo))
        ),
      ),
      gone: reads.flatMap(({ id, samples }) => samples === null ? [id] : []),
    };
  }

  /** The newest samples where the run begins, and those of its windows. */
  async #start(
    source: DataSource,
    { stream, from, reaches }: { stream: SourceStream; from: Ticks; reaches: readonly StreamReach[] },
  ): Promise<{ held: Sample | null; past: StreamPast | null }> {
    const { missing } = this.options;
    const reach = reaches.find((each) => each.stream === stream.id)?.reach;
    if (reach === undefined) {
      return { held: await missing.read(stream, source.atOrBefore(stream, from)), past: null };
    }
    const read = await missing.read(stream, readPast(source, { stream, reach, upTo: from }));
    return { held: read?.past.samples.at(-1) ?? null, past: read?.past ?? null };
  }

  async #sayBeyond(): Promise<void> {
    const { context, shards } = this.options;
    this.#beyond += shards.takeBeyond();
    const nowMs = context.now();
    if (this.#beyond === 0 || nowMs - this.#saidMs < SAID_EVERY_MS) return;
    const count = this.#beyond;
    this.#beyond = 0;
    this.#saidMs = nowMs;
    await raiseBeyondHorizon(context, { count, name: this.options.name });
  }
}

/** Reads of the past wait while requests wait for the limit a minute. */
export function mayRead(source: DataSource): boolean {
  return (source.budget.left() ?? 1) > 0;
}

function windowOf(
  source: DataSource,
  { stream, from, to }: { stream: SourceStream; from: Ticks; to: Ticks },
): Promise<Sample[]> {
  return to <= from ? Promise.resolve([]) : source.window(stream, from, to, { atMost: SLICE_SAMPLES });
}

/** A window that was cut is complete up to its last sample. */
function wholeUpTo(samples: readonly Sample[], to: Ticks): Ticks {
  return samples.length > SLICE_SAMPLES ? Math.min(to, samples.at(-1)!.time) : to;
}
