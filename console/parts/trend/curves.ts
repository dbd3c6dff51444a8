import type uPlot from "uplot";
import type { ThemeColours } from "./draw.ts";
import type { DrawnLane } from "./lanes.ts";
import type { TrendSeries } from "./types.ts";

const COLOURS = 4;
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3], [14, 5]];

export function traceName(index: number): string {
  return `--trace${index % COLOURS + 1}`;
}

export function traceDash(index: number): number[] {
  return [...DASHES[Math.floor(index / COLOURS) % DASHES.length]!];
}

/** With more curves in its lane, only the chosen one has its full colour and its range. */
const MOST_FULL = 6;

interface Placed {
  index: number;
  series: readonly TrendSeries[];
  lane: DrawnLane;
  chosen: number;
}

export function isFaint(
  { index, series, lane, chosen }: Placed,
): boolean {
  return lane.of.length > MOST_FULL && index !== chosen && series[index]!.pastOf !== chosen;
}

/** The line of a curve and the edges of its range. */
export function curve(
  { index, series, lane, chosen }: Placed,
  colours: ThemeColours,
): uPlot.Series[] {
  const { scale } = lane;
  const { pastOf } = series[index]!;
  const name = traceName(pastOf ?? index), isPast = pastOf !== undefined;
  const faint = isFaint({ index, series, lane, chosen });
  const opacity = faint ? 0.3 : isPast ? 0.7 : 1;
  const line: uPlot.Series = {
    scale,
    stroke: () => colours.of(name, opacity),
    width: isPast ? 1 : index === chosen ? 2 : 1.5,
    // Dashes of many steep curves take longer to draw than all else.
    dash: faint ? [] : isPast ? [4, 4] : traceDash(index),
    points: { show: false },
  };
  // The edges show an extreme that is too brief for the line.
  const edge: uPlot.Series = {
    scale,
    stroke: () => colours.of(name, 0.5),
    width: 1,
    points: { show: false },
    show: !faint && !isPast,
  };
  return [line, edge, edge];
}
