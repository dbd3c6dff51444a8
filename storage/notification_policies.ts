import type { Actor } from "../domain/access/types.ts";
import type { PolicyTable } from "../domain/notification/engine_types.ts";
import type { Recipient } from "../domain/notification/types.ts";
import { everythingElse } from "../domain/notification_policy/everything_else.ts";
import { EVERYTHING_ELSE, NEW_POLICY, POLICY_LIMITS } from "../domain/notification_policy/limits.ts";
import { policyTable } from "../domain/notification_policy/match.ts";
import type {
  PolicyChange,
  PolicyDraft,
  PolicyMatch,
  PolicyOrderRecord,
  PolicyRecord,
  UnsavedPolicy,
} from "../domain/notification_policy/schema.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { type Issue, validationRefusal } from "../domain/shared/refusal.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import type { NotificationPolicies } from "./notification_policies_contract.ts";
import { missingReferences, personalPoints } from "./policy_references.ts";
import { removing } from "./recipient_uses.ts";
import {
  freshId,
  invalid,
  notFound,
  type NounContext,
  recordDecision,
  traces,
  unchanged,
  write,
} from "./write.ts";

/** Notification policies, read from memory. Their order is one record, which each commit that changes it rewrites. */
export class NotificationPolicyStore implements NotificationPolicies {
  /** Absent after a change of a policy, an area or a plant node. */
  #table: PolicyTable | undefined;

  constructor(readonly context: NounContext, readonly mirrors: Mirrors) {
    const { notificationPolicies, notificationPolicyOrder, areas, plantNodes } = mirrors;
    const forget = () => this.#table = undefined;
    notificationPolicies.onChange(forget);
    notificationPolicyOrder.onChange(forget);
    areas.onChange(forget);
    plantNodes.onChange(forget);
  }

  table(): PolicyTable {
    return this.#table ??= this.#tableOf(this.list());
  }

  asIfSaved(
    { id, place, ...draft }: UnsavedPolicy,
  ): { policies: readonly PolicyRecord[]; table: PolicyTable } {
    const before = id === null ? undefined : this.get(id);
    if (id === null && this.list().length >= POLICY_LIMITS.policies) throw tooMany();
    if (id !== null && before === undefined) {
      throw invalid("policy.id", `Notification policy ${id} does not exist; give null for a new one`);
    }
    const created = { created_at: isoFromMs(this.context.now()), created_by: "" };
    const record: PolicyRecord = { v: 1, ...created, ...before, ...distinct(draft), id: id ?? NEW_POLICY };
    const issues = this.#issues(record, before);
    if (issues.length > 0) {
      throw validationRefusal(issues.map(({ path, message }) => ({ path: `policy.${path}`, message })));
    }
    const ids = placed(this.#order(), { id: record.id, place });
    const policies = ids.flatMap((one) => one === record.id ? record : this.get(one) ?? []);
    return { policies, table: this.#tableOf(policies) };
  }

  list(): readonly PolicyRecord[] {
    return [...this.#order(), EVERYTHING_ELSE].flatMap((id) => this.get(id) ?? []);
  }

  get(id: number): PolicyRecord | undefined {
    return this.mirrors.notificationPolicies.get(id) ?? (id === EVERYTHING_ELSE ? everythingElse : undefined);
  }

  byName(name: string): PolicyRecord | undefined {
    return this.list().find((policy) => policy.name.toLowerCase() === name.toLowerCase());
  }

  missing(policy: PolicyRecord): Issue[] {
    return missingReferences(policy, { mirrors: this.mirrors });
  }

  create(draft: PolicyDraft, by: Actor): Promise<PolicyRecord> {
    const { context } = this;
    const nextId = freshId(context, "notification_policy");
    return write(context, async () => {
      const { checks, marks } = await this.#present();
      if (this.list().length >= POLICY_LIMITS.policies) throw tooMany();
      // The first id is that of "everything else".
      const id = EVERYTHING_ELSE + await nextId();
      const created_at = isoFromMs(context.now());
      const record: PolicyRecord = { v: 1, id, ...distinct(draft), created_at, created_by: by.name };
      this.#requireConsistent(record);
      const change = { action: "created", type: "notification_policy", id, by, after: record } as const;
      marks.push(orderMutation([...this.#order(), id]));
      return recordDecision(context, change, { key: keys.notificationPolicy(id), checks, marks });
    });
  }

  update(id: number, change: PolicyChange, by: Actor): Promise<PolicyRecord> {
    const { context } = this;
    return write(context, async () => {
      const { checks, marks } = await this.#present();
      const before = await this.#read(id, checks);
      const after: PolicyRecord = { ...before, ...distinct(change) };
      this.#requireConsistent(after, before);
      const traced = { action: "updated", type: "notification_policy", id, by, before, after } as const;
      return recordDecision(context, traced, { key: keys.notificationPolicy(id), checks, marks });
    });
  }

  remove(id: number, by: Actor): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const { checks, marks } = await this.#present();
      const before = await this.#read(id, checks);
      if (id === EVERYTHING_ELSE) throw lastStays();
      const change = {
        action: "deleted",
        type: "notification_policy",
        id,
        by,
        before,
        after: undefined,
      } as const;
      marks.push(orderMutation(this.#order().filter((one) => one !== id)));
      return recordDecision(context, change, { key: keys.notificationPolicy(id), checks, marks });
    });
  }

  reorder(ids: readonly number[], by: Actor): Promise<readonly PolicyRecord[]> {
    const { context } = this;
    return write(context, async () => {
      const { checks, marks } = await this.#present();
      const before = this.#order();
      requireSame(ids, before);
      const change = { action: "reordered", type: "notification_policy", id: "order", by } as const;
      const { mutations, frames } = traces(context, { ...change, before, after: ids });
      mutations.push(orderMutation(ids), ...marks);
      const result = [...ids, EVERYTHING_ELSE].flatMap((id) => this.get(id) ?? []);
      return { result, commit: { checks, mutations, frames } };
    });
  }

  #tableOf(policies: readonly PolicyRecord[]): PolicyTable {
    const { plantNodes, areas } = this.mirrors;
    return policyTable(policies, { nodes: plantNodes.list(), areas: areas.list() });
  }

  #order(): readonly number[] {
    return this.mirrors.notificationPolicyOrder.list()[0]?.policy_ids ?? [];
  }

  /**
   * The checks fail once a policy, an area, a recipient or the set of plant nodes changes, so those in memory are
   * complete. The marks make removals at the same time read again.
   */
  async #present(): Promise<{ checks: Check[]; marks: Mutation[] }> {
    const { store } = this.context;
    const read = [keys.notificationPolicies(), keys.areas(), keys.plantNodesGone(), keys.contactPoints()];
    const entries = await store.getMany(read);
    const recipients = await removing(this.context);
    return {
      checks: [...read.map((key, at) => unchanged(key, entries[at])), ...recipients.checks],
      marks: [CHANGED, ...recipients.mutations],
    };
  }

  async #read(id: number, checks: Check[]): Promise<PolicyRecord> {
    const key = keys.notificationPolicy(id);
    const entry = await this.context.store.get(key);
    if (entry === undefined && id !== EVERYTHING_ELSE) throw notFound("notification policy", id);
    checks.push(unchanged(key, entry));
    return entry === undefined ? everythingElse : kinds.notificationPolicy.read(entry.value);
  }

  #requireConsistent(policy: PolicyRecord, before?: PolicyRecord): void {
    const issues = this.#issues(policy, before);
    const named = this.byName(policy.name);
    if (named !== undefined && named.id !== policy.id) {
      const message = `A notification policy named "${named.name}" exists already; choose another name`;
      issues.push({ path: "name", message });
    }
    if (issues.length > 0) throw validationRefusal(issues);
  }

  /** What is wrong with a policy, whatever its name. */
  #issues(policy: PolicyRecord, before?: PolicyRecord): Issue[] {
    return [
      ...missingReferences(policy, { mirrors: this.mirrors, before }),
      ...personalPoints(policy, this.mirrors),
      ...policy.id === EVERYTHING_ELSE ? narrowed(policy) : [],
    ];
  }
}

const CHANGED: Mutation = { type: "sum", key: keys.notificationPolicies(), value: 0 };

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

function tooMany() {
  const most = POLICY_LIMITS.policies;
  return invalid(
    "",
    `${most} notification policies exist already, the most that are possible; delete one first`,
  );
}
