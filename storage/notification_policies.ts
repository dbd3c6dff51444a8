import type { Actor } from "../domain/access/types.ts";
import type { PolicyTable } from "../domain/notification/engine_types.ts";
import type { Recipient } from "../domain/notification/types.ts";
import { everythingElse } from "../domain/notification_policy/everything_else.ts";
import {
  EVERYTHING_ELSE,
  NEW_POLICY,
  POLICY_LIMITS,
  UNTIL_ANSWERED,
} from "../domain/notification_policy/limits.ts";
import { policyTable } from "../domain/notification_policy/match.ts";
import type {
  PolicyChange,
  PolicyDraft,
  PolicyMatch,
  PolicyOrderRecord,
  PolicyRecord,
  UnsavedPolicy,
} from "../domain/notification_policy/schema.ts";
import type { Mutation } from "../domain/shared/commit.ts";
import { invalid, type Issue, missing, validationRefusal } from "../domain/shared/refusal.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { type NamedRecord, NamedRecords, type RecordChange, type Writes } from "./named_records.ts";
import { nouns } from "./nouns.ts";
import { missingReferences, personalPoints } from "./policy_references.ts";
import { type NounContext, traces, unchanged, write } from "./write.ts";

/** Notification policies, read from memory. Their order is one record, which each commit that changes it rewrites. */
export class NotificationPolicies extends NamedRecords<PolicyRecord, PolicyDraft, PolicyChange> {
  protected readonly noun = nouns.notificationPolicy;
  /** Absent after a change of a policy, an area or a plant node. */
  #table: PolicyTable | undefined;

  constructor(context: NounContext, mirrors: Mirrors) {
    super(context, mirrors);
    const { notificationPolicies, notificationPolicyOrder, areas, plantNodes } = mirrors;
    const forget = () => this.#table = undefined;
    notificationPolicies.onChange(forget);
    notificationPolicyOrder.onChange(forget);
    areas.onChange(forget);
    plantNodes.onChange(forget);
  }

  /** Prepared for matching, with the present plant. */
  table(): PolicyTable {
    return this.#table ??= this.#tableOf(this.list());
  }

  /**
   * The policies, in their order, and their table, as if this one were saved; a new one has the id NEW_POLICY. Writes
   * nothing. VALIDATION_FAILED as when it is saved, with paths below `policy`, but not for a taken name.
   */
  asIfSaved(
    { id, place, ...draft }: UnsavedPolicy,
  ): { policies: readonly PolicyRecord[]; table: PolicyTable } {
    const before = id === null ? undefined : this.get(id);
    if (id === null) this.requireRoom();
    if (id !== null && before === undefined) {
      throw invalid("policy.id", `${missing("notification policy", id)}; give null for a new one`);
    }
    const created = { created_at: isoFromMs(this.context.now()), created_by: "" };
    const record: PolicyRecord = { v: 1, ...created, ...before, ...distinct(draft), id: id ?? NEW_POLICY };
    const issues = this.issues(record, before);
    if (issues.length > 0) {
      throw validationRefusal(issues.map(({ path, message }) => ({ path: `policy.${path}`, message })));
    }
    const ids = placed(this.#order(), { id: record.id, place });
    const policies = ids.flatMap((one) => one === record.id ? record : this.get(one) ?? []);
    return { policies, table: this.#tableOf(policies) };
  }

  /** In their order; the last one is "everything else". */
  override list(): readonly PolicyRecord[] {
    return [...this.#order(), EVERYTHING_ELSE].flatMap((id) => this.get(id) ?? []);
  }

  override get(id: number): PolicyRecord | undefined {
    return this.mirrors.notificationPolicies.get(id) ?? (id === EVERYTHING_ELSE ? everythingElse : undefined);
  }

  /** What a policy names although it does not exist any more, by the path in the policy. */
  missing(policy: PolicyRecord): Issue[] {
    return missingReferences(policy, { mirrors: this.mirrors });
  }

  /** `ids`: all policies but the last one, else VALIDATION_FAILED. */
  reorder(ids: readonly number[], by: Actor): Promise<readonly PolicyRecord[]> {
    const { context } = this;
    return write(context, async () => {
      const commit = await this.begun();
      const before = this.#order();
      requireSame(ids, before);
      const change = { action: "reordered", type: "notification_policy", id: "order", by } as const;
      const { mutations, frames } = traces(context, { ...change, before, after: ids });
      commit.mutations.push(orderMutation(ids), ...mutations);
      const result = [...ids, EVERYTHING_ELSE].flatMap((id) => this.get(id) ?? []);
      return { result, commit: { ...commit, frames } };
    });
  }

  #tableOf(policies: readonly PolicyRecord[]): PolicyTable {
    const { plantNodes, areas } = this.mirrors;
    return policyTable(policies, { nodes: plantNodes.list(), areas: areas.list() });
  }

  #order(): readonly number[] {
    return this.mirrors.notificationPolicyOrder.list()[0]?.policy_ids ?? [];
  }

  protected made(draft: PolicyDraft, { v, id, ...created }: NamedRecord): PolicyRecord {
    return { v, id, ...distinct(draft), ...created };
  }

  protected override changed(before: PolicyRecord, change: PolicyChange): PolicyRecord {
    return { ...before, ...distinct(change) };
  }

  protected override issues(policy: PolicyRecord, before: PolicyRecord | undefined): Issue[] {
    return [
      ...missingReferences(policy, { mirrors: this.mirrors, before }),
      ...personalPoints(policy, this.mirrors),
      ...endless(policy),
      ...policy.id === EVERYTHING_ELSE ? narrowed(policy) : [],
    ];
  }

  /** A new policy is the last one before "everything else". */
  protected override along(
    { id, before, after }: RecordChange<PolicyRecord, unknown>,
    { mutations }: Writes,
  ): void {
    if (after === undefined && id === EVERYTHING_ELSE) throw lastStays();
    const others = this.#order().filter((one) => one !== id);
    if (after === undefined) mutations.push(orderMutation(others));
    else if (before === undefined) mutations.push(orderMutation([...others, id]));
  }

  /** The first id is that of "everything else". */
  protected override newId(): () => Promise<number> {
    const nextId = super.newId();
    return async () => EVERYTHING_ELSE + await nextId();
  }

  /** The last policy is stored once it is changed. */
  protected override async read(id: number, commit: Writes): Promise<PolicyRecord> {
    const key = keys.notificationPolicy(id);
    if (id !== EVERYTHING_ELSE || await this.context.store.get(key) !== undefined) {
      return await super.read(id, commit);
    }
    commit.checks.push(unchanged(key, undefined));
    return everythingElse;
  }
}

function orderMutation(policy_ids: readonly number[]): Mutation {
  const value: PolicyOrderRecord = { v: 1, policy_ids: [...policy_ids] };
  return { type: "set", key: keys.notificationPolicyOrder(), value };
}

/** Without repeats in its lists. */
function distinct<T extends PolicyChange>(given: T): T {
  const { match, steps, group_by, stop_on } = given;
  return {
    ...given,
    ...match && { match: distinctMatch(match) },
    ...group_by && { group_by: once(group_by) },
    ...stop_on && { stop_on: once(stop_on) },
    ...steps && { steps: steps.map(({ after_minutes, to }) => ({ after_minutes, to: recipientsOnce(to) })) },
  };
}

function distinctMatch(match: PolicyMatch): PolicyMatch {
  return {
    area_ids: once(match.area_ids),
    plant_node_ids: once(match.plant_node_ids),
    categories: once(match.categories),
    severities: once(match.severities),
    template_ids: once(match.template_ids),
    flags: once(match.flags),
  };
}

function once<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}

function recipientsOnce(to: readonly Recipient[]): Recipient[] {
  return [...new Map(to.map((one) => [`${one.kind}/${one.id}`, one])).values()];
}

/** The last policy takes everything and is the last one: neither can be changed. */
function narrowed({ match, continue: goesOn }: PolicyRecord): Issue[] {
  const issues: Issue[] = Object.entries(match).filter(([, list]) => list.length > 0).map(([name]) => ({
    path: `match.${name}`,
    message: "Must be empty: the last policy takes every event",
  }));
  if (goesOn) issues.push({ path: "continue", message: "Must be false: no policy follows the last one" });
  return issues;
}

/** Rounds without an end need something that stops them also once the event is over, and a distance. */
function endless({ repeat, stop_on, repeat_interval_minutes }: PolicyRecord): Issue[] {
  if (repeat !== UNTIL_ANSWERED) return [];
  const { min } = POLICY_LIMITS.endlessIntervalMinutes, issues: Issue[] = [];
  if (!stop_on.includes("acknowledge") && !stop_on.includes("close")) {
    issues.push({
      path: "stop_on",
      message: `Must name acknowledge or close where repeat is "${UNTIL_ANSWERED}"`,
    });
  }
  if (repeat_interval_minutes < min) {
    issues.push({
      path: "repeat_interval_minutes",
      message: `Must be at least ${min} where repeat is "${UNTIL_ANSWERED}"`,
    });
  }
  return issues;
}

/** The ids of all policies in their order, with one policy at its place. */
function placed(order: readonly number[], { id, place }: { id: number; place?: number }): number[] {
  if (id === EVERYTHING_ELSE) {
    if (place === undefined) return [...order, EVERYTHING_ELSE];
    throw invalid("policy.place", "Must be absent: the last policy stays the last one");
  }
  const others = order.filter((one) => one !== id), most = others.length;
  const present = order.indexOf(id), at = place ?? (present < 0 ? most : present);
  if (at > most) {
    throw invalid(
      "policy.place",
      `Place ${at} does not exist; the last one before "everything else" is ${most}`,
    );
  }
  return [...others.toSpliced(at, 0, id), EVERYTHING_ELSE];
}

function requireSame(ids: readonly number[], present: readonly number[]): void {
  const at = ids.findIndex((id) => !present.includes(id));
  if (at >= 0) {
    throw invalid(`policy_ids.${at}`, `Notification policy ${ids[at]} does not exist or is the last one`);
  }
  const left = present.find((id) => !ids.includes(id));
  if (left !== undefined) {
    throw invalid("policy_ids", `Must name all policies; notification policy ${left} is missing`);
  }
}

function lastStays() {
  return invalid("id", "The last policy takes every event that no other one takes, and cannot be deleted");
}
