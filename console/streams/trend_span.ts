/** The time span of a trend, kept in the address. */
export interface TrendSpan {
  /** A preset that ends now: `1h`; empty for a fixed span. */
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
const DEFAULT = RANGES[1];

/** The span in an address; by default the last hour. */
export function trendSpan({ range, from, to }: Readonly<Record<string, string>>): TrendSpan {
  const [fromMs, toMs] = [Date.parse(from ?? ""), Date.parse(to ?? "")];
  if (toMs - fromMs >= SHORTEST_MS) return { range: "", fromMs, toMs };
  const known = RANGES.find(({ name }) => name === range) ?? DEFAULT;
  return { range: known.name, fromMs: 0, toMs: 0 };
}

/** The address parameters of a span. */
export function spanQuery({ range, fromMs, toMs }: TrendSpan): Record<string, string> {
  if (range !== "") return range === DEFAULT.name ? {} : { range };
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** The span as times. */
export function spanAt({ range, fromMs, toMs }: TrendSpan, nowMs: number): { fromMs: number; toMs: number } {
  const preset = RANGES.find(({ name }) => name === range);
  return preset === undefined ? { fromMs, toMs } : { fromMs: nowMs - preset.ms, toMs: nowMs };
}

/** The span scaled around its middle. */
export function spanScaled(span: { fromMs: number; toMs: number }, factor: number, nowMs: number): TrendSpan {
  const middle = (span.fromMs + span.toMs) / 2;
  const half = Math.max(SHORTEST_MS, (span.toMs - span.fromMs) * factor) / 2;
  return { range: "", fromMs: middle - half, toMs: Math.min(nowMs, middle + half) };
}
