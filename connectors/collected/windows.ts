import type { Sample } from "../../domain/sample/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type {
  PageOptions,
  SampledAsk,
  SourceStream,
  WindowAsk,
  WindowGroup,
  WindowPart,
  WindowReader,
} from "../source.ts";
import { lastRepeat, type Span, withRepeats } from "./repeats.ts";
import { HOUR } from "./stored_samples.ts";
import type { CollectedStore } from "./store.ts";
import type { StoredStream } from "./stream_table.ts";

/** Samples of a page, and of the repeats in it: what is read at once, before others have their turn. */
const PAGE_SAMPLES = 40_000;
/** `sampled` reads so much at once, so that others have their turn. */
const SAMPLED_SPAN = 24 * HOUR;

/** A page of a window: everything with from < time ≤ `upTo`. */
export interface Page {
  samples: Sample[];
  upTo: Ticks;
}

/** The first page of a span, with the repeats of values held. */
export function readPage(
  store: CollectedStore,
  stream: StoredStream,
  { from, to, most = PAGE_SAMPLES }: Span & { most?: number },
): Page {
  const repeating = store.life.repeating();
  const end = repeating.step === 0 ? to : Math.min(to, from + most * repeating.step);
  const samples = store.samples.window(stream, { from, to: end }, most);
  const upTo = samples.length >= most ? samples[most - 1]!.time : end;
  const stored = samples.length > most ? samples.slice(0, most) : samples;
  if (repeating.step === 0) return { samples: stored, upTo };
  const held = store.samples.atOrBefore(stream, from);
  return { samples: withRepeats(stored, { held, span: { from, to: upTo }, repeating }), upTo };
}

/** The newest sample at or before a time: a stored one, or its repeat. */
export function readAtOrBefore(store: CollectedStore, stream: StoredStream, at: Ticks): Sample | null {
  const stored = store.samples.atOrBefore(stream, at);
  if (stored === null) return null;
  const repeat = lastRepeat(at, store.life.repeating());
  return repeat === undefined || repeat <= stored.time ? stored : { ...stored, time: repeat };
}

export function createWindowReader(store: CollectedStore): WindowReader {
  return {
    group: (asks) =>
      store.read(() => asks.filter(({ from, to }) => from < to).map((ask): WindowGroup => ({ asks: [ask] }))),
    async *read({ asks }, options) {
      for (const ask of asks) yield* partsOf(store, ask, options);
    },
  };
}

async function* partsOf(
  store: CollectedStore,
  { stream, from, to }: WindowAsk,
  { pageSize: most, signal }: PageOptions = {},
): AsyncGenerator<WindowPart> {
  for (let read = from, done = false; !done;) {
    const part = await store.read(() => {
      const { samples, upTo } = readPage(store, store.streamOf(stream), { from: read, to, most });
      return { stream, samples, upTo, done: upTo >= to, failure: null };
    }, signal).catch((error) => failed(error, { stream, from: read, store }));
    ({ upTo: read, done } = part);
    yield part;
  }
}

/** A stream that cannot be read stops no other; a failure of the store does. */
function failed(
  error: unknown,
  { stream, from, store }: { stream: SourceStream; from: Ticks; store: CollectedStore },
): WindowPart {
  if (!(error instanceof Refusal) || !store.database.isOpen) throw error;
  return { stream, samples: [], upTo: from, done: true, failure: error };
}

/** The first, lowest, highest and last stored sample of each interval; null for a stream that is not of numbers. */
export async function readSampled(
  store: CollectedStore,
  { stream, from, to, intervals }: SampledAsk,
  signal?: AbortSignal,
): Promise<Sample[] | null> {
  const chosen: Extremes[] = [];
  for (let begin = from - 1; begin < to; begin += SAMPLED_SPAN) {
    const span = { from: begin, to: Math.min(to, begin + SAMPLED_SPAN) };
    const isOfNumbers = await store.read(() => {
      const stored = store.streamOf(stream);
      if (stored.type !== "NUM") return false;
      for (const piece of store.samples.pieces(stored, span)) {
        for (const sample of piece) {
          const i = Math.min(intervals - 1, Math.floor((sample.time - from) * intervals / (to - from)));
          chosen[i] = extended(chosen[i], sample);
        }
      }
      return true;
    }, signal);
    if (!isOfNumbers) return null;
  }
  return chosen.flatMap(({ first, low, high, last }) =>
    [...new Set([first, low, high, last])].sort((a, b) => a.time - b.time)
  );
}

interface Extremes {
  first: Sample;
  low: Sample;
  high: Sample;
  last: Sample;
}

function extended(before: Extremes | undefined, sample: Sample): Extremes {
  if (before === undefined) return { first: sample, low: sample, high: sample, last: sample };
  before.last = sample;
  if (sample.value === null) return before;
  if (before.low.value === null || sample.value < before.low.value) before.low = sample;
  if (before.high.value === null || sample.value > before.high.value) before.high = sample;
  return before;
}
