import { durationText } from "../parts/plant_time.ts";
import type { TrendBand, TrendLimit } from "../parts/trend/types.ts";
import { limitsOn, rulesOn } from "../streams/thresholds.ts";
import type { Backtest, BacktestEvent, Judged } from "./types.ts";

/** The thresholds on a stream, one line a value and severity. */
export function limitsOf(stream: string, { template, instances }: Judged): TrendLimit[] {
  const limits = instances.flatMap(({ bindings }) => limitsOn(stream, { template, bindings }));
  return [...new Map(limits.map((limit) => [`${limit.value} ${limit.severity}`, limit])).values()];
}

/** The events that rules on this stream raised. */
export function eventsOn(stream: string, { backtest, judged }: {
  backtest: Pick<Backtest, "events">;
  judged: Judged;
}): BacktestEvent[] {
  const { template } = judged;
  const rules = new Map(
    judged.instances.map(({ id, bindings }) => [id, rulesOn(stream, { template, bindings })]),
  );
  return backtest.events.filter(({ instance_id, rule_id }) => rules.get(instance_id)?.has(rule_id));
}

/** Whether a rule looks at a stream, in any of the instances. */
export function looksAt(stream: string, { ruleId, judged }: { ruleId: string; judged: Judged }): boolean {
  const { template, instances } = judged;
  return instances.some(({ bindings }) => rulesOn(stream, { template, bindings }).has(ruleId));
}

/** Their times; one that lasts goes on past the edge. */
export function bandsOf(events: readonly BacktestEvent[]): TrendBand[] {
  return events.map(({ start_time, end_time, severity }) => ({
    fromMs: Date.parse(start_time),
    toMs: end_time === null ? Number.MAX_SAFE_INTEGER : Date.parse(end_time),
    severity,
  }));
}

export interface Figure {
  name: string;
  value: string;
  note: string;
  /** The same of what it is held against. */
  before: string | null;
}

/** What a backtest comes to, beside what it is held against. */
export function figuresOf({ summary }: Backtest, base: Backtest | null): Figure[] {
  const old = base?.summary;
  const figure = (name: string, of: (figures: Backtest["summary"]) => string, note = ""): Figure => {
    const value = of(summary);
    const before = old === undefined ? null : of(old);
    return { name, value, note, before: before === value ? null : before };
  };
  return [
    figure("Events", ({ events }) => events.toLocaleString("en"), openNote(summary.active_at_end)),
    figure("A day", ({ rate_per_day }) => rateText(rate_per_day), "on average"),
    figure("Chattering", ({ chattering }) => chattering.toLocaleString("en"), ""),
    figure(
      "Time active",
      ({ active_share }) => shareText(active_share),
      lastingText(summary.active_seconds),
    ),
    figure("Blind", ({ blind_share }) => shareText(blind_share), lastingText(summary.blind_seconds)),
  ];
}

function openNote(open: number): string {
  return open === 0 ? "all over" : `${open.toLocaleString("en")} active still`;
}

function lastingText(seconds: number): string {
  return seconds === 0 ? "never" : durationText(seconds * 1_000);
}

export function rateText(perDay: number): string {
  if (perDay === 0) return "0";
  return perDay < 10 ? perDay.toFixed(1) : Math.round(perDay).toLocaleString("en");
}

/** `12 %`, `0.4 %`, `0 %`; what is there is never 0 %. */
export function shareText(share: number): string {
  const value = share * 100;
  if (value === 0) return "0 %";
  if (value < 0.1) return "< 0.1 %";
  return `${value >= 9.95 ? Math.round(value) : value.toFixed(1)} %`;
}
