import type { RunEvent } from "../evaluation/replay.ts";
import type { RuleState } from "../evaluation/state/rule_states.ts";
import { NORMAL } from "../evaluation/state/state_table.ts";
import type { Ticks } from "../shared/time.ts";
import { matchEvents } from "./match.ts";

/** What is known of an event before a correction. `end` is Infinity while it is active, `onset` once retracted. */
export interface OldEvent {
  ruleId: string;
  onset: Ticks;
  end: Ticks;
}

/** A watermark, and the states there of one deployment's rules, but those that are simply NORMAL. */
export interface StatesAt {
  watermark: Ticks;
  states: readonly RuleState[];
}

/** What a run judged anew: from a stored state (null: from the deployment on) to where it met one again, or (null) to now. */
export interface JudgedSpan {
  from: StatesAt | null;
  until: StatesAt | null;
}

/** What becomes of the events of one deployment. */
export interface CorrectedEvents<Old extends OldEvent> {
  /** An event of the run, and which old one it is. */
  kept: { old: Old; now: RunEvent }[];
  /** The same of those that go on where the run ended early: only their opening may have been another. */
  going: { old: Old; now: RunEvent }[];
  /** Events that nobody knew. */
  found: RunEvent[];
  /** Old events that never were. */
  gone: Old[];
}

/** Holds the events of a run against the old ones of the same deployment. */
export function compareEvents<Old extends OldEvent>(
  old: readonly Old[],
  run: readonly RunEvent[],
  span: JudgedSpan,
): CorrectedEvents<Old> {
  const compared: CorrectedEvents<Old> = { kept: [], going: [], found: [], gone: [] };
  const judged = old.filter((event) => isJudged(event, span));
  const events = span.until === null ? run : run.filter((event) => event.end !== null);
  if (span.until !== null) compared.going = goingOn(old, run);
  for (const ruleId of new Set([...judged, ...events].map((event) => event.ruleId))) {
    compareRule(
      judged.filter((event) => event.ruleId === ruleId),
      events.filter((event) => event.ruleId === ruleId),
      compared,
    );
  }
  return compared;
}

function goingOn<Old extends OldEvent>(old: readonly Old[], run: readonly RunEvent[]) {
  return run.filter((event) => event.end === null).flatMap((now) => {
    const same = old.find(({ ruleId, onset }) => ruleId === now.ruleId && onset === now.onset);
    return same === undefined ? [] : [{ old: same, now }];
  });
}

function compareRule<Old extends OldEvent>(
  old: Old[],
  run: RunEvent[],
  compared: CorrectedEvents<Old>,
): void {
  const matched = matchEvents(
    old.map(({ onset, end }) => ({ start: onset, end })),
    run.map(({ onset, end }) => ({ start: onset, end: end?.endAt ?? Infinity })),
  );
  const left = new Set(old);
  run.forEach((now, i) => {
    const index = matched[i];
    if (index === undefined) compared.found.push(now);
    else {
      compared.kept.push({ old: old[index], now });
      left.delete(old[index]);
    }
  });
  compared.gone.push(...left);
}

/**
 * Whether the run could have met an event: not one that was over where it begins, nor one that goes on, or is yet to
 * begin, where it ends.
 */
function isJudged({ ruleId, onset }: OldEvent, { from, until }: JudgedSpan): boolean {
  const isUnderWay = ({ states }: StatesAt) =>
    states.some((state) => state.ruleId === ruleId && state.phase !== NORMAL && state.onset === onset);
  if (from !== null && onset <= from.watermark && !isUnderWay(from)) return false;
  return until === null || (onset <= until.watermark && !isUnderWay(until));
}
