import type { Rule } from "../rule/types.ts";
import { FEWEST_EVENTS, WORTHWHILE } from "./advice.ts";
import { DELAYS } from "./delay.ts";
import type { Threshold } from "./deadband.ts";

/** A change of a rule that may make its events fewer: seconds of a delay in all, or a deadband in the stream's unit. */
export interface RuleChange {
  kind: "on_delay" | "off_delay" | "deadband";
  amount: number;
}

/** What a backtest shows of a rule. */
export interface TrialFigures {
  events: number;
  active_share: number;
}

export interface TriedChange extends RuleChange, TrialFigures {
  /** The share of the stored rule's events that do not come; null where it has none, negative where more come. */
  reduction: number | null;
  isAdvised: boolean;
}

/** The delays that are longer than the rule's own, and the deadbands; smallest first of each kind. */
export function changesOf(rule: Rule, deadbands: readonly number[]): RuleChange[] {
  const longer = (kind: "on_delay" | "off_delay", seconds: number) =>
    DELAYS[kind].filter((each) => each > seconds).map((amount): RuleChange => ({ kind, amount }));
  return [
    ...deadbands.map((amount): RuleChange => ({ kind: "deadband", amount })),
    ...longer("on_delay", rule.on_delay_seconds),
    ...longer("off_delay", rule.off_delay_seconds),
  ];
}

export function changedRule(rule: Rule, { kind, amount }: RuleChange, threshold?: Threshold): Rule {
  switch (kind) {
    case "on_delay":
      return { ...rule, on_delay_seconds: amount };
    case "off_delay":
      return { ...rule, off_delay_seconds: amount };
    case "deadband":
      return {
        ...rule,
        conditions: rule.conditions.map((condition, place) =>
          place === threshold?.place && "operator" in condition
            ? { ...condition, deadband: amount }
            : condition
        ),
      };
  }
}

/** Sets beside each other what was tried: of each kind the smallest that spares half of the events is advised. */
export function judgedChanges(
  stored: TrialFigures,
  tried: readonly (RuleChange & TrialFigures)[],
): TriedChange[] {
  const advised = new Set<RuleChange["kind"]>();
  return tried.map((change): TriedChange => {
    const reduction = stored.events === 0 ? null : (stored.events - change.events) / stored.events;
    const isAdvised = stored.events >= FEWEST_EVENTS && reduction !== null && reduction >= WORTHWHILE &&
      !advised.has(change.kind);
    if (isAdvised) advised.add(change.kind);
    return { ...change, reduction, isAdvised };
  });
}
