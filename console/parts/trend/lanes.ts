import type { TrendAxes, TrendSeries } from "./types.ts";
import { usualRange, type ValueRange } from "./value_range.ts";

/** Curves over one value axis, or one row of states. */
export interface Lane {
  /** The numbers of the curves, in their order. */
  of: readonly number[];
  /** The unit of the axis; several if the curves differ in it. */
  units: readonly string[];
  isStates: boolean;
}

/** A curve whose values take up less of a common axis than this would look flat. */
const FLAT = 0.08;

/** Parts curves into lanes; the past of a curve is in its lane. */
export function lanesOf(series: readonly TrendSeries[], axes: TrendAxes): Lane[] {
  const lanes: number[][] = [];
  series.forEach((one, index) => {
    if (one.pastOf !== undefined) return;
    const lane = lanes.find((members) => isTogether(members.map((of) => series[of]!), one, axes));
    if (lane === undefined) lanes.push([index]);
    else lane.push(index);
  });
  return lanes.map((own) => {
    const past = series.flatMap(({ pastOf }, index) =>
      pastOf !== undefined && own.includes(pastOf) ? [index] : []
    );
    return {
      of: [...own, ...past],
      units: unitsOf(own.map((of) => series[of]!)),
      isStates: isState(series[own[0]!]!),
    };
  });
}

function isState({ states }: TrendSeries): boolean {
  return states !== undefined;
}

function isTogether(members: readonly TrendSeries[], one: TrendSeries, axes: TrendAxes): boolean {
  if (axes === "lanes" || isState(one) || members.some(isState)) return false;
  if (axes === "shared") return true;
  return members.every(({ unit }) => unit === one.unit) && noneIsFlat([...members, one]);
}

/** Whether all curves that move can be seen to move on a common axis. */
function noneIsFlat(curves: readonly TrendSeries[]): boolean {
  const ranges = curves.map(({ values, lows = [], highs = [] }) => usualRange([...values, ...lows, ...highs]))
    .filter((range) => range !== undefined);
  const whole = Math.max(...ranges.map(([, high]) => high)) - Math.min(...ranges.map(([low]) => low));
  return ranges.every(([low, high]) => high === low || (high - low) / whole >= FLAT);
}

function unitsOf(curves: readonly TrendSeries[]): string[] {
  return [...new Set(curves.flatMap(({ unit }) => unit ?? []))];
}

/** Where a lane's values are drawn, as shares of the plot's height from its top. */
export interface LaneBox {
  top: number;
  bottom: number;
}

/** A lane as it is drawn now. */
export interface DrawnLane extends Lane {
  box: LaneBox;
  range: ValueRange;
  /** The name of its scale. */
  scale: string;
}

/** The room for the times beneath the lanes. */
export const TIMES_PX = 40;
/** Above each lane stand its unit and, if there are several lanes, its name. */
export const LANE_HEAD_PX = 22;
const STATES_PX = 24, CURVES_PX = 72;

/** The height of a chart of these lanes: `height`, if they fit into it and are not all states. */
export function chartPx(lanes: readonly Lane[], height: number): number {
  const least = lanes.reduce(
    (sum, { isStates }) => sum + LANE_HEAD_PX + (isStates ? STATES_PX : CURVES_PX),
    TIMES_PX,
  );
  return lanes.every(({ isStates }) => isStates) ? least : Math.max(height, least);
}

/** States have rows of one height, the other lanes share what is left. */
export function laneBoxes(lanes: readonly Lane[], heightPx: number): LaneBox[] {
  const curves = lanes.filter(({ isStates }) => !isStates).length;
  const left = heightPx - lanes.length * LANE_HEAD_PX - (lanes.length - curves) * STATES_PX;
  let top = 0;
  return lanes.map(({ isStates }) => {
    const from = top + LANE_HEAD_PX;
    top = from + (isStates ? STATES_PX : left / curves);
    return { top: from / heightPx, bottom: top / heightPx };
  });
}

/** The range of a scale over the whole plot that puts `range` into the box. */
export function scaleOfBox(
  { min, max }: { min: number; max: number },
  { top, bottom }: LaneBox,
): [number, number] {
  const whole = (max - min) / (bottom - top);
  return [min - (1 - bottom) * whole, max + top * whole];
}
