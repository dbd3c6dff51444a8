import type { Ms } from "../shared/time.ts";
import { delayAdvice, type DelayScope, USUAL_SCOPE } from "./advice.ts";
import type { AlarmColumns } from "./columns.ts";
import type { AlarmKey } from "./key_columns.ts";
import { digestOf, type KeyDigest } from "./digest.ts";
import { floodsOf } from "./flood.ts";
import { type AlarmSeries, seriesOf } from "./rate.ts";
import type { StatisticsSpan } from "./span.ts";
import { Summarizer } from "./summary.ts";
import { type AlarmTable, tabulate } from "./table.ts";
import type { Advice, AlarmSummary, BadActor, Flood } from "./types.ts";

/** Most groups shown of each kind: those with the most events. */
export const MOST_GROUPS = 50;
/** Most floods, and most stale events, that are listed. */
export const MOST_NAMED = 10;
/** Keys handled between two yields. */
const KEYS_A_STEP = 500;

/** Maps a key to the groups of its events. */
export type Grouping = (key: AlarmKey) => readonly string[];

export interface StatisticsInput<Kind extends string> {
  blocks: readonly AlarmColumns[];
  span: StatisticsSpan;
  /** Selects the keys that count. */
  fits: (key: AlarmKey) => boolean;
  groupings: Readonly<Record<Kind, Grouping>>;
  /** Default: no delay is advised for critical and safety alarms. */
  scope?: DelayScope;
}

export interface AlarmGroup {
  group: string;
  summary: AlarmSummary;
}

/** A bad actor, with the delays that would have prevented its events. */
export interface AdvisedActor extends BadActor {
  advice: Advice[];
}

export interface AlarmStatistics<Kind extends string> {
  span: StatisticsSpan;
  summary: Omit<AlarmSummary, "badActors"> & { badActors: AdvisedActor[] };
  series: AlarmSeries;
  /** The floods with the most events, first. */
  floods: Flood[];
  /** Active stale events, the longest first. */
  stale: { key: AlarmKey; sinceMs: Ms }[];
  /** The groups with the most events first. `total` counts all groups. */
  groups: Record<Kind, { total: number; shown: AlarmGroup[] }>;
}

/**
 * The statistics of events after ISA-18.2. Yields between short steps, so that the caller can let other work
 * run.
 */
export function* alarmStatistics<Kind extends string>(
  { blocks, span, fits, groupings, scope = USUAL_SCOPE }: StatisticsInput<Kind>,
): Generator<void, AlarmStatistics<Kind>> {
  const table = yield* tabulate(blocks, span);
  const digests = yield* digestsOf(table, { span, fits });
  const summarizer = new Summarizer(table, span, scope);
  const summary = summarizer.summary(digests);
  yield;
  const counts = summarizer.counts(digests);
  const groups = yield* grouped(digests, { summarizer, groupings });
  return {
    span,
    summary: { ...summary, badActors: advised(summary.badActors, { table, digests, span, scope }) },
    series: seriesOf(counts, span),
    floods: floodsOf(counts, span).sort((a, b) => b.events - a.events).slice(0, MOST_NAMED),
    stale: staleOf(digests),
    groups,
  };
}

function* digestsOf(
  table: AlarmTable,
  { span, fits }: { span: StatisticsSpan; fits: (key: AlarmKey) => boolean },
): Generator<void, KeyDigest[]> {
  const digests: KeyDigest[] = [];
  for (const [place, key] of table.keys.entries()) {
    if (fits(key)) digests.push(digestOf(table, place, span));
    if (place % KEYS_A_STEP === 0) yield;
  }
  return digests;
}

function* grouped<Kind extends string>(
  digests: readonly KeyDigest[],
  { summarizer, groupings }: {
    summarizer: Summarizer;
    groupings: Readonly<Record<Kind, Grouping>>;
  },
): Generator<void, AlarmStatistics<Kind>["groups"]> {
  const groups: Partial<AlarmStatistics<Kind>["groups"]> = {};
  for (const kind in groupings) {
    const members = membersOf(digests, groupings[kind]);
    const shown: AlarmGroup[] = [];
    for (const [group, own] of busiest(members)) {
      shown.push({ group, summary: summarizer.summary(own) });
      yield;
    }
    groups[kind] = { total: members.size, shown };
  }
  return whole(groups);
}

function membersOf(digests: readonly KeyDigest[], groupsOf: Grouping): Map<string, KeyDigest[]> {
  const members = new Map<string, KeyDigest[]>();
  for (const digest of digests) {
    for (const group of groupsOf(digest.key)) {
      const own = members.get(group);
      if (own === undefined) members.set(group, [digest]);
      else own.push(digest);
    }
  }
  return members;
}

function busiest(members: ReadonlyMap<string, KeyDigest[]>): [string, KeyDigest[]][] {
  const counted = [...members].map(([group, own]) => ({
    group,
    own,
    events: own.reduce((sum, { events }) => sum + events, 0),
  }));
  counted.sort((a, b) => b.events - a.events || (a.group < b.group ? -1 : 1));
  return counted.slice(0, MOST_GROUPS).map(({ group, own }) => [group, own]);
}

/** Callers have set every kind. */
function whole<T>(groups: Partial<T>): T {
  return groups as T;
}

interface AdvisedInput {
  table: AlarmTable;
  digests: readonly KeyDigest[];
  span: StatisticsSpan;
  scope: DelayScope;
}

function advised(
  actors: readonly BadActor[],
  { table, digests, span: { fromMs }, scope }: AdvisedInput,
): AdvisedActor[] {
  const byKey = new Map(digests.map((digest) => [digest.key, digest]));
  return actors.map((actor) => {
    const digest = byKey.get(actor.key);
    return { ...actor, advice: digest === undefined ? [] : delayAdvice(table, [digest], { fromMs, scope }) };
  });
}

function staleOf(digests: readonly KeyDigest[]): { key: AlarmKey; sinceMs: Ms }[] {
  const stale = digests.flatMap(({ key, staleSinceMs: sinceMs }) =>
    sinceMs === null ? [] : [{ key, sinceMs }]
  );
  return stale.sort((a, b) => a.sinceMs - b.sinceMs).slice(0, MOST_NAMED);
}
