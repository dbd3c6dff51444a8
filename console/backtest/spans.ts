const HOUR_MS = 3_600_000;

export const BACKTEST_SPANS = [
  { name: "1h", label: "Last hour", ms: HOUR_MS },
  { name: "8h", label: "Last 8 hours", ms: 8 * HOUR_MS },
  { name: "24h", label: "Last 24 hours", ms: 24 * HOUR_MS },
  { name: "7d", label: "Last 7 days", ms: 168 * HOUR_MS },
  { name: "30d", label: "Last 30 days", ms: 720 * HOUR_MS },
] as const;
export type SpanName = (typeof BACKTEST_SPANS)[number]["name"];
export const DEFAULT_SPAN: SpanName = "8h";

/** The span of this name, or the default. */
export function spanNamed(name: string | undefined): SpanName {
  return BACKTEST_SPANS.find((span) => span.name === name)?.name ?? DEFAULT_SPAN;
}

/** The shortest span of at least so many hours, else the longest. */
export function spanFor(hours: number): SpanName {
  return (BACKTEST_SPANS.find(({ ms }) => ms >= hours * HOUR_MS) ?? BACKTEST_SPANS[4]).name;
}

/** The span as the API expects it. */
export function spanOf({ span, toMs }: { span: SpanName; toMs: number }): { from: string; to: string } {
  const { ms } = BACKTEST_SPANS.find(({ name }) => name === span) ?? BACKTEST_SPANS[2];
  return { from: new Date(toMs - ms).toISOString(), to: new Date(toMs).toISOString() };
}
