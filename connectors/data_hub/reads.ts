import type { Sample } from "../../domain/sample/types.ts";
import { sourceTimeFromTicks, type Ticks } from "../../domain/shared/time.ts";
import type { ReadOptions, WindowOptions } from "../source.ts";
import type { Counters } from "./counters.ts";
import { streamFailure } from "./failure.ts";
import type { Limits } from "./limits.ts";
import type { Namespace } from "./namespace.ts";
import { inOrder, readSamples } from "./samples.ts";
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
  counters: Counters;
}

const EXACT_OR_PREVIOUS = 3;

export function createReads({ namespace, limits, counters }: ReadsOptions): Reads {
  return {
    latest: (stream, { work = "gaps", signal } = {}) =>
      ofStream(async () => {
        const path = [...dataPath(stream.source.sdsStreamId), "Last"];
        const answer = await namespace.request({ path, work, signal });
        return newest(readSamples([answer.body].flat(), { stream, counters }));
      }),

    atOrBefore: (stream, at, { work = "gaps", signal } = {}) =>
      ofStream(async () => {
        const query = { index: sourceTimeFromTicks(at), searchMode: EXACT_OR_PREVIOUS };
        const path = dataPath(stream.source.sdsStreamId);
        const answer = await namespace.request({ path, query, work, signal });
        const samples = readSamples([answer.body].flat(), { stream, counters });
        return newest(samples.filter((sample) => sample.time <= at));
      }),

    window: (stream, from, to, { work = "gaps", atMost = Infinity, signal } = {}) =>
      ofStream(async () => {
        if (from >= to) return [];
        const { sdsStreamId } = stream.source;
        const samples: Sample[] = [];
        for await (const events of windowPages({ namespace, limits, sdsStreamId, from, to, work, signal })) {
          for (const sample of readSamples(events, { stream, counters })) {
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
