const HOUR_MS = 3_600_000;

export const BACKTEST_SPANS = [
  { name: "1h", label: "Last hour", ms: HOUR_MS },
  { name: "8h", label: "Last 8 hours", ms: 8 * HOUR_MS },
  { name: "24h", label: "Last 24 hours", ms: 24 * HOUR_MS },
  { name: "7d", label: "Last 7 days", ms: 168 * HOUR_MS },
  { name: "30d", label: "Last 30 days", ms: 720 * HOUR_MS },
] as const;
export type SpanName = (typeof BACKTEST_SPANS)[number]["name"];
export const USUAL_SPAN: SpanName = "8h";

/** The span of a name; the usual one where there is none. */
export function spanNamed(name: string | undefined): SpanName {
  return BACKTEST_SPANS.find((span) => span.name === name)?.name ?? USUAL_SPAN;
}

/** The span that holds so many hours, or the longest there is. */
export function spanFor(hours: number): SpanName {
  return (BACKTEST_SPANS.find(({ ms }) => ms >= hours * HOUR_MS) ?? BACKTEST_SPANS[4]).name;
}

/** As the interface takes it. */
export function spanOf({ span, toMs }: { span: SpanName; toMs: number }): { from: string; to: string } {
  const { ms } = BACKTEST_SPANS.find(({ name }) => name === span) ?? BACKTEST_SPANS[2];
  return { from: new Date(toMs - ms).toISOString(), to: new Date(toMs).toISOString() };
}
