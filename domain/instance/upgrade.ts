import { type DeployedInstance, ruleBeganAt } from "../evaluation/types.ts";
import type { Ticks } from "../shared/time.ts";
import { isAlike } from "../template/difference.ts";
import { MOST_UPGRADES } from "../template/versions.ts";
import type { Deployment } from "./deployment.ts";
import type { InstanceRecord } from "./types.ts";

/**
 * The ids of the rules that continue over an upgrade with their state and open events: everything that
 * decides an event or is written into it is equal for this instance. Name and guidance may differ.
 */
export function keptRules(before: Deployment, after: Deployment): Set<string> {
  const old = new Map(before.instance.rules.map((rule, i) => [rule.ruleId, evaluatedBy(before, i)]));
  const rules = after.instance.rules.filter((rule, i) =>
    old.has(rule.ruleId) && isAlike(old.get(rule.ruleId), evaluatedBy(after, i))
  );
  return new Set(rules.map((rule) => rule.ruleId));
}

function evaluatedBy({ instance, texts, written }: Deployment, index: number): unknown {
  const { deployedAt: _, ...rule } = instance.rules[index]!;
  const { guidance: __, ...recorded } = texts[index]!;
  return { rule, texts: recorded, severity: written[index]!.severity };
}

/** The record of a deployed instance after an upgrade. `kept` comes from `keptRules`. */
export function upgradedRecord(
  record: InstanceRecord,
  { at, version, ruleIds, kept }: {
    at: string;
    version: number;
    ruleIds: readonly string[];
    kept: ReadonlySet<string>;
  },
): InstanceRecord {
  const from_version = record.template_version ?? version;
  const since = record.rules_since ?? {};
  const began = ruleIds.flatMap((id): [string, string][] => {
    const from = kept.has(id) ? since[id] : at;
    return from === undefined ? [] : [[id, from]];
  });
  return {
    ...record,
    template_version: version,
    upgrades: [...record.upgrades ?? [], { at, from_version }].slice(-MOST_UPGRADES),
    rules_since: Object.fromEntries(began),
  };
}

/** The record without the fields that only apply to the current deployment. */
export function withoutUpgrades(record: InstanceRecord): InstanceRecord {
  const { upgrades: _upgrades, rules_since: _since, ...kept } = record;
  return kept;
}

/** The versions that the current deployment uses or has used, among those stored; empty when undeployed. */
export function versionsInUse(record: InstanceRecord): number[] {
  const { is_deployed, template_version, upgrades = [] } = record;
  if (!is_deployed || template_version === null) return [];
  return [template_version, ...upgrades.map((upgrade) => upgrade.from_version)];
}

/** The latest start of a rule of a deployed instance. */
export function newestRuleAt(instance: DeployedInstance): Ticks {
  return instance.rules.reduce(
    (last, rule) => Math.max(last, ruleBeganAt(rule, instance)),
    instance.deployedAt,
  );
}
