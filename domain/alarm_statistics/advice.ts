import { OWN_ID } from "../event/own_event.ts";
import { SEVERITIES } from "../event/types.ts";
import type { Rule } from "../rule/types.ts";
import type { AlarmKey } from "./key_columns.ts";
import { type DelayKind, DELAYS, savedBy } from "./delay.ts";
import type { KeyDigest } from "./digest.ts";
import type { AlarmTable } from "./table.ts";
import type { Advice, AlarmSummary } from "./types.ts";

/**
 * A delay is advised for a rule with at least this many events, when it would have prevented at least this
 * share of them.
 */
export const FEWEST_EVENTS = 5;
export const WORTHWHILE = 0.5;

/** Shares of fewer events than this mean little. */
const FEWEST_FOR_SHARES = 50;
/** The limits that EEMUA 191 and ISA-18.2 call acceptable for one operator. */
const ACCEPTABLE = { ratePerTenMinutes: 1, floodShare: 0.01, badActorShare: 0.05, mixDistance: 0.1 };

/** The advice that follows from the figures of a part of the plant. */
export function figureAdvice(summary: Omit<AlarmSummary, "advice">): Advice[] {
  const { events, stale, rate, flood, badActorShare, badActors, mix } = summary;
  const isEnough = events >= FEWEST_FOR_SHARES;
  const topEvents = badActors.reduce((sum, actor) => sum + actor.events, 0);
  return [
    ...plain("stale", stale.active, stale.active > 0),
    ...plain("flood", events, flood.share > ACCEPTABLE.floodShare),
    ...plain("rate", events, isEnough && rate.average > ACCEPTABLE.ratePerTenMinutes),
    ...plain("bad_actors", topEvents, isEnough && badActorShare > ACCEPTABLE.badActorShare),
    ...plain("severity_mix", events, isEnough && mix.distance > ACCEPTABLE.mixDistance),
  ];
}

function plain(kind: Advice["kind"], events: number, holds: boolean): Advice[] {
  return holds
    ? [{ kind, isCritical: false, rule: null, seconds: null, events, expectedReduction: null }]
    : [];
}

/** For which rules delays are advised. */
export interface DelayScope {
  /** Rules that count as critical whatever their events: their severity or category says so. */
  isCritical: (key: AlarmKey) => boolean;
  /** Advises delays for critical and safety alarms too. */
  includeCritical: boolean;
  /** Rules with an `until`: how long an event lasts says nothing about how long its conditions were TRUE. */
  hasOwnEnd: (key: AlarmKey) => boolean;
}

/** No rule is critical by itself or has an `until`, and those with critical events get no advice. */
export const USUAL_SCOPE: DelayScope = {
  isCritical: () => false,
  includeCritical: false,
  hasOwnEnd: () => false,
};

const CRITICAL = SEVERITIES.indexOf("critical");
const SAFETY = "safety";

/** Whether a rule reports critical or safety alarms, as it is written. */
export function isCriticalAlarm(rule: Pick<Rule, "severity">, { category }: { category: string }): boolean {
  return rule.severity === "critical" || category === SAFETY;
}

/** Whether a rule of some instances is critical, raised a critical event, or belongs to the category safety. */
function areCritical(digests: readonly KeyDigest[], { isCritical }: DelayScope): boolean {
  return digests.some(({ key, severities }) =>
    key.category === SAFETY || severities[CRITICAL]! > 0 || isCritical(key)
  );
}

interface DelayInput {
  fromMs: number;
  scope: DelayScope;
}

/**
 * The shortest delay of each kind that would have prevented half of a rule's events, greatest reduction
 * first. The digests belong to one rule, of one or several instances. Andon's own events have no rule to
 * change.
 */
export function delayAdvice(
  table: AlarmTable,
  digests: readonly KeyDigest[],
  { fromMs, scope }: DelayInput,
): Advice[] {
  const isCritical = areCritical(digests, scope);
  if (isCritical && !scope.includeCritical) return [];
  const events = digests.reduce((sum, digest) => sum + digest.events, 0);
  if (events < FEWEST_EVENTS) return [];
  const { key } = digests[0]!, { instance_id, template_id, rule_id } = key;
  if (instance_id === OWN_ID || scope.hasOwnEnd(key)) return [];
  const found = (["off_delay", "on_delay"] as const).flatMap((kind: DelayKind): Advice[] => {
    for (const seconds of DELAYS[kind]) {
      const saved = digests.reduce((sum, one) => sum + savedBy(table, one, { kind, seconds, fromMs }), 0);
      if (saved < WORTHWHILE * events) continue;
      const rule = { template_id, rule_id };
      return [{ kind, isCritical, rule, seconds, events, expectedReduction: saved / events }];
    }
    return [];
  });
  return found.sort((a, b) => (b.expectedReduction ?? 0) - (a.expectedReduction ?? 0));
}

/**
 * The rules with the most events, each over all its instances, with a delay where one helps. Critical rules
 * are counted apart and come last.
 */
export function ruleAdvice(
  table: AlarmTable,
  digests: readonly KeyDigest[],
  { most, ...input }: DelayInput & { most: number },
): Advice[] {
  const own = digests.filter(({ key }) => !input.scope.hasOwnEnd(key));
  const rules = [...Map.groupBy(own, ({ key }) => ruleText(key)).values()]
    .map((ofRule) => ({ ofRule, events: ofRule.reduce((sum, { events }) => sum + events, 0) }))
    .sort((a, b) => b.events - a.events);
  return [false, true].flatMap((isCritical) =>
    rules.filter(({ ofRule }) => areCritical(ofRule, input.scope) === isCritical).slice(0, most)
  ).flatMap(({ ofRule }) => delayAdvice(table, ofRule, input));
}

function ruleText({ template_id, rule_id }: AlarmKey): string {
  return `${template_id}/${rule_id}`;
}
