import type { DataSource, SourceStream } from "../../connectors/data_hub/contract.ts";
import type { KnownStream } from "../../domain/evaluation/types.ts";
import { packBatch } from "../../domain/sample/batch.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { mapConcurrent } from "./concurrent.ts";
import type { PastRead, ReadPastMessage } from "./contract.ts";
import { knownStream } from "./follow.ts";
import { isGone } from "./gone_streams.ts";
import { READS_AT_ONCE, readSlice } from "./window_slice.ts";

/** Reads of the past, each within the source's budget for what people look at; they stop when nobody waits any more. */
export class PastReads {
  readonly #stops = new Map<string, AbortController>();

  async read(source: DataSource, asked: ReadPastMessage): Promise<PastRead> {
    const { reading, from, to, most, isFirst } = asked;
    const stop = new AbortController(), { signal } = stop;
    this.#stops.set(reading, stop);
    const gone = new Set<number>();
    try {
      const streams = asked.streams.map(({ id, source }): SourceStream => ({ id, source }));
      const held = isFirst ? await readHeld(source, streams, { at: from, gone, signal }) : [];
      const told = ({ id }: SourceStream, failure: Refusal | null) => void (failure && gone.add(id));
      const given = { from, to, most, signal, work: "trends" as const, gone: { told } };
      const slice = await readSlice(source, streams, { ...given, answered: () => {} });
      return { held, batch: packBatch(slice.changes), upTo: slice.upTo, gone: [...gone] };
    } finally {
      if (this.#stops.get(reading) === stop) this.#stops.delete(reading);
    }
  }

  stop(reading: string): void {
    this.#stops.get(reading)?.abort(new Refusal("UNAVAILABLE", "The reading was stopped"));
  }
}

/** The newest sample of each stream at or before `at`; what the source does not have is known to be nothing. */
function readHeld(
  source: DataSource,
  streams: readonly SourceStream[],
  { at, gone, signal }: { at: Ticks; gone: Set<number>; signal: AbortSignal },
): Promise<KnownStream[]> {
  return mapConcurrent(streams, READS_AT_ONCE, async (stream) => {
    try {
      return knownStream(stream.id, await source.atOrBefore(stream, at, { work: "trends", signal }));
    } catch (error) {
      if (!isGone(error)) throw error;
      gone.add(stream.id);
      return knownStream(stream.id, null);
    }
  });
}
