import { adviceText } from "../../../domain/alarm_statistics/advice_text.ts";
import type { AlarmKey } from "../../../domain/alarm_statistics/key_columns.ts";
import { FLEETING_MS, STALE_MS } from "../../../domain/alarm_statistics/digest.ts";
import { FLOOD_ABOVE, FLOOD_BELOW } from "../../../domain/alarm_statistics/flood.ts";
import { PRIORITY_OF, RECOMMENDED_MIX } from "../../../domain/alarm_statistics/mix.ts";
import type { AlarmGroup, AlarmStatistics } from "../../../domain/alarm_statistics/statistics.ts";
import { ranMs } from "../../../domain/alarm_statistics/span.ts";
import type { Advice, AlarmSummary, BadActor } from "../../../domain/alarm_statistics/types.ts";
import { displayNameOf, readableName } from "../../../domain/rule/display_name.ts";
import type { Rule } from "../../../domain/rule/types.ts";
import { OWN_ID, OWN_NAME } from "../../../domain/event/own_event.ts";
import { categoryHead, templateHead } from "../../../domain/event/wall_head.ts";
import { isoFromMs, isoOrNull } from "../../../domain/shared/time.ts";
import type { AppDeps } from "../../pipeline/deps.ts";

export type ShownStatistics = AlarmStatistics<"plant_nodes" | "templates" | "categories">;
export type AlarmStatisticsView = ReturnType<typeof alarmStatisticsView>;

/** Alarm statistics for a client. */
export function alarmStatisticsView(deps: AppDeps, hours: number, statistics: ShownStatistics) {
  const { storage } = deps;
  const { span, summary, series, floods, stale, groups } = statistics;
  const templateTitle = (id: string) => templateHead(Number(id), storage.templates.get(Number(id))).title;
  const nodeTitle = (flocId: string) => storage.plant.get(flocId)?.name ?? flocId;
  return {
    hours,
    from: isoFromMs(span.fromMs),
    generated_at: isoFromMs(span.nowMs),
    running_seconds: ranMs(span) / 1_000,
    rules: RULES,
    ...summaryView(deps, summary),
    bad_actors: summary.badActors.map((actor) => ({
      ...actorView(deps, actor),
      advice: actor.advice.map((advice) => adviceView(deps, advice)),
    })),
    series: {
      minutes: series.minutes,
      points: series.points.map(({ startMs, ...point }) => ({ start: isoFromMs(startMs), ...point })),
    },
    floods: floods.map(({ startMs, endMs, ...flood }) => ({
      start: isoFromMs(startMs),
      end: isoOrNull(endMs),
      ...flood,
    })),
    stale_events: stale.map(({ key, sinceMs }) => ({ ...keyView(deps, key), since: isoFromMs(sinceMs) })),
    plant_nodes: groupsView(deps, groups.plant_nodes, nodeTitle),
    templates: groupsView(deps, groups.templates, templateTitle),
    categories: groupsView(deps, groups.categories, (category) => categoryHead(category).title),
  };
}

/** The group of Andon's own events, named as on the event wall. */
const OWN_GROUP = String(OWN_ID);

/** By what is counted. */
const RULES = {
  interval_minutes: 10,
  flood_above: FLOOD_ABOVE,
  flood_below: FLOOD_BELOW,
  fleeting_seconds: FLEETING_MS / 1_000,
  stale_hours: STALE_MS / 3_600_000,
  priority_of: PRIORITY_OF,
  recommended_mix: RECOMMENDED_MIX,
};

function groupsView(
  deps: AppDeps,
  { total, shown }: { total: number; shown: AlarmGroup[] },
  titleOf: (group: string) => string,
) {
  const groups = shown.map(({ group, summary }) => ({
    key: group === OWN_GROUP ? OWN_NAME : group,
    title: titleOf(group),
    ...summaryView(deps, summary),
    bad_actors: summary.badActors.map((actor) => actorView(deps, actor)),
  }));
  return { total, groups };
}

function summaryView(deps: AppDeps, summary: Omit<AlarmSummary, "badActors">) {
  const { events, rate, flood, badActorShare, chattering, fleeting, stale, mix, advice } = summary;
  return {
    events,
    rate: { average: rounded(rate.average), peak: rate.peak, peak_at: isoOrNull(rate.peakAtMs) },
    flood: { share: rounded(flood.share), count: flood.count, longest_seconds: flood.longestMs / 1_000 },
    bad_actor_share: rounded(badActorShare),
    chattering: { events: chattering.events, rules: chattering.keys },
    fleeting: { events: fleeting.events, rules: fleeting.keys },
    stale,
    severities: {
      counts: mix.counts,
      shares: {
        low: rounded(mix.shares.low),
        medium: rounded(mix.shares.medium),
        high: rounded(mix.shares.high),
      },
      distance: rounded(mix.distance),
    },
    advice: advice.map((each) => adviceView(deps, each)),
  };
}

function actorView(deps: AppDeps, { key, ...figures }: BadActor) {
  const { events, share, chattering, fleeting, stale } = figures;
  return {
    ...keyView(deps, key),
    events,
    share: rounded(share),
    is_chattering: chattering > 0,
    chattering,
    fleeting,
    stale,
  };
}

/** The names of a rule and its instance; null if deleted. */
function keyView({ storage }: AppDeps, key: AlarmKey) {
  const { instance_id, rule_id, template_id, category, plant_node_floc_id } = key;
  const ids = { rule_id, category, plant_node_floc_id };
  if (instance_id === OWN_ID) {
    const names = { instance_name: OWN_NAME, rule_name: null, display_name: readableName(rule_id) };
    return { instance_id: null, template_id: null, ...ids, ...names };
  }
  const rule = storedRule({ storage }, { template_id, rule_id });
  return {
    instance_id,
    template_id,
    ...ids,
    instance_name: storage.instances.get(instance_id)?.instance_name ?? null,
    rule_name: rule?.rule_name ?? null,
    display_name: nameInWords(rule, rule_id),
  };
}

function nameInWords(rule: Rule | undefined, ruleId: string): string {
  return rule === undefined ? readableName(ruleId) : displayNameOf(rule);
}

function storedRule(
  { storage }: Pick<AppDeps, "storage">,
  { template_id, rule_id }: Pick<AlarmKey, "template_id" | "rule_id">,
): Rule | undefined {
  return storage.templates.get(template_id)?.rules.find((rule) => rule.rule_id === rule_id);
}

/** By how many seconds at most an advised delay exceeds the rule's present one, which each machine may have of its own. */
function addedSeconds({ kind, seconds }: Advice, rule: Rule | undefined): number {
  if (kind !== "on_delay" && kind !== "off_delay") return 0;
  const present = rule?.[`${kind}_seconds`];
  return Math.max(0, (seconds ?? 0) - (typeof present === "number" ? present : 0));
}

function adviceView(deps: AppDeps, advice: Advice) {
  const { kind, isCritical, rule, seconds, events, expectedReduction } = advice;
  const stored = rule === null ? undefined : storedRule(deps, rule);
  const added = addedSeconds(advice, stored);
  return {
    kind,
    text: adviceText(advice, { name: nameInWords(stored, rule?.rule_id ?? ""), addedSeconds: added }),
    is_critical: isCritical,
    later_seconds: seconds === null ? null : kind === "on_delay" ? added : 0,
    template_id: rule?.template_id ?? null,
    rule_id: rule?.rule_id ?? null,
    seconds,
    events,
    expected_reduction: expectedReduction === null ? null : rounded(expectedReduction),
    basis: expectedReduction === null ? null : "events" as const,
  };
}

/** Rounds a share: more decimals are not meaningful. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
