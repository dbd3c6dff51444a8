import { durationText } from "../parts/plant_time.ts";
import type { TrendLoading, TrendView } from "../parts/trend/types.ts";

/** The time span of a trend, kept in the address. */
export interface TrendSpan {
  /** A span that ends now: the preset `1h`, or a number of seconds, `90s`; empty for a fixed span. */
  range: string;
  /** Milliseconds since 1970; 0 for a preset. */
  fromMs: number;
  toMs: number;
}

const HOUR_MS = 3_600_000;
/** The shortest span when zooming. */
const SHORTEST_MS = 2_000;

export const RANGES: readonly { name: string; label: string; ms: number }[] = [
  { name: "15m", label: "15 min", ms: HOUR_MS / 4 },
  { name: "1h", label: "1 h", ms: HOUR_MS },
  { name: "8h", label: "8 h", ms: 8 * HOUR_MS },
  { name: "24h", label: "24 h", ms: 24 * HOUR_MS },
  { name: "7d", label: "7 d", ms: 168 * HOUR_MS },
  { name: "30d", label: "30 d", ms: 720 * HOUR_MS },
];
const DEFAULT = RANGES[1]!;
const LONGEST_MS = 366 * 24 * HOUR_MS;
/** A view that ends this close to now goes on with it, as a share of its width. */
const NEAR_NOW = 0.02;

/** The span in an address; by default the last hour. */
export function trendSpan({ range, from, to }: Readonly<Record<string, string>>): TrendSpan {
  const [fromMs, toMs] = [Date.parse(from ?? ""), Date.parse(to ?? "")];
  if (toMs - fromMs >= SHORTEST_MS) return { range: "", fromMs, toMs };
  const known = range === undefined || rangeMs(range) === undefined ? DEFAULT.name : range;
  return { range: known, fromMs: 0, toMs: 0 };
}

/** The length of a span that ends now. */
function rangeMs(range: string): number | undefined {
  const seconds = /^([1-9]\d{0,7})s$/.exec(range)?.[1];
  const ms = seconds === undefined ? RANGES.find(({ name }) => name === range)?.ms : Number(seconds) * 1_000;
  return ms !== undefined && ms >= SHORTEST_MS && ms <= LONGEST_MS ? ms : undefined;
}

/** The span of a view that a person has moved or scaled; it goes on with now when it was live and ends there. */
export function spanOfView(
  { fromMs, toMs }: TrendView,
  { isLive, nowMs }: { isLive: boolean; nowMs: number },
): TrendSpan {
  const width = toMs - fromMs, seconds = Math.round(width / 1_000);
  const goesOn = isLive && toMs >= nowMs - Math.max(5_000, width * NEAR_NOW);
  if (!goesOn) return { range: "", fromMs, toMs };
  const range = RANGES.find(({ ms }) => ms === seconds * 1_000)?.name ?? `${Math.max(2, seconds)}s`;
  return { range, fromMs: 0, toMs: 0 };
}

/** The address parameters of a span. */
export function spanQuery({ range, fromMs, toMs }: TrendSpan): Record<string, string> {
  if (range !== "") return range === DEFAULT.name ? {} : { range };
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** The span as times. */
export function spanAt({ range, fromMs, toMs }: TrendSpan, nowMs: number): TrendView {
  const ms = rangeMs(range);
  return ms === undefined ? { fromMs, toMs } : { fromMs: nowMs - ms, toMs: nowMs };
}

/** What a chart says while the span is read: `7 d`, `1 h 30 min`. */
export function loadingOf(span: TrendSpan): TrendLoading {
  const view = spanAt(span, Date.now()), ms = view.toMs - view.fromMs;
  return { what: RANGES.find((one) => one.ms === ms)?.label ?? durationText(ms), view };
}

/** Most points of all curves of a chart together, and of one. */
const MOST_POINTS = 8_000, FEWEST_OF_ONE = 400, MOST_OF_ONE = 2_000;

/** The points of a curve: one for each pixel as far as all curves allow it, in hundreds, so that answers are shared. */
export function pointsOf(
  { widthPx = MOST_OF_ONE, curves = 1 }: { widthPx?: number; curves?: number },
): number {
  const points = Math.min(widthPx, MOST_POINTS / Math.max(1, curves));
  return Math.max(FEWEST_OF_ONE, Math.min(MOST_OF_ONE, Math.floor(points / 100) * 100));
}

/** What is wrong with a span that a person typed; undefined when it can be read. */
export function spanProblem({ fromMs, toMs }: TrendView): string | undefined {
  if (!Number.isFinite(fromMs) || !Number.isFinite(toMs)) return "Enter both times";
  if (toMs <= fromMs) return "The end must be after the start";
  if (toMs - fromMs < SHORTEST_MS) return "Choose at least 2 seconds";
  return toMs - fromMs > LONGEST_MS ? "Choose at most 366 days" : undefined;
}
