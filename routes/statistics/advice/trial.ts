import { isCriticalAlarm } from "../../../domain/alarm_statistics/advice.ts";
import { deadbandsOf, type Threshold, thresholdOf } from "../../../domain/alarm_statistics/deadband.ts";
import { isCounted } from "../../../domain/alarm_statistics/fact.ts";
import {
  changedRule,
  changesOf,
  evaluatedChanges,
  type RuleChange,
} from "../../../domain/alarm_statistics/trial.ts";
import type { BacktestOrder, BacktestResult, BacktestUnit } from "../../../domain/backtest/types.ts";
import type { TriggerSample } from "../../../domain/event/types.ts";
import type { InstanceRecord } from "../../../domain/instance/types.ts";
import type { Rule } from "../../../domain/rule/types.ts";
import { invalid } from "../../../domain/shared/refusal.ts";
import { hoursBefore, type Ms, ticksFromMs } from "../../../domain/shared/time.ts";
import type { TemplateRecord } from "../../../domain/template/types.ts";
import { backtestOrder } from "../../rules/backtest/order.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { present } from "../../pipeline/route.ts";
import type { AlarmAdviceTrial } from "../views/schemas/alarm_advice.ts";

/** How many of an instance's newest events give their triggers. */
export const MOST_TRIGGERED = 1_000;

/** One backtest of a rule and of its changes. */
export interface Trial {
  instance: InstanceRecord;
  rule: Rule;
  /** Delays of critical and safety alarms are advised on request. */
  areDelaysAdvised: boolean;
  changes: RuleChange[];
  /** The stored rule, then each change. One read of the samples serves all of them. */
  order: BacktestOrder;
}

export interface TrialRequest {
  instance_id: number;
  rule_id: string;
  hours: number;
  /** Advises delays although the rule reports critical or safety alarms. */
  critical: boolean;
}

/** Throws all problems of the binding at once. */
export async function trialOf(
  deps: AppDeps,
  { instance_id, rule_id, hours, critical }: TrialRequest,
): Promise<Trial> {
  const { instances, templates } = deps.storage;
  const instance = present(instances.get(instance_id), { noun: "Instance", id: instance_id });
  const id = instance.template_id;
  const template = present(templates.get(id), { noun: "Template", id, code: "TEMPLATE_NOT_FOUND" });
  const rule = template.rules.find((each) => each.rule_id === rule_id);
  if (rule === undefined) {
    const message = `Rule "${rule_id}" does not exist in template "${template.name}"`;
    throw invalid("rule_id", message);
  }
  const toMs = deps.now(), sinceMs = hoursBefore(hours, toMs);
  const ordered = (of: Rule) =>
    orderOf(deps, { template: { ...template, rules: [of] }, instance, sinceMs, toMs });
  const stored = ordered(rule);
  const threshold = thresholdOf(stored.units[0]!.deployment);
  const changes = changesOf(rule, await deadbandsFor(deps, { threshold, instance, rule, sinceMs }));
  const changed = changes.map((change) => ordered(changedRule(rule, change, threshold)));
  const units = [stored, ...changed].map((order, place) => unitAt(order.units[0]!, place));
  const areDelaysAdvised = critical || !isCriticalAlarm(rule, template);
  return { instance, rule, areDelaysAdvised, changes, order: { ...stored, units } };
}

interface Ordered {
  template: TemplateRecord;
  instance: InstanceRecord;
  sinceMs: Ms;
  toMs: Ms;
}

function orderOf(deps: AppDeps, { template, instance, sinceMs, toMs }: Ordered): BacktestOrder {
  const span = { from: ticksFromMs(sinceMs), to: ticksFromMs(toMs) };
  return backtestOrder(deps, {
    template,
    at: "rule_id",
    instanceAt: () => "instance_id",
    body: { instance_ids: [instance.id], ...span, points: 0, stream: false },
  });
}

/** The units of one order need distinct ids. */
function unitAt({ instanceId, deployment }: BacktestUnit, place: number): BacktestUnit {
  const id = place + 1, { record, instance } = deployment;
  return {
    instanceId,
    deployment: { ...deployment, record: { ...record, id }, instance: { ...instance, instanceId: id } },
  };
}

interface Calmed {
  threshold: Threshold | undefined;
  instance: InstanceRecord;
  rule: Rule;
  sinceMs: Ms;
}

async function deadbandsFor(
  { storage }: AppDeps,
  { threshold, instance, rule, sinceMs }: Calmed,
): Promise<number[]> {
  if (threshold === undefined) return [];
  const filter = { instance_id: instance.id, sinceMs };
  const { rows } = await storage.events.list(filter, { limit: MOST_TRIGGERED, offset: 0 });
  const triggers = rows.flatMap((event): TriggerSample[] =>
    event.rule_id === rule.rule_id && isCounted(event) ? event.trigger : []
  );
  return deadbandsOf(threshold, triggers);
}

/** The result of a trial's backtest. */
export function trialView(
  { instance, rule, areDelaysAdvised, changes }: Trial,
  result: BacktestResult,
): AlarmAdviceTrial {
  const figures = result.rules.map(({ events, active_share }) => ({ events, active_share }));
  const stored = figures[0]!;
  const tried = evaluatedChanges(
    { stored, rule, areDelaysAdvised },
    changes.map((change, i) => ({ ...change, ...figures[i + 1]! })),
  );
  return {
    instance_id: instance.id,
    template_id: instance.template_id,
    rule_id: rule.rule_id,
    rule_name: rule.rule_name,
    from: result.from,
    to: result.to,
    stored,
    tried: tried.map(({ kind, amount, isAdvised, laterSeconds, ...change }) => ({
      kind,
      deadband: kind === "deadband" ? amount : null,
      seconds: kind === "deadband" ? null : amount,
      ...change,
      later_seconds: laterSeconds,
      is_advised: isAdvised,
    })),
    missing_streams: result.missing_streams,
  };
}
