import { type DataSource, type SourceStream, StreamUnavailable } from "../../connectors/source.ts";
import type { KnownStream, StreamPast, StreamReach } from "../../domain/evaluation/types.ts";
import { packBatch } from "../../domain/sample/batch.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { mapConcurrent } from "./concurrent.ts";
import { type PastRead, type ReadPastMessage, sourceStream } from "./contract.ts";
import { knownStream } from "./follow.ts";
import { readPast } from "./read_past.ts";
import { READS_AT_ONCE, readSlice } from "./window_slice.ts";

/** Reads of the past, within the source's budget for views; they stop when their asker gives up. */
export class PastReads {
  readonly #stops = new Map<string, AbortController>();

  async read(source: DataSource, request: ReadPastMessage): Promise<PastRead> {
    const { reading, from, to, most, isFirst, reaches } = request;
    const stop = new AbortController(), { signal } = stop;
    this.#stops.set(reading, stop);
    const missing = new Set<number>();
    try {
      const streams = request.streams.map(sourceStream);
      const starts = isFirst ? await readStarts(source, streams, { at: from, reaches, missing, signal }) : [];
      const noteRead = ({ id }: SourceStream, failure: Refusal | null) => void (failure && missing.add(id));
      const given = { from, to, most, signal, work: "trends" as const, missing: { noteRead } };
      const slice = await readSlice(source, streams, { ...given, answered: () => {} });
      return {
        held: starts.map(({ held }) => held),
        pasts: starts.flatMap(({ past }) => past ?? []),
        batch: packBatch(slice.changes),
        upTo: slice.upTo,
        gone: [...missing],
      };
    } finally {
      if (this.#stops.get(reading) === stop) this.#stops.delete(reading);
    }
  }

  stop(reading: string): void {
    this.#stops.get(reading)?.abort(new Refusal("UNAVAILABLE", "The reading was stopped"));
  }
}

interface StartAsk {
  at: Ticks;
  reaches: readonly StreamReach[];
  missing: Set<number>;
  signal: AbortSignal;
}

interface Start {
  held: KnownStream;
  past: StreamPast | null;
}

/** Each stream at `at`, and the samples of windows from there. Streams missing at the source have no samples. */
function readStarts(
  source: DataSource,
  streams: readonly SourceStream[],
  { at, reaches, missing, signal }: StartAsk,
): Promise<Start[]> {
  const reachOf = new Map(reaches.map(({ stream, reach }) => [stream, reach]));
  const options = { work: "trends", signal } as const;
  return mapConcurrent(streams, READS_AT_ONCE, async (stream) => {
    const reach = reachOf.get(stream.id);
    try {
      if (reach === undefined) {
        return { held: knownStream(stream.id, await source.atOrBefore(stream, at, options)), past: null };
      }
      const { past } = await readPast(source, { stream, reach, upTo: at }, options);
      return { held: knownStream(stream.id, past.samples.at(-1) ?? null), past };
    } catch (error) {
      if (!(error instanceof StreamUnavailable)) throw error;
      missing.add(stream.id);
      return { held: knownStream(stream.id, null), past: null };
    }
  });
}
