import { displayNameOf, readableName } from "../../domain/rule/display_name.ts";
import { numberText, percentText } from "../parts/numbers.ts";
import { durationText } from "../parts/plant_time.ts";
import type { TrendBand, TrendLimit } from "../parts/trend/types.ts";
import { limitsOn, rulesOn, withoutDoubles } from "../streams/thresholds.ts";
import type { EventNames } from "../parts/machine.ts";
import type { Backtest, BacktestEvent, EvaluatedRules } from "./types.ts";

type OfInstance = Pick<BacktestEvent, "instance_id" | "template_instance">;

/** Names the machine of an event or a rule's figures; "" for bindings that no instance has. */
export function machinesOf(
  { events }: Pick<Backtest, "events">,
  { machineOf }: Pick<EventNames, "machineOf">,
): (of: OfInstance) => string {
  const nodes = new Map(events.map((event) => [event.instance_id, event.plant_node_floc_id]));
  return ({ instance_id, template_instance }) =>
    template_instance === null
      ? ""
      : machineOf({ template_instance, plant_node_floc_id: nodes.get(instance_id) ?? null }).machine;
}

/** Says what a rule finds wrong: its display name, or a readable form of the name. */
export function ruleNames({ rules }: Pick<EvaluatedRules["template"], "rules">): (ruleId: string) => string {
  const names = new Map(rules.map((rule) => [rule.rule_id, displayNameOf(rule)]));
  return (ruleId) => names.get(ruleId) ?? readableName(ruleId);
}

/** The thresholds on a stream, one line per value and severity. */
export function limitsOf(stream: string, { template, instances }: EvaluatedRules): TrendLimit[] {
  return withoutDoubles(instances.flatMap(({ bindings }) => limitsOn(stream, { template, bindings })));
}

/** The events raised by rules that use this stream. */
export function eventsOn(stream: string, { backtest, evaluated }: {
  backtest: Pick<Backtest, "events">;
  evaluated: EvaluatedRules;
}): BacktestEvent[] {
  const { template } = evaluated;
  const rules = new Map(
    evaluated.instances.map(({ id, bindings }) => [id, rulesOn(stream, { template, bindings })]),
  );
  return backtest.events.filter(({ instance_id, rule_id }) => rules.get(instance_id)?.has(rule_id));
}

/** Whether a rule uses a stream in any of the instances. */
export function usesStream(
  stream: string,
  { ruleId, evaluated }: { ruleId: string; evaluated: EvaluatedRules },
): boolean {
  const { template, instances } = evaluated;
  return instances.some(({ bindings }) => rulesOn(stream, { template, bindings }).has(ruleId));
}

/** The times of events as bands; an active one extends past the right edge. */
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
  /** The value of the baseline; null when there is none or it is the same. */
  before: string | null;
}

/** The figures of a backtest, compared with those of the baseline. */
export function figuresOf({ summary }: Backtest, baseline: Backtest | null): Figure[] {
  const old = baseline?.summary;
  const figure = (name: string, of: (figures: Backtest["summary"]) => string, note = ""): Figure => {
    const value = of(summary);
    const before = old === undefined ? null : of(old);
    return { name, value, note, before: before === value ? null : before };
  };
  return [
    figure("Events", ({ events }) => numberText(events), openNote(summary.active_at_end)),
    figure("Events per day", ({ rate_per_day }) => rateText(rate_per_day), "on average"),
    figure("Chattering", ({ chattering }) => numberText(chattering), ""),
    figure(
      "Time active",
      ({ active_share }) => percentText(active_share),
      lastingText(summary.active_seconds),
    ),
    figure("No data", ({ blind_share }) => percentText(blind_share), lastingText(summary.blind_seconds)),
  ];
}

function openNote(open: number): string {
  return open === 0 ? "all ended" : `${numberText(open)} still active`;
}

function lastingText(seconds: number): string {
  return seconds === 0 ? "never" : durationText(seconds * 1_000);
}

/** A rate by itself: `0`, `4.2`, `40`. */
export function rateText(perDay: number): string {
  if (perDay === 0) return "0";
  return perDay < 10 ? perDay.toFixed(1) : numberText(Math.round(perDay));
}
