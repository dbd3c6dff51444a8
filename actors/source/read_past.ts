import type { DataSource, ReadOptions, SourceStream } from "../../connectors/source.ts";
import { RULE_LIMITS } from "../../domain/rule/limits.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import type { ReadPast } from "../evaluation/contract.ts";

/** How many bad samples are skipped, going back, to find the last good one. */
const MOST_BACK = 20;

/** Windows reach back from `upTo` by `reach`; `to`: how far newer samples are wanted too. */
export interface PastAsk {
  stream: SourceStream;
  reach: Ticks;
  upTo: Ticks;
  to?: Ticks;
}

/** The samples of a stream that windows need, and those after them with time ≤ `to`. */
export interface PastAndLater {
  past: ReadPast;
  later: Sample[];
}

/** Rejects like reads of the source. */
export async function readPast(
  source: DataSource,
  { stream, reach, upTo, to = upTo }: PastAsk,
  options: ReadOptions = {},
): Promise<PastAndLater> {
  const most = RULE_LIMITS.windowSamples;
  const read = (from: Ticks, until: Ticks) =>
    source.window(stream, from, until, { ...options, atMost: most });
  let since = upTo - reach, samples = await read(since, to), later: Sample[] | null = null;
  if (samples.length > most) {
    later = to > upTo ? await source.window(stream, upTo, to, options) : [];
    while (samples.length > most && upTo - since > TICKS_PER_SECOND) {
      since += Math.floor((upTo - since) / 2);
      samples = await read(since, upTo);
    }
  }
  const before = await inForce(source, { stream, at: since }, options);
  const past = [...before, ...samples.filter(({ time }) => time <= upTo)];
  return {
    past: { stream: stream.id, since, upTo, reach, samples: past },
    later: later ?? samples.filter(({ time }) => time > upTo),
  };
}

/** The newest sample at or before a time, and where it is not good those before it, back to a good one. */
async function inForce(
  source: DataSource,
  { stream, at }: { stream: SourceStream; at: Ticks },
  options: ReadOptions,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let from = at; samples.length < MOST_BACK; from = samples[0]!.time - 1) {
    const sample = await source.atOrBefore(stream, from, options);
    if (sample === null) break;
    samples.unshift(sample);
    if (sample.quality === "good") break;
  }
  return samples;
}

/** The answer for a stream that cannot be read. */
export function noPast(stream: number, { reach, upTo }: { reach: Ticks; upTo: Ticks }): ReadPast {
  return { stream, since: upTo - reach, upTo, reach, samples: [] };
}
