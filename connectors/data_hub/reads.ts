import type { Sample } from "../../domain/sample/types.ts";
import { sourceTimeFromTicks, type Ticks } from "../../domain/shared/time.ts";
import type { ReadOptions, WindowOptions } from "../source.ts";
import { streamFailure } from "../source_failure.ts";
import type { Limits } from "./limits.ts";
import type { Namespace } from "./namespace.ts";
import { inOrder, readSamples } from "./samples.ts";
import type { Settler } from "./settling.ts";
import type { DataHubStream } from "./stream_address.ts";
import { dataPath, windowPages } from "./window_pages.ts";

export interface Reads {
  latest(stream: DataHubStream, options?: ReadOptions): Promise<Sample | null>;
  atOrBefore(stream: DataHubStream, at: Ticks, options?: ReadOptions): Promise<Sample | null>;
  window(stream: DataHubStream, from: Ticks, to: Ticks, options?: WindowOptions): Promise<Sample[]>;
}

export interface ReadsOptions {
  namespace: Namespace;
  limits: Limits;
  settler: Settler;
}

const EXACT_OR_PREVIOUS = 3;

export function createReads({ namespace, limits, settler }: ReadsOptions): Reads {
  const { book } = settler;
  const samplesOf = (events: readonly unknown[], stream: DataHubStream, options: ReadOptions) =>
    settler.decode((doubts) => readSamples(events, { stream, book, doubts }), options);
  return {
    latest: (stream, { work = "gaps", signal } = {}) =>
      ofStream(async () => {
        const path = [...dataPath(stream.source.sdsStreamId), "Last"];
        const answer = await namespace.request({ path, work, signal });
        return newest(await samplesOf([answer.body].flat(), stream, { work, signal }));
      }),

    atOrBefore: (stream, at, { work = "gaps", signal } = {}) =>
      ofStream(async () => {
        const query = { index: sourceTimeFromTicks(at), searchMode: EXACT_OR_PREVIOUS };
        const path = dataPath(stream.source.sdsStreamId);
        const answer = await namespace.request({ path, query, work, signal });
        const samples = await samplesOf([answer.body].flat(), stream, { work, signal });
        return newest(samples.filter((sample) => sample.time <= at));
      }),

    window: (stream, from, to, { work = "gaps", atMost = Infinity, signal } = {}) =>
      ofStream(async () => {
        if (from >= to) return [];
        const { sdsStreamId } = stream.source;
        const samples: Sample[] = [];
        for await (const events of windowPages({ namespace, limits, sdsStreamId, from, to, work, signal })) {
          for (const sample of await samplesOf(events, stream, { work, signal })) {
            if (sample.time > from && sample.time <= to) samples.push(sample);
          }
          if (samples.length > atMost) break;
        }
        return inOrder(samples);
      }),
  };
}

async function ofStream<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw streamFailure(error);
  }
}

function newest(samples: Sample[]): Sample | null {
  return samples.reduce<Sample | null>(
    (best, one) => best === null || one.time >= best.time ? one : best,
    null,
  );
}
