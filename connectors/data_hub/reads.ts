import type { Sample } from "../../domain/sample/types.ts";
import { sourceTimeFromTicks, type Ticks } from "../../domain/shared/time.ts";
import type { ReadOptions, SourceStream, WindowOptions } from "./contract.ts";
import type { Counters } from "./counters.ts";
import type { Limits } from "./limits.ts";
import type { Namespace } from "./namespace.ts";
import { inOrder, readSamples } from "./samples.ts";
import { dataPath, windowPages } from "./window_pages.ts";

export interface Reads {
  last(stream: SourceStream, options?: ReadOptions): Promise<Sample | null>;
  atOrBefore(stream: SourceStream, at: Ticks, options?: ReadOptions): Promise<Sample | null>;
  window(stream: SourceStream, from: Ticks, to: Ticks, options?: WindowOptions): Promise<Sample[]>;
}

export interface ReadsOptions {
  namespace: Namespace;
  limits: Limits;
  counters: Counters;
}

const EXACT_OR_PREVIOUS = 3;

export function createReads({ namespace, limits, counters }: ReadsOptions): Reads {
  return {
    async last(stream, { work = "gaps", signal } = {}) {
      const path = [...dataPath(stream.source.sdsStreamId), "Last"];
      const answer = await namespace.request({ path, work, signal });
      return newest(readSamples([answer.body].flat(), { stream, counters }));
    },

    async atOrBefore(stream, at, { work = "gaps", signal } = {}) {
      const query = { index: sourceTimeFromTicks(at), searchMode: EXACT_OR_PREVIOUS };
      const path = dataPath(stream.source.sdsStreamId);
      const answer = await namespace.request({ path, query, work, signal });
      const samples = readSamples([answer.body].flat(), { stream, counters });
      return newest(samples.filter((sample) => sample.time <= at));
    },

    async window(stream, from, to, { work = "gaps", atMost = Infinity, signal } = {}) {
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
    },
  };
}

function newest(samples: Sample[]): Sample | null {
  return samples.reduce<Sample | null>(
    (best, one) => best === null || one.time >= best.time ? one : best,
    null,
  );
}
