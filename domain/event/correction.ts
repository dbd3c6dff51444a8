import type { RunEvent } from "../evaluation/replay.ts";
import type { RuleState } from "../evaluation/state/rule_states.ts";
import { NORMAL } from "../evaluation/state/state_table.ts";
import type { Ticks } from "../shared/time.ts";
import { matchEvents } from "./match.ts";

/**
 * An event as it was before a correction. `end` is Infinity while it is active, and `onset` if it is
 * retracted.
 */
export interface OldEvent {
  ruleId: string;
  onset: Ticks;
  end: Ticks;
}

/** A watermark, and the states at it of a deployment's rules. NORMAL rules are left out. */
export interface StatesAt {
  watermark: Ticks;
  states: readonly RuleState[];
}

/**
 * The span that a correction evaluates: from a stored state (null: the deployment) to the stored state that
 * it reaches again (null: now).
 */
export interface EvaluatedSpan {
  from: StatesAt | null;
  until: StatesAt | null;
}

/** What a correction does to the events of one deployment. */
export interface CorrectedEvents<Old extends OldEvent> {
  /** Events of the run that match an old one. */
  kept: { old: Old; now: RunEvent }[];
  /** Events still active where the run ends early. They match an old one; only their opening may differ. */
  going: { old: Old; now: RunEvent }[];
  /** New events. */
  found: RunEvent[];
  /** Old events that have no match. */
  gone: Old[];
}

/** Compares the events of a run with the old ones of the same deployment. */
export function compareEvents<Old extends OldEvent>(
  old: readonly Old[],
  run: readonly RunEvent[],
  span: EvaluatedSpan,
): CorrectedEvents<Old> {
  const compared: CorrectedEvents<Old> = { kept: [], going: [], found: [], gone: [] };
  const evaluated = old.filter((event) => isEvaluated(event, span));
  const events = span.until === null ? run : run.filter((event) => event.end !== null);
  if (span.until !== null) compared.going = goingOn(old, run);
  for (const ruleId of new Set([...evaluated, ...events].map((event) => event.ruleId))) {
    compareRule(
      evaluated.filter((event) => event.ruleId === ruleId),
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
    const before = old[matched[i] ?? -1];
    if (before === undefined) compared.found.push(now);
    else {
      compared.kept.push({ old: before, now });
      left.delete(before);
    }
  });
  compared.gone.push(...left);
}

/**
 * Whether the run could have produced an event: not one that ended before the run, and not one that continues
 * or begins after its end.
 */
function isEvaluated({ ruleId, onset }: OldEvent, { from, until }: EvaluatedSpan): boolean {
  const isUnderWay = ({ states }: StatesAt) =>
    states.some((state) => state.ruleId === ruleId && state.phase !== NORMAL && state.onset === onset);
  if (from !== null && onset <= from.watermark && !isUnderWay(from)) return false;
  return until === null || (onset <= until.watermark && !isUnderWay(until));
}
