import type { DataSource, SourceStream } from "../../connectors/source.ts";
import type { KnownStream, StreamReach } from "../../domain/evaluation/types.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { ReadPast, Restored } from "../evaluation/contract.ts";
import { mapConcurrent } from "./concurrent.ts";
import { type Following, knownSamples, knownStream, upserts } from "./follow.ts";
import type { MissingStreams } from "./missing_streams.ts";
import { noPast, readPast } from "./read_past.ts";
import type { Shards } from "./shards.ts";
import { READS_AT_ONCE } from "./window_slice.ts";

export interface FirstReadsOptions {
  shards: Shards;
  following: Following;
  missing: MissingStreams;
  answered: () => void;
}

/** A stream to read for the first time, with the shards that wait for it; `reach`: 0 where no window uses it. */
interface Due {
  stream: SourceStream;
  shards: number[];
  reach: Ticks;
}

interface Read {
  shards: number[];
  known: KnownStream;
  past: ReadPast | null;
  later: SampleChange[];
}

/** Reads streams that rules begin to name, and after a restart the samples that windows need. */
export class FirstReads {
  /** By shard, the windows to fill before anything is evaluated, up to its watermark. */
  readonly #unfilled = new Map<number, { reaches: StreamReach[]; upTo: Ticks }>();

  constructor(private readonly options: FirstReadsOptions) {}

  /** A shard has been restored; its windows are empty. */
  restored(shard: number, { reaches, watermark: upTo }: Pick<Restored, "reaches" | "watermark">): void {
    if (reaches.length > 0) this.#unfilled.set(shard, { reaches, upTo });
  }

  /** Fills the windows of restored shards up to the restored watermark. */
  async fill(source: DataSource): Promise<void> {
    const { shards, following, answered } = this.options;
    for (const [shard, { reaches, upTo }] of this.#unfilled) {
      for (const some of chunks(reaches, READS_AT_ONCE)) {
        const pasts = await mapConcurrent(some, READS_AT_ONCE, async ({ stream: id, reach }) => {
          const stream = following.stream(id);
          return stream === undefined ? noPast(id, { reach, upTo }) : await this.#past(source, {
            stream,
            reach,
            upTo,
          }).then((read) => read.past);
        });
        answered();
        await shards.fill(shard, pasts);
      }
      this.#unfilled.delete(shard);
    }
  }

  /** The first reads that are due; those for windows a few at a time, since they may be large. */
  async round(source: DataSource): Promise<void> {
    const { shards, following } = this.options;
    const given = { upTo: shards.watermark, newest: shards.newestReadable() };
    const due = shards.replaying ? [] : await this.#due();
    const plain = due.filter(({ reach }) => reach === 0), windowed = due.filter(({ reach }) => reach > 0);
    for (const some of [plain, ...chunks(windowed, READS_AT_ONCE)]) {
      if (some.length > 0) await this.#read(source, some, given);
    }
    for (const { stream } of due) following.wasRead(stream.id);
  }

  async #due(): Promise<Due[]> {
    const due = this.options.following.dueReads().map((each): Due => ({ ...each, reach: 0 }));
    const byStream = new Map(due.map((each) => [each.stream.id, each]));
    for (const shard of new Set(due.flatMap((each) => each.shards))) {
      const streams = due.filter((each) => each.shards.includes(shard)).map(({ stream }) => stream.id);
      for (const { stream, reach } of await this.options.shards.reaches(shard, streams)) {
        const each = byStream.get(stream)!;
        each.reach = Math.max(each.reach, reach);
      }
    }
    return due;
  }

  async #read(
    source: DataSource,
    due: readonly Due[],
    { upTo, newest }: { upTo: Ticks; newest: Ticks },
  ): Promise<void> {
    const { shards, answered } = this.options;
    const reads = await mapConcurrent(
      due,
      READS_AT_ONCE,
      (each): Promise<Read> =>
        each.reach === 0
          ? this.#readPlain(source, each, { upTo, newest })
          : this.#readWindowed(source, each, { upTo, newest }),
    );
    answered();
    shards.show(reads.flatMap(({ known, later }) => [...knownSamples(known), ...later]));
    for (const shard of new Set(reads.flatMap((read) => read.shards))) {
      const mine = reads.filter((read) => read.shards.includes(shard));
      await shards.firstReads(shard, {
        known: mine.map((read) => read.known),
        pasts: mine.flatMap((read) => read.past ?? []),
        later: mine.flatMap((read) => read.later),
        upTo,
      });
    }
  }

  async #readPlain(
    source: DataSource,
    { stream, shards }: Due,
    { upTo, newest }: { upTo: Ticks; newest: Ticks },
  ): Promise<Read> {
    const { missing } = this.options;
    const known = knownStream(stream.id, await missing.read(stream, source.atOrBefore(stream, upTo)));
    const later = await missing.read(stream, source.window(stream, upTo, newest)) ?? [];
    return { shards, known, past: null, later: upserts(stream.id, later) };
  }

  async #readWindowed(
    source: DataSource,
    { stream, shards, reach }: Due,
    { upTo, newest }: { upTo: Ticks; newest: Ticks },
  ): Promise<Read> {
    const { past, later } = await this.#past(source, { stream, reach, upTo, to: newest });
    const known = knownStream(stream.id, past.samples.at(-1) ?? null);
    return { shards, known, past, later: upserts(stream.id, later) };
  }

  async #past(source: DataSource, ask: Parameters<typeof readPast>[1]): ReturnType<typeof readPast> {
    const { stream } = ask;
    return await this.options.missing.read(stream, readPast(source, ask)) ??
      { past: noPast(stream.id, ask), later: [] };
  }
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
