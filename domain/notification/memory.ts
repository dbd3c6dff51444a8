import type {
  Changes,
  Escalation,
  NotificationGroup,
  NotificationState,
  RecipientBudget,
  Step,
  StoredNotificationState,
} from "./engine_types.ts";
import type { Ms } from "../shared/time.ts";
import { Timers } from "./timers.ts";
import { digestKey, escalationKey, groupKey, recipientKey } from "./state_keys.ts";

/** The state of the decision with its indexes, built from the stored records and changed by each step. */
export class NotificationMemory implements NotificationState {
  readonly escalations = new Map<string, Escalation>();
  readonly groups = new Map<string, NotificationGroup>();
  readonly budgets = new Map<string, RecipientBudget>();
  readonly byEvent = new Map<number, Set<string>>();
  readonly byDigest = new Map<string, Set<string>>();
  readonly waiting = new Map<string, Set<string>>();
  readonly unnotified = new Set<string>();
  readonly held = new Set<string>();
  readonly timers = new Timers();

  constructor(stored: StoredNotificationState = { escalations: [], groups: [], budgets: [] }) {
    for (const group of stored.groups) this.groups.set(groupKey(group), group);
    for (const budget of stored.budgets) this.budgets.set(recipientKey(budget), budget);
    for (const escalation of stored.escalations) this.#set(escalation);
  }

  /** Applies a step, once it is written. */
  apply({ escalations, groups, budgets }: Step): void {
    for (const key of escalations.removed) this.#remove(key);
    for (const escalation of escalations.set.values()) this.#set(escalation);
    applyTo(this.groups, groups);
    applyTo(this.budgets, budgets);
  }

  #set(escalation: Escalation): void {
    const key = escalationKey(escalation);
    this.#remove(key);
    this.escalations.set(key, escalation);
    addTo(this.byEvent, escalation.event_id, key);
    this.timers.set(key, timeOf(escalation));
    if (waitsForGroup(escalation)) addTo(this.waiting, groupKey(escalation), key);
    for (const digest of digestsOf(escalation)) addTo(this.byDigest, digest, key);
    if (escalation.untold_since_ms !== undefined) this.unnotified.add(key);
    if (escalation.held_since_ms !== undefined) this.held.add(key);
  }

  #remove(key: string): void {
    const before = this.escalations.get(key);
    if (before === undefined) return;
    this.escalations.delete(key);
    this.timers.set(key, null);
    this.unnotified.delete(key);
    this.held.delete(key);
    removeFrom(this.waiting, groupKey(before), key);
    removeFrom(this.byEvent, before.event_id, key);
    for (const digest of digestsOf(before)) removeFrom(this.byDigest, digest, key);
  }
}

/** When an escalation has something to do; null: not until its event changes. */
export function timeOf({ next_at_ms, hidden_until_ms = 0, forget_at_ms }: Escalation): Ms | null {
  return next_at_ms ?? (hidden_until_ms > 0 ? hidden_until_ms : forget_at_ms);
}

/** Whether the first message of a run is still to be sent, together with others of its group. */
export function waitsForGroup({ next_at_ms, step, reason }: Escalation): boolean {
  return next_at_ms !== null && step === 0 && (reason === "opened" || reason === "severity_raised");
}

/** The keys of the digests that name the event of an escalation, open and sent ones. */
function digestsOf({ told }: Escalation): string[] {
  return told.flatMap((one) => {
    const numbers = [one.digest ?? 0, one.again ?? 0].filter((number) => number > 0);
    return numbers.map((number) => digestKey(one, number));
  });
}

function applyTo<T>(records: Map<string, T>, { set, removed }: Changes<T>): void {
  for (const key of removed) records.delete(key);
  for (const [key, record] of set) records.set(key, record);
}

/** Adds a key to the set of an index at a place. */
export function addTo<K>(index: Map<K, Set<string>>, at: K, key: string): void {
  const found = index.get(at);
  if (found === undefined) index.set(at, new Set([key]));
  else found.add(key);
}

function removeFrom<K>(index: Map<K, Set<string>>, at: K, key: string): void {
  const found = index.get(at);
  found?.delete(key);
  if (found?.size === 0) index.delete(at);
}
