import type { TrendView } from "./types.ts";

/** The shortest and the longest time that a chart shows; the longest is the server's. */
const SHORTEST_MS = 2_000, LONGEST_MS = 366 * 86_400_000;

interface Bounds {
  /** The end of the past; a view does not go beyond it. */
  latestMs: number;
}

/** The view moved by a time, not beyond now. */
export function pannedView(
  { fromMs, toMs }: TrendView,
  { byMs, latestMs }: Bounds & { byMs: number },
): TrendView {
  const by = Math.min(byMs, Math.max(0, latestMs - toMs));
  return { fromMs: fromMs + by, toMs: toMs + by };
}

/** The view scaled around a time; below 1 it shows less time. */
export function zoomedView(
  { fromMs, toMs }: TrendView,
  { factor, atMs, latestMs }: Bounds & { factor: number; atMs: number },
): TrendView {
  const width = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, (toMs - fromMs) * factor));
  const share = (atMs - fromMs) / (toMs - fromMs);
  const from = Math.min(atMs - width * share, Math.max(latestMs, toMs) - width);
  return { fromMs: from, toMs: from + width };
}

interface KeyPress {
  key: string;
  shiftKey: boolean;
}

/** What a key does to the view: Shift and an arrow move it by a quarter, + and − scale it around the cursor. */
export function viewAfterKey(
  { key, shiftKey }: KeyPress,
  { view, atMs, latestMs }: Bounds & { view: TrendView; atMs: number },
): TrendView | undefined {
  const step = (view.toMs - view.fromMs) / 4;
  if (shiftKey && key === "ArrowLeft") return pannedView(view, { byMs: -step, latestMs });
  if (shiftKey && key === "ArrowRight") return pannedView(view, { byMs: step, latestMs });
  const factor = { "+": 0.5, "=": 0.5, "-": 2, "−": 2 }[key];
  if (factor === undefined) return undefined;
  const isInside = atMs >= view.fromMs && atMs <= view.toMs;
  return zoomedView(view, { factor, atMs: isInside ? atMs : (view.fromMs + view.toMs) / 2, latestMs });
}

/** How far apart the ends of one time may be, as a share of its width. */
const SAME = 0.02;

/** Whether two views show the same time, but for what a live one has gone on meanwhile. */
export function isSameView(a: TrendView, b: TrendView): boolean {
  const most = (a.toMs - a.fromMs) * SAME;
  return Math.abs(a.fromMs - b.fromMs) <= most && Math.abs(a.toMs - b.toMs) <= most;
}
