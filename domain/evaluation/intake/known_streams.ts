import type { Sample } from "../../sample/types.ts";
import type { Ticks } from "../../shared/time.ts";
import type { Deployments } from "../deployment/deployments.ts";
import { historyNeeds } from "../windows/history_needs.ts";
import { STR, type TypeCode } from "./sample_columns.ts";
import { type DeployedInstance, type KnownStream, ruleBeganAt } from "../types.ts";

export function unreadStream(stream: number): KnownStream {
  return { stream, read: false, sample: null, good: null };
}

/** Most waiting samples of a stream that a deployment gets: the newest ones. */
const MOST_RECENT = 500;

/** The newest sample of a stream at or before `at`, evaluated or waiting. */
export function knownAt(rows: Deployments, stream: number, at: Ticks): KnownStream {
  const { streams, pending } = rows;
  const row = streams.rowOf.get(stream);
  if (row === undefined || streams.read[row] === 0) return unreadStream(stream);
  const evaluated = streams.holdingOf(row), type = streams.typeOf(row);
  const sample = pending.newestAt(row, at, type) ?? evaluated.sample;
  const history = streams.history[row];
  const waiting = history ? pending.upTo(row, at, { type, most: MOST_RECENT }) : [];
  const recent = history?.holdsSamples === true ? waiting : newestUsable(waiting, type);
  const known: KnownStream = { stream, read: true, sample, good: null };
  if (recent.length > 0) known.recent = recent;
  if (sample === null || sample.quality === "good") return known;
  const evaluatedGood = evaluated.sample?.quality === "good" ? evaluated.sample : evaluated.good;
  return { ...known, good: pending.newestGoodAt(row, at, type) ?? evaluatedGood };
}

/** Of texts the two newest usable samples: where no window counts texts, the others are not stored. */
function newestUsable(samples: Sample[], type: TypeCode): Sample[] {
  if (type !== STR) return samples;
  const good = samples.filter(({ quality }) => quality === "good").slice(-2);
  const usable = samples.filter(({ quality }) => quality !== "bad").slice(-2);
  return samples.filter((sample) => good.includes(sample) || usable.includes(sample));
}

/**
 * As `knownAt`, for rules that begin at `at`. Marks streams whose history is shorter than their windows need.
 */
export function knownForDeployment(
  rows: Deployments,
  instance: DeployedInstance,
  at: Ticks,
): KnownStream[] {
  const beginning = instance.rules.filter((rule) => ruleBeganAt(rule, instance) === at);
  const needs = historyNeeds({ ...instance, rules: beginning });
  return instance.streams.map(({ id }) => {
    const known = knownAt(rows, id, at), row = rows.streams.rowOf.get(id), own = needs.get(id) ?? [];
    if (!known.read || row === undefined || own.length === 0) return known;
    const history = rows.streams.history[row];
    const isFilled = own.every((need) => history?.isKnownFrom(at - need.reach, need) === true);
    if (!isFilled) return { stream: id, read: true, sample: known.sample, good: known.good, unfilled: true };
    return known;
  });
}

/** Adds what was read of a bound stream, up to `upTo`. Samples above the watermark wait like any other. */
export function absorb(
  { streams, pending }: Deployments,
  known: KnownStream,
  { upTo, watermark }: { upTo: Ticks; watermark: Ticks },
): void {
  const row = streams.rowOf.get(known.stream);
  if (row === undefined) return;
  streams.read[row] = 1;
  for (const sample of [known.good, known.sample]) {
    if (sample === null || sample.time > upTo) continue;
    if (sample.time <= watermark) streams.takeSample(row, sample);
    else if (!pending.has(row, sample.time)) pending.offer(row, sample, streams.typeOf(row));
  }
}
