import { streamsNamedBy } from "../../domain/evaluation/deployment/deployments.ts";
import { type BoundRule, type DeployedInstance, ruleBeganAt } from "../../domain/evaluation/types.ts";
import { comparisonsOfRule } from "../../domain/evaluation/evaluating/program.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { JournalEntry, OpenedEvent } from "./journal.ts";

/** The rules of an instance that began before an instant. */
export function rulesBefore(instance: DeployedInstance, at: Ticks): BoundRule[] {
  return instance.rules.filter((rule) => ruleBeganAt(rule, instance) < at);
}

/**
 * An instance with the rules that began before an instant, and the streams that these use or that are `bound` anyway,
 * whose late changes count too.
 */
function instanceBefore(
  instance: DeployedInstance,
  at: Ticks,
  bound: ReadonlySet<number>,
): DeployedInstance {
  const rules = rulesBefore(instance, at);
  if (rules.length === instance.rules.length) return instance;
  const named = new Set([
    ...bound,
    ...rules.flatMap((rule) => comparisonsOfRule(rule).flatMap(streamsNamedBy)),
  ]);
  return { ...instance, rules, streams: instance.streams.filter(({ id }) => named.has(id)) };
}

/**
 * The upgrades that a replay has not reached, by instance. Removed rules are not replayed, because their events were
 * written before the upgrade.
 */
export class PendingUpgrades {
  readonly #at = new Map<number, Ticks[]>();

  take(entry: JournalEntry & { kind: "upgraded" }): void {
    const known = this.#at.get(entry.instanceId);
    if (known === undefined) this.#at.set(entry.instanceId, [entry.at]);
    else known.push(entry.at);
  }

  /** The instance before all pending upgrades. `bound`: the stream ids that the engine knows. */
  before(instance: DeployedInstance, bound: Iterable<number>): DeployedInstance {
    const ahead = this.#at.get(instance.instanceId) ?? [];
    return ahead.length === 0 ? instance : instanceBefore(instance, Math.min(...ahead), new Set(bound));
  }

  /** Removes an upgrade that the replay has reached, and returns the instance after it. */
  pass(
    { instanceId, at }: { instanceId: number; at: Ticks },
    instance: DeployedInstance,
    bound: Iterable<number>,
  ): DeployedInstance {
    this.#at.set(instanceId, (this.#at.get(instanceId) ?? []).filter((each) => each > at));
    return this.before(instance, bound);
  }
}

/** Whether the rule of an event still exists in its instance, not replaced by an upgrade. */
export function isOfRules(
  { rules, deployedAt, deployment }: DeployedInstance,
  event: Pick<OpenedEvent, "deployment" | "ruleId" | "onset">,
): boolean {
  if (event.deployment !== deployment) return true;
  const rule = rules.find(({ ruleId }) => ruleId === event.ruleId);
  return rule !== undefined &&
    (rule.deployedAt === undefined || event.onset >= ruleBeganAt(rule, { deployedAt }));
}
