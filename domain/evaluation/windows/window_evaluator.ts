import { type Ticks, TICKS_PER_SECOND, ticksOfSeconds } from "../../shared/time.ts";
import {
  CHANGED,
  CHANGED_BY,
  type Code,
  COUNT,
  FLAT,
  GREATEST,
  INCREASE,
  LEAST,
  MEAN,
  type MeasureCode,
  RATE,
  SPREAD,
  STALE,
  TIMES,
  type WindowCode,
} from "../evaluating/comparison.ts";
import type { ConditionColumns } from "../evaluating/condition_columns.ts";
import { NOTHING } from "../intake/sample_columns.ts";
import type { StreamColumns } from "../intake/stream_columns.ts";
import type { HistoryNeed, StreamHistory } from "./stream_history.ts";
import { FALSE, TRUE, type Truth, truthOfBoolean, UNKNOWN } from "../evaluating/truth.ts";
import { CounterSum } from "./counter_sum.ts";
import type { HistoryRing } from "./history_ring.ts";
import { TriggerCount } from "./trigger_count.ts";
import type { WindowCondition } from "./window_condition.ts";
import { nextOnGrid } from "./window_grid.ts";

/** A condition's operands at an instant; NaN means UNKNOWN. `limit` is for count_above. */
export interface WindowOperands {
  value: number;
  limit: number;
}

/** A window at an instant, with its history. */
interface WindowView {
  window: WindowCondition;
  need: HistoryNeed;
  history: StreamHistory;
  from: Ticks;
  at: Ticks;
  /** The standard before the newest is in force. */
  isFormer: boolean;
}

/** Evaluates conditions on samples over time. */
export class WindowEvaluator {
  constructor(
    private readonly conditions: ConditionColumns,
    private readonly streams: StreamColumns,
    private readonly standardFrom: Ticks,
  ) {}

  truth(row: number, at: Ticks, { value, limit }: WindowOperands): Truth {
    const { conditions, streams } = this, { code } = conditions.formOf(row), stream = conditions.stream[row]!;
    const window = conditions.windowOf(row);
    if (window === null || streams.read[stream] === 0 || Number.isNaN(value)) return UNKNOWN;
    if (code === STALE) return this.#isStale(stream, { window, at, value });
    const view = this.#view(row, at, code === FLAT ? ticksOfSeconds(value) : window.width);
    if (view === null) return UNKNOWN;
    if (code === CHANGED) return hasChanged(view);
    if (code === CHANGED_BY) return hasChangedBy(view, value);
    if (code === FLAT) return isFlat(view, conditions.formOf(row).tolerance);
    const band = conditions.latched[row] === 1 ? conditions.formOf(row).deadband : 0;
    const sign = signOf(code, view, { value: window.isBelow ? value + band : value - band, limit });
    return Number.isNaN(sign) ? UNKNOWN : truthOfBoolean(window.isBelow ? sign < 0 : sign > 0);
  }

  /**
   * The measured value for display: seconds for stale_for, the range for flat_for; null when it is unknown.
   */
  measured(row: number, at: Ticks, { value, limit }: WindowOperands): number | null {
    const { conditions, streams } = this, { code } = conditions.formOf(row), stream = conditions.stream[row]!;
    const window = conditions.windowOf(row);
    if (window === null || code === CHANGED || streams.read[stream] === 0) return null;
    if (code === STALE) return (at - this.#newest(stream, window)) / TICKS_PER_SECOND;
    const view = this.#view(row, at, code === FLAT ? ticksOfSeconds(value) : window.width);
    const measure = view === null ? NaN : measureOf(code, view, limit);
    return Number.isFinite(measure) ? measure : null;
  }

  /**
   * The next time after `after` at which the condition can change, not counting ages; Infinity if there is
   * none.
   */
  nextChange(row: number, after: Ticks, { value }: WindowOperands): Ticks {
    const { conditions, streams } = this, { code } = conditions.formOf(row), stream = conditions.stream[row]!;
    const window = conditions.windowOf(row);
    if (window === null) return Infinity;
    if (window.grid !== null) return nextOnGrid(window.grid, after);
    if (streams.read[stream] === 0) return Infinity;
    if (Number.isNaN(value) && code !== CHANGED_BY) return Infinity;
    if (code === STALE) return ifAfter(this.#newest(stream, window) + ticksOfSeconds(value), after);
    const history = streams.history[stream];
    if (!history || window.need === null || window.isUnfilled) return Infinity;
    if (code === FLAT) {
      return nextLeaving({ history, need: window.need, width: ticksOfSeconds(value), after });
    }
    const newest = history.goods(window.need.worst).newest?.time ?? -Infinity;
    return ifAfter(newest + window.width, after);
  }

  #isStale(
    stream: number,
    { window, at, value }: { window: WindowCondition; at: Ticks; value: number },
  ): Truth {
    if (at - this.#newest(stream, window) >= ticksOfSeconds(value)) return TRUE;
    const isHeard = this.streams.newest.grade[stream] !== NOTHING;
    return isHeard || at <= this.standardFrom ? FALSE : UNKNOWN;
  }

  /** The time of the stream's newest sample; the deployment when there is none. */
  #newest(stream: number, { deployedAt }: WindowCondition): Ticks {
    const { grade, time } = this.streams.newest;
    return grade[stream] === NOTHING ? deployedAt : time[stream]!;
  }

  #view(row: number, at: Ticks, width: Ticks): WindowView | null {
    const window = this.conditions.windowOf(row),
      history = this.streams.history[this.conditions.stream[row]!];
    if (window === null || window.need === null || window.isUnfilled || !history) return null;
    const from = at - width, { need } = window;
    if (!(width > 0) || width > need.reach || !history.isKnownFrom(from, need)) return null;
    return { window, need, history, from, at, isFormer: at <= this.standardFrom };
  }
}

function ifAfter(time: Ticks, after: Ticks): Ticks {
  return time > after ? time : Infinity;
}

/** A change counts while it is inside the window, whose start is not part of it. */
function hasChanged({ need, history, from }: WindowView): Truth {
  const goods = history.goods(need.worst);
  if (goods.newest === null) return UNKNOWN;
  return truthOfBoolean(goods.hasChanged && goods.newest.time > from);
}

function hasChangedBy(view: WindowView, value: number): Truth {
  const { newest } = view.history.goods(view.need.worst);
  if (newest === null) return UNKNOWN;
  return truthOfBoolean(newest.time > view.from && differenceOf(view) > value);
}

/** The distance of the two newest good values; NaN without two. */
function differenceOf({ need, history }: WindowView): number {
  const { newest, before } = history.goods(need.worst);
  return newest === null || before === null ? NaN : Math.abs(Number(newest.value) - Number(before.value));
}

function isFlat(view: WindowView, tolerance: number): Truth {
  const range = rangeOf(view);
  return Number.isNaN(range) ? UNKNOWN : truthOfBoolean(range <= tolerance);
}

/** The range of the held values; NaN when part of the window is unknown, its end included. */
function rangeOf({ need, history, from, at }: WindowView): number {
  const track = history.track(need);
  if (!track.isHeldAt(at) || track.covered(from, at) < at - from) return NaN;
  return track.greatest(from) - track.least(from);
}

/** The next time at which a value leaves a window of this width. */
function nextLeaving(
  { history: { ring }, need, width, after }: {
    history: StreamHistory;
    need: HistoryNeed;
    width: Ticks;
    after: Ticks;
  },
): Ticks {
  if (!(width > 0)) return Infinity;
  const start = after - width, row = ring.lastAt(start);
  const next = row + 1 < ring.end ? ring.time[row + 1]! : Infinity;
  const aged = row >= ring.head && ring.grade[row]! <= need.worst ? ring.time[row]! + need.maxAge : Infinity;
  return Math.min(next, aged > start ? aged : Infinity) + width;
}

/** Whether the window's value is below (-1), above (1) or equal to (0) `value`; NaN means UNKNOWN. */
function signOf(code: Code, view: WindowView, { value, limit }: WindowOperands): number {
  const { need, history, from, at } = view;
  if (code === RATE) return Math.sign(rateOf(view) - value);
  if (code === COUNT) return Number.isNaN(limit) ? NaN : Math.sign(countOf(view, limit) - value);
  if (code === INCREASE) return increaseOf(view)?.compare(value) ?? NaN;
  if (code === TIMES) return Math.sign(timesOf(view) - value);
  const track = history.track(need);
  if (2 * track.covered(from, at) < at - from) return NaN;
  switch (code) {
    case MEAN:
      return track.compareMean(from, at, value);
    case SPREAD:
      return track.compareSpread(from, at, value);
    case LEAST:
      return signOfDifference(track.least(from), value);
    case GREATEST:
      return signOfDifference(track.greatest(from), value);
    default:
      code satisfies Exclude<Code, MeasureCode>;
      return NaN;
  }
}

/** The measured value; NaN means UNKNOWN. */
function measureOf(code: Code, view: WindowView, limit: number): number {
  const { need, history, from, at } = view;
  if (code === RATE) return rateOf(view);
  if (code === FLAT) return rangeOf(view);
  if (code === CHANGED_BY) return differenceOf(view);
  if (code === INCREASE) return increaseOf(view)?.value ?? NaN;
  if (code === TIMES) return timesOf(view);
  if (code === COUNT) return Number.isNaN(limit) ? NaN : countOf(view, limit);
  const track = history.track(need);
  if (2 * track.covered(from, at) < at - from) return NaN;
  switch (code) {
    case MEAN:
      return track.mean(from, at);
    case SPREAD:
      return track.spread(from, at);
    case LEAST:
      return track.least(from);
    case GREATEST:
      return track.greatest(from);
    default:
      code satisfies Exclude<Code, MeasureCode>;
      return NaN;
  }
}

/** Whether a code works on held values, not on single samples. */
export function isHeld(code: Code): boolean {
  if (code < STALE) return true;
  switch (code) {
    case STALE:
    case CHANGED:
    case CHANGED_BY:
    case RATE:
    case COUNT:
    case INCREASE:
    case TIMES:
      return false;
    case FLAT:
    case MEAN:
    case SPREAD:
    case LEAST:
    case GREATEST:
      return true;
    default:
      code satisfies Exclude<Code, WindowCode>;
      return true;
  }
}

/** Compares without a difference, which may be infinite for very great numbers. */
function signOfDifference(x: number, value: number): number {
  return x > value ? 1 : x < value ? -1 : 0;
}

/** Per second: of two samples half a window apart, else of the values held at the ends of the window. */
function rateOf({ need, history, from, at, isFormer }: WindowView): number {
  const { ring } = history;
  const newest = ring.newestUsable(need.worst), oldest = ring.firstUsableAfter(from, need.worst);
  const distance = oldest < newest ? ring.time[newest]! - ring.time[oldest]! : 0;
  if (oldest < newest && 2 * distance >= at - from) return slopeOf(ring, { oldest, newest, distance });
  const track = history.track(need);
  if (isFormer || !track.isHeldAt(from) || !track.isHeldAt(at)) return NaN;
  return slopeOf(ring, { oldest: ring.lastAt(from), newest: ring.lastAt(at), distance: at - from });
}

function slopeOf(
  { value }: HistoryRing,
  { oldest, newest, distance }: { oldest: number; newest: number; distance: Ticks },
): number {
  return (value[newest]! - value[oldest]!) / (distance / TICKS_PER_SECOND);
}

/** What a counter has counted; null: UNKNOWN, as while no value is held at the window's start. */
function increaseOf({ window: { counter }, need, history, from }: WindowView): CounterSum | null {
  if (counter === null || !history.track(need).isHeldAt(from)) return null;
  const { ring, epoch } = history, first = ring.lastAt(from) + 1;
  if (counter.sum?.canContinue({ ring, epoch, first }) !== true) {
    counter.sum = new CounterSum({ ring, epoch, first, worst: need.worst }, counter);
  }
  counter.sum.moveTo(first);
  return counter.sum.isFinite ? counter.sum : null;
}

/** How often the trigger has become TRUE. */
function timesOf({ window: { times }, need, history, from }: WindowView): number {
  if (times === null) return NaN;
  const span = { history, worst: need.worst, first: history.ring.lastAt(from) + 1 };
  if (times.count?.canContinue(span) !== true) times.count = new TriggerCount(span, times.trigger);
  times.count.moveTo(span.first);
  return times.count.value;
}

/** Continues the last count with the rows that came and left since. */
function countOf({ window, need, history: { ring, epoch }, from }: WindowView, limit: number): number {
  const first = ring.lastAt(from) + 1;
  let counted = window.counted;
  const canContinue = counted?.ring === ring && counted.epoch === epoch && counted.limit === limit;
  if (counted === null || !canContinue || first < counted.from || first > counted.to) {
    counted = window.counted = { ring, epoch, limit, from: first, to: first, count: 0 };
  }
  const isCounted = (row: number) => ring.grade[row]! <= need.worst && ring.value[row]! > limit;
  for (; counted.to < ring.end; counted.to++) if (isCounted(counted.to)) counted.count++;
  for (; counted.from < first; counted.from++) if (isCounted(counted.from)) counted.count--;
  return counted.count;
}
