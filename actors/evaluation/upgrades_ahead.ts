import { streamsNamedBy } from "../../domain/evaluation/deployment/deployments.ts";
import { type BoundRule, type DeployedInstance, ruleBeganAt } from "../../domain/evaluation/types.ts";
import { comparisonsOf } from "../../domain/evaluation/judging/program.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { JournalEntry, OpenedEvent } from "./journal.ts";

/** The rules of an instance that began before an instant. */
export function rulesBefore(instance: DeployedInstance, at: Ticks): BoundRule[] {
  return instance.rules.filter((rule) => ruleBeganAt(rule, instance) < at);
}

/**
 * An instance with its rules of before an instant, and the streams that they name or that are `bound` anyway: a late
 * change of one is heard.
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
    ...rules.flatMap(({ expression }) => comparisonsOf(expression).flatMap(streamsNamedBy)),
  ]);
  return { ...instance, rules, streams: instance.streams.filter(({ id }) => named.has(id)) };
}

/**
 * The upgrades that a replay is yet to come to, by instance. What a rule that is no more had raised was written before
 * its upgrade: it is not judged again, and its instance is replayed with the rules alone that it still has.
 */
export class UpgradesAhead {
  readonly #at = new Map<number, Ticks[]>();

  take(entry: JournalEntry & { kind: "upgraded" }): void {
    const known = this.#at.get(entry.instanceId);
    if (known === undefined) this.#at.set(entry.instanceId, [entry.at]);
    else known.push(entry.at);
  }

  /** The instance as it is before all upgrades that are ahead. `bound`: the streams (ids) that the engine knows. */
  before(instance: DeployedInstance, bound: Iterable<number>): DeployedInstance {
    const ahead = this.#at.get(instance.instanceId) ?? [];
    return ahead.length === 0 ? instance : instanceBefore(instance, Math.min(...ahead), new Set(bound));
  }

  /** The instance as an upgrade leaves it, which is ahead no more. */
  pass(
    { instanceId, at }: { instanceId: number; at: Ticks },
    instance: DeployedInstance,
    bound: Iterable<number>,
  ): DeployedInstance {
    this.#at.set(instanceId, (this.#at.get(instanceId) ?? []).filter((each) => each > at));
    return this.before(instance, bound);
  }
}

/** Whether an event is one of a rule that its instance still has: not of one that an upgrade has replaced. */
export function isOfRules(
  { rules, deployedAt, deployment }: DeployedInstance,
  event: Pick<OpenedEvent, "deployment" | "ruleId" | "onset">,
): boolean {
  if (event.deployment !== deployment) return true;
  const rule = rules.find(({ ruleId }) => ruleId === event.ruleId);
  return rule !== undefined &&
    (rule.deployedAt === undefined || event.onset >= ruleBeganAt(rule, { deployedAt }));
}
