import type { NumberOrReference } from "../rule/constants.ts";
import type { Rule } from "../rule/types.ts";
import { FEWEST_EVENTS, WORTHWHILE } from "./advice.ts";
import { DELAYS } from "./delay.ts";
import type { Threshold } from "./deadband.ts";

/**
 * A change of a rule that may reduce its events: the new delay in seconds, or the new deadband in the
 * stream's unit.
 */
export interface RuleChange {
  kind: "on_delay" | "off_delay" | "deadband";
  amount: number;
}

/** The figures of a rule in a backtest. */
export interface TrialFigures {
  events: number;
  active_share: number;
}

export interface TriedChange extends RuleChange, TrialFigures {
  /**
   * Share of the stored rule's events that the change prevents. Null without events; negative when it adds
   * events.
   */
  reduction: number | null;
  /** By how many seconds later people hear of an event. */
  laterSeconds: number;
  isAdvised: boolean;
}

/**
 * Longer delays than the rule's own, unless that is a constant of the machine, and deadbands; smallest first of each
 * kind. An event with an `until` that is TRUE only for a moment would never end with an off-delay.
 */
export function changesOf(rule: Rule, deadbands: readonly number[]): RuleChange[] {
  const longer = (kind: "on_delay" | "off_delay", seconds: NumberOrReference) =>
    DELAYS[kind].filter((each) => typeof seconds === "number" && each > seconds).map((
      amount,
    ): RuleChange => ({ kind, amount }));
  return [
    ...deadbands.map((amount): RuleChange => ({ kind: "deadband", amount })),
    ...longer("on_delay", rule.on_delay_seconds),
    ...rule.until === null ? longer("off_delay", rule.off_delay_seconds) : [],
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

/**
 * Compares the changes that were tried. The smallest of each kind that prevents half of the events is
 * advised; a delay only where `areDelaysAdvised`.
 */
export function evaluatedChanges(
  { stored, rule, areDelaysAdvised }: {
    stored: TrialFigures;
    rule: Pick<Rule, "on_delay_seconds">;
    areDelaysAdvised: boolean;
  },
  tried: readonly (RuleChange & TrialFigures)[],
): TriedChange[] {
  const advised = new Set<RuleChange["kind"]>();
  return tried.map((change): TriedChange => {
    const reduction = stored.events === 0 ? null : (stored.events - change.events) / stored.events;
    const isAdvised = stored.events >= FEWEST_EVENTS && reduction !== null && reduction >= WORTHWHILE &&
      !advised.has(change.kind) && (areDelaysAdvised || change.kind === "deadband");
    if (isAdvised) advised.add(change.kind);
    const laterSeconds = change.kind === "on_delay" ? change.amount - Number(rule.on_delay_seconds) : 0;
    return { ...change, reduction, laterSeconds, isAdvised };
  });
}
