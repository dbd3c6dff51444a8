import type { Sample } from "../../domain/sample/types.ts";
import { sourceTimeFromTicks, type Ticks } from "../../domain/shared/time.ts";
import type { ReadOptions } from "../source.ts";
import { connectionFailed, refusedStatus, streamFailure } from "../source_failure.ts";
import type { Namespace } from "./namespace.ts";
import { inOrder, readSamples } from "./samples.ts";
import { codeTraits } from "./sds_code.ts";
import type { Settler } from "./settling.ts";
import type { DataHubAddress, DataHubSampledAsk, DataHubStream } from "./stream_address.ts";
import { dataPath, isTooBig } from "./window_pages.ts";

export interface SampledReadsOptions {
  namespace: Namespace;
  settler: Settler;
}

export type ReadSampled = (ask: DataHubSampledAsk, options?: ReadOptions) => Promise<Sample[] | null>;

/** Statuses by which the service says that it does not sample this stream. */
const NOT_SAMPLED = [400, 405, 422, 501];
/** A span that the service refuses as too large is halved this often, down to 1/32. */
const MOST_HALVINGS = 5;
/** Streams whose readable span is remembered. */
const MOST_KNOWN = 10_000;

/**
 * Reads by `Data/Sampled`, which answers stored events. One request may access 2,500,000 of them; a longer span is read in
 * halves, and the length that was readable is remembered for the stream.
 */
export function createSampledReads({ namespace, settler }: SampledReadsOptions): ReadSampled {
  const readable = new Map<string, Ticks>();
  const { book } = settler;

  async function request({ stream, from, to, intervals }: DataHubSampledAsk, options: ReadOptions) {
    const path = [...dataPath(stream.source.sdsStreamId), "Sampled"];
    const query = {
      startIndex: sourceTimeFromTicks(from),
      endIndex: sourceTimeFromTicks(to),
      intervals,
      sampleBy: book.addressOf(stream).valueProperty,
    };
    const { work = "trends", signal } = options;
    const { body } = await namespace.request({ path, query, work, signal });
    const events = eventsOf(body, stream);
    return await settler.decode((doubts) => {
      const samples = readSamples(events, { stream, book, doubts });
      return within(samples, { from, to });
    }, { work, signal });
  }

  async function read(ask: DataHubSampledAsk, depth: number, options: ReadOptions): Promise<Sample[]> {
    const id = ask.stream.source.sdsStreamId.toLowerCase();
    const isKnownTooLong = ask.to - ask.from > (readable.get(id) ?? Infinity);
    if (!isKnownTooLong || !canHalve(ask, depth)) {
      try {
        return await request(ask, options);
      } catch (error) {
        if (!isTooBig(error) || !canHalve(ask, depth)) throw error;
        remember(readable, id, Math.ceil((ask.to - ask.from) / 2));
      }
    }
    const [early, late] = halves(ask);
    return [...await read(early, depth + 1, options), ...await read(late, depth + 1, options)];
  }

  return async (ask, options = {}) => {
    if (!isSampled(ask.stream.source)) return null;
    try {
      return await read(ask, 0, options);
    } catch (error) {
      if (isTooBig(error) || NOT_SAMPLED.includes(refusedStatus(error) ?? 0)) return null;
      throw streamFailure(error);
    }
  };
}

/** Texts cannot be sampled; nor can the states of PI's digital points, which are named by another property. */
function isSampled({ typeCode }: DataHubAddress): boolean {
  const kind = codeTraits(typeCode)?.kind;
  return kind !== undefined && kind !== "text";
}

function canHalve({ intervals }: DataHubSampledAsk, depth: number): boolean {
  return intervals >= 2 && depth < MOST_HALVINGS;
}

function halves(ask: DataHubSampledAsk): [DataHubSampledAsk, DataHubSampledAsk] {
  const { from, to, intervals } = ask;
  const early = Math.floor(intervals / 2);
  const middle = from + Math.round((to - from) * early / intervals);
  return [
    { ...ask, to: middle - 1, intervals: early },
    { ...ask, from: middle, intervals: intervals - early },
  ];
}

function remember(readable: Map<string, Ticks>, id: string, span: Ticks): void {
  if (readable.size >= MOST_KNOWN && !readable.has(id)) readable.clear();
  readable.set(id, Math.min(span, readable.get(id) ?? Infinity));
}

function eventsOf(body: unknown, { source }: DataHubStream): unknown[] {
  if (body === null || body === undefined) return [];
  if (Array.isArray(body)) return body;
  throw connectionFailed(`The answer to the sampled values of ${source.sdsStreamId} is not a list`);
}

function within(samples: readonly Sample[], { from, to }: { from: Ticks; to: Ticks }): Sample[] {
  const inside = samples.filter(({ time }) => time >= from && time <= to);
  // An event that is both the first and the lowest may be listed twice.
  return inOrder(inside).filter(({ time }, i, all) => i === 0 || time > all[i - 1]!.time);
}
