import { SEVERITIES } from "../event/types.ts";
import { type DelayScope, figureAdvice, ruleAdvice } from "./advice.ts";
import { type IntervalCount, IntervalCounter } from "./counts.ts";
import type { KeyDigest } from "./digest.ts";
import { floodFigures, floodsOf } from "./flood.ts";
import { mixOf } from "./mix.ts";
import { rateOf } from "./rate.ts";
import { intervalsOf, type StatisticsSpan } from "./span.ts";
import type { AlarmTable } from "./table.ts";
import type { AlarmSummary, BadActor } from "./types.ts";

/** Number of bad actors, and of rules of a part for which delays are tried. */
export const BAD_ACTORS = 10;
const RULES_ADVISED = 3;

/** Summarizes parts of one table. */
export class Summarizer {
  readonly #counter: IntervalCounter;

  constructor(
    readonly table: AlarmTable,
    readonly span: StatisticsSpan,
    private readonly scope: DelayScope,
  ) {
    this.#counter = new IntervalCounter(intervalsOf(span));
  }

  counts(digests: readonly KeyDigest[]): IntervalCount[] {
    return this.#counter.count(digests);
  }

  summary(digests: readonly KeyDigest[]): AlarmSummary {
    const { table, span } = this;
    const counts = this.counts(digests);
    const events = sum(digests, (digest) => digest.events);
    const badActors = badActorsOf(digests, events);
    const figures = {
      events,
      rate: rateOf(counts, span),
      flood: floodFigures(floodsOf(counts, span), span),
      badActors,
      badActorShare: sum(badActors, (actor) => actor.share),
      chattering: eventsAndKeys(digests, (digest) => digest.chattering),
      fleeting: eventsAndKeys(digests, (digest) => digest.fleeting),
      stale: {
        events: sum(digests, (digest) => digest.stale),
        active: sum(digests, (digest) => digest.staleSinceMs === null ? 0 : 1),
      },
      mix: mixOf(SEVERITIES.map((_, place) => sum(digests, (digest) => digest.severities[place]!))),
    };
    const { scope } = this;
    const delays = ruleAdvice(table, digests, { fromMs: span.fromMs, scope, most: RULES_ADVISED });
    const usual = delays.filter(({ isCritical }) => !isCritical);
    const critical = delays.filter(({ isCritical }) => isCritical);
    return { ...figures, advice: [...usual, ...figureAdvice(figures), ...critical] };
  }
}

/** The keys with the most events. Ties are ordered by ids, so that the result is always the same. */
function badActorsOf(digests: readonly KeyDigest[], events: number): BadActor[] {
  const top: KeyDigest[] = [];
  for (const digest of digests) {
    if (digest.events === 0) continue;
    if (top.length === BAD_ACTORS && mostFirst(top[BAD_ACTORS - 1]!, digest) <= 0) continue;
    top.push(digest);
    top.sort(mostFirst);
    if (top.length > BAD_ACTORS) top.pop();
  }
  return top.map(({ key, events: own, chattering, fleeting, stale }) => ({
    key,
    events: own,
    share: own / events,
    chattering,
    fleeting,
    stale,
  }));
}

function mostFirst(a: KeyDigest, b: KeyDigest): number {
  const order = b.events - a.events || a.key.instance_id - b.key.instance_id;
  return order !== 0 ? order : a.key.rule_id < b.key.rule_id ? -1 : 1;
}

function eventsAndKeys(
  digests: readonly KeyDigest[],
  countOf: (digest: KeyDigest) => number,
): { events: number; keys: number } {
  return { events: sum(digests, countOf), keys: sum(digests, (digest) => countOf(digest) > 0 ? 1 : 0) };
}

function sum<T>(items: readonly T[], valueOf: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += valueOf(item);
  return total;
}
