import type { DataSource, SourceStream } from "../../connectors/source.ts";
import type { DataType, Sample } from "../../domain/sample/types.ts";
import { type Ticks, ticksOfSeconds } from "../../domain/shared/time.ts";
import type { TickSpan } from "../../domain/trend/gaps.ts";
import {
  TREND_CHANGES,
  TREND_PARTS,
  TREND_SAMPLES,
  type TrendBasis,
  type TrendSpan,
} from "../../domain/trend/types.ts";

export interface TrendAsk extends TrendSpan {
  stream: SourceStream;
  dataType: DataType;
}

/** The samples of a trend, and what they are. */
export interface TrendRead {
  samples: Sample[];
  basis: TrendBasis;
  unread: TickSpan[];
}

const OPTIONS = { work: "trends" } as const;
/** Up to this span every sample is read first; of a longer one the source chooses samples first. */
const SHORT_SPAN = ticksOfSeconds(8 * 3_600);
/** A stream with fewer chosen samples than buckets is read whole, up to this number of samples. */
const SPARSE_SAMPLES = 10_000;
/** Samples of one part of a span that is too long to be read whole. */
const PART_SAMPLES = 5_000;

/** Reads a trend in few requests, whatever its length. Rejects like reads of the source. */
export async function readTrend(source: DataSource, ask: TrendAsk): Promise<TrendRead> {
  const isLong = ask.to - ask.from > SHORT_SPAN;
  const chosen = isLong ? await readChosen(source, ask) : null;
  if (chosen !== null && chosen.length >= ask.points) return extremes(chosen);
  if (chosen === null && isLong && ask.dataType !== "NUM") return await readNewest(source, ask);
  const atMost = chosen === null ? TREND_SAMPLES : SPARSE_SAMPLES;
  const samples = await readPart(source, { ...ask, atMost });
  if (samples.length <= atMost) return { samples, basis: "all", unread: [] };
  const selected = chosen ?? (isLong ? null : await readChosen(source, ask));
  if (selected !== null) return extremes(selected);
  return ask.dataType === "NUM"
    ? await readParts(source, { ...ask, perTick: density(samples) })
    : await readNewest(source, ask);
}

function extremes(samples: Sample[]): TrendRead {
  return { samples, basis: "extremes", unread: [] };
}

async function readChosen(source: DataSource, { stream, from, to, points }: TrendAsk) {
  if (!source.capabilities.sampled) return null;
  return await source.sampled({ stream, from, to, intervals: points }, OPTIONS);
}

/** The samples with from ≤ time ≤ to; one page more than `atMost` when there are more. */
async function readPart(
  source: DataSource,
  { stream, from, to, atMost }: TickSpan & { stream: SourceStream; atMost: number },
): Promise<Sample[]> {
  return await source.window(stream, from - 1, to, { ...OPTIONS, atMost });
}

/** Samples per tick. */
function density(samples: readonly Sample[]): number {
  return samples.length / Math.max(1, samples.at(-1)!.time - samples[0]!.time);
}

/** Parts of equal length, spread evenly; the first begins and the last ends with the span. */
async function readParts(
  source: DataSource,
  { stream, from, to, perTick }: TrendAsk & { perTick: number },
): Promise<TrendRead> {
  const length = Math.min((to - from) / TREND_PARTS, PART_SAMPLES / perTick);
  const step = (to - from - length) / (TREND_PARTS - 1);
  const samples: Sample[] = [], unread: TickSpan[] = [];
  let readTo = from;
  for (let i = 0; i < TREND_PARTS; i++) {
    const start = Math.round(from + step * i), end = Math.round(start + length);
    const part = await readPart(source, { stream, from: start, to: end, atMost: 2 * PART_SAMPLES });
    const isWhole = part.length <= 2 * PART_SAMPLES;
    samples.push(...part);
    if (start > readTo) unread.push({ from: readTo, to: start });
    readTo = isWhole ? end : part.at(-1)!.time;
  }
  if (readTo < to) unread.push({ from: readTo, to });
  return { samples, basis: "parts", unread };
}

/**
 * The newest samples of texts and booleans, back to `from` or until there are enough changes or samples. Parts grow as long
 * as one page holds them.
 */
async function readNewest(source: DataSource, { stream, from, to }: TrendAsk): Promise<TrendRead> {
  let samples: Sample[] = [], since = to + 1, length: Ticks = to - from + 1;
  for (let read = 0; read < TREND_PARTS && since > from; read++) {
    const start = Math.max(from, Math.floor(since - length));
    const part = await readPart(source, { stream, from: start, to: since - 1, atMost: 2 * PART_SAMPLES });
    if (part.length > 2 * PART_SAMPLES) {
      length = Math.max(1, Math.min(length / 2, PART_SAMPLES / density(part)));
      continue;
    }
    samples = [...part, ...samples];
    since = start;
    if (samples.length >= TREND_SAMPLES || changeCount(samples) >= TREND_CHANGES) break;
    if (part.length < PART_SAMPLES) length *= 2;
  }
  const isWhole = since <= from;
  return isWhole
    ? { samples, basis: "all", unread: [] }
    : { samples, basis: "parts", unread: [{ from, to: since }] };
}

function changeCount(samples: readonly Sample[]): number {
  return samples.filter(({ value }, i) => i === 0 || value !== samples[i - 1]!.value).length;
}
