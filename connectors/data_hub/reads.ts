import type { Sample } from "../../domain/sample/types.ts";
import { sourceTimeFromTicks, type Ticks } from "../../domain/shared/time.ts";
import type { ReadOptions, SourceStream, WindowOptions, Work } from "./contract.ts";
import type { Counters } from "./counters.ts";
import { createEventDecoder } from "./decode.ts";
import { connectionFailed } from "./failure.ts";
import type { Limits } from "./limits.ts";
import { isJsonObject } from "./member.ts";
import type { Namespace } from "./namespace.ts";
import { parseWire, windowPage } from "./wire.ts";

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
    async last(stream, { work = "gaps" } = {}) {
      const answer = await namespace.request({ path: [...dataPath(stream), "Last"], work });
      return newest(readSamples([answer.body].flat(), { stream, counters }));
    },

    async atOrBefore(stream, at, { work = "gaps" } = {}) {
      const query = { index: sourceTimeFromTicks(at), searchMode: EXACT_OR_PREVIOUS };
      const answer = await namespace.request({ path: dataPath(stream), query, work });
      const samples = readSamples([answer.body].flat(), { stream, counters });
      return newest(samples.filter((sample) => sample.time <= at));
    },

    async window(stream, from, to, { work = "gaps", atMost = Infinity } = {}) {
      if (from >= to) return [];
      const samples: Sample[] = [];
      for await (const events of windowPages({ namespace, limits, stream, from, to, work })) {
        for (const sample of readSamples(events, { stream, counters })) {
          if (sample.time > from && sample.time <= to) samples.push(sample);
        }
        if (samples.length > atMost) break;
      }
      return inOrder(samples);
    },
  };
}

interface WindowScope {
  namespace: Namespace;
  limits: Limits;
  stream: SourceStream;
  from: Ticks;
  to: Ticks;
  work: Work;
}

/** The pages of a window. The index after `from` is the first one asked for, so no event is read for nothing. */
async function* windowPages(
  { namespace, limits, stream, from, to, work }: WindowScope,
): AsyncGenerator<unknown[]> {
  const what = `the window of ${stream.source.sdsStreamId}`;
  const bounds = { startIndex: sourceTimeFromTicks(from + 1), endIndex: sourceTimeFromTicks(to) };
  const seen = new Set<string>([""]);
  let continuationToken = "";
  for (let page = 0; page < limits.maxWindowPages; page++) {
    const query = { ...bounds, count: limits.windowPageSize, continuationToken };
    const answer = await namespace.request({ path: dataPath(stream), query, work });
    const { Results, ContinuationToken } = parseWire(
      windowPage,
      answer.body === null ? [] : answer.body,
      what,
    );
    yield Results;
    if (!ContinuationToken) return;
    if (seen.has(ContinuationToken)) throw connectionFailed(`The source gave the same page twice in ${what}`);
    seen.add(ContinuationToken);
    continuationToken = ContinuationToken;
  }
  throw connectionFailed(
    `There are more than ${
      limits.maxWindowPages * limits.windowPageSize
    } events in ${what}; ask for a shorter one`,
  );
}

function dataPath(stream: SourceStream): string[] {
  return ["Streams", stream.source.sdsStreamId, "Data"];
}

function readSamples(
  events: unknown[],
  { stream, counters }: { stream: SourceStream; counters: Counters },
): Sample[] {
  const decoder = createEventDecoder(stream.source);
  const samples: Sample[] = [];
  for (const event of events) {
    if (event === null || event === undefined) continue;
    if (!isJsonObject(event)) {
      throw connectionFailed(
        `The source answered something that is no event of ${stream.source.sdsStreamId}`,
      );
    }
    const sample = decoder.sample(event);
    if (sample === undefined) counters.unreadableTimes++;
    else samples.push(sample);
  }
  return samples;
}

function newest(samples: Sample[]): Sample | null {
  return samples.reduce<Sample | null>(
    (best, one) => best === null || one.time >= best.time ? one : best,
    null,
  );
}

function inOrder(samples: Sample[]): Sample[] {
  return samples.sort((a, b) => a.time - b.time);
}
