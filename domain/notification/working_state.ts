import type { Ms } from "../shared/time.ts";
import type {
  Cancellation,
  Changes,
  DecisionContext,
  Escalation,
  Folded,
  NotificationGroup,
  NotificationState,
  NotifiedRecipient,
  PassedStep,
  RecipientBudget,
  Step,
} from "./engine_types.ts";
import type { Message } from "./message.ts";
import { addTo, timeOf, waitsForGroup } from "./memory.ts";
import { digestKey, escalationKey, groupKey, recipientKey } from "./state_keys.ts";
import type { DeliveryDraft } from "./types.ts";

type Recipient = Pick<NotifiedRecipient, "user_id" | "contact_point_id">;

/** The state as one decision changes it: reads see its own changes, the state itself stays as it was. */
export class WorkingState {
  readonly messages: Message[] = [];
  readonly deliveries: DeliveryDraft[] = [];
  readonly cancelled: Cancellation[] = [];
  readonly folded: Folded[] = [];
  readonly passed: PassedStep[] = [];
  readonly unnotifiedEvents = new Set<number>();
  /** Whether something is left that did not fit into this decision. */
  hasMore = false;
  readonly now: Ms;
  #hoursFrom: Ms | null | undefined;
  readonly #escalations: Overlay<Escalation>;
  /** The keys of new escalations, by event. */
  readonly #fresh = new Map<number, Set<string>>();
  readonly #groups: Overlay<NotificationGroup>;
  readonly #budgets: Overlay<RecipientBudget>;

  constructor(readonly state: NotificationState, readonly context: DecisionContext) {
    this.now = context.now_ms;
    this.#escalations = new Overlay(state.escalations);
    this.#groups = new Overlay(state.groups);
    this.#budgets = new Overlay(state.budgets);
  }

  escalation(key: string): Escalation | undefined {
    return this.#escalations.get(key);
  }

  put(escalation: Escalation): void {
    const key = escalationKey(escalation);
    this.#escalations.set(key, escalation);
    if (!this.state.escalations.has(key)) addTo(this.#fresh, escalation.event_id, key);
  }

  remove(escalation: Escalation): void {
    this.#escalations.remove(escalationKey(escalation));
  }

  /** How many escalations this decision has changed. */
  get changed(): number {
    return this.#escalations.changed;
  }

  /** The escalations of an event, by ascending policy. */
  ofEvent(id: number): Escalation[] {
    const keys = [...this.state.byEvent.get(id) ?? [], ...this.#fresh.get(id) ?? []];
    return keys.flatMap((key) => this.#escalations.get(key) ?? []).sort((a, b) => a.policy_id - b.policy_id);
  }

  /** The escalations that have something to do now. */
  due(): Escalation[] {
    const isDue = (one: Escalation) => (timeOf(one) ?? Infinity) <= this.now;
    const known = this.state.timers.dueBy(this.now);
    return [
      ...[...known].flatMap((key) => this.#escalations.get(key) ?? []).filter(isDue),
      ...this.#escalations.changes((one, key) => !known.has(key) && isDue(one)),
    ];
  }

  /** The escalations that wait for working hours. */
  held(): Escalation[] {
    return [...this.state.held].flatMap((key) => this.#escalations.get(key) ?? [])
      .filter(({ held_since_ms }) => held_since_ms !== undefined);
  }

  /** When the plant's working hours begin next; null: they run. */
  workingHoursFrom(): Ms | null {
    if (this.#hoursFrom === undefined) this.#hoursFrom = this.context.workingHoursFrom(this.now);
    return this.#hoursFrom;
  }

  /** The escalations of groups whose first message waits. */
  waitingIn(groups: ReadonlySet<string>): Escalation[] {
    const known = new Set([...groups].flatMap((group) => [...this.state.waiting.get(group) ?? []]));
    return [
      ...[...known].flatMap((key) => this.#escalations.get(key) ?? []).filter(waitsForGroup),
      ...this.#escalations.changes((one, key) =>
        !known.has(key) && waitsForGroup(one) && groups.has(groupKey(one))
      ),
    ];
  }

  /** The escalations whose event a digest names. */
  inDigest(recipient: Recipient, number: number): Escalation[] {
    const keys = this.state.byDigest.get(digestKey(recipient, number)) ?? new Set();
    const names = ({ told }: Escalation) =>
      told.some((one) => isSame(one, recipient) && (one.digest === number || one.again === number));
    const known = [...keys].flatMap((key) => this.#escalations.get(key) ?? []).filter(names);
    return [...known, ...this.#escalations.changes((one, key) => !keys.has(key) && names(one))];
  }

  /** At least how many escalations name a digest. */
  digestSize(recipient: Recipient, number: number): number {
    return this.state.byDigest.get(digestKey(recipient, number))?.size ?? 0;
  }

  /** The escalations that nobody was told of. */
  unnotifiedEscalations(): Escalation[] {
    const { unnotified } = this.state;
    const isUnnotified = ({ untold_since_ms }: Escalation) => untold_since_ms !== undefined;
    return [
      ...[...unnotified].flatMap((key) => this.#escalations.get(key) ?? []).filter(isUnnotified),
      ...this.#escalations.changes((one, key) => !unnotified.has(key) && isUnnotified(one)),
    ];
  }

  group(of: Pick<NotificationGroup, "policy_id" | "group_key">): NotificationGroup | undefined {
    return this.#groups.get(groupKey(of));
  }

  removeGroup(group: NotificationGroup): void {
    this.#groups.remove(groupKey(group));
  }

  putGroup(group: NotificationGroup): void {
    this.#groups.set(groupKey(group), group);
  }

  budget(of: Recipient): RecipientBudget {
    const { user_id, contact_point_id } = of;
    return this.#budgets.get(recipientKey(of)) ?? {
      v: 1,
      user_id,
      contact_point_id,
      sent_at_ms: [],
      escalated_at_ms: [],
      digest_at_ms: null,
      digest_number: 0,
      open_digests: [],
    };
  }

  putBudget(budget: RecipientBudget): void {
    this.#budgets.set(recipientKey(budget), budget);
  }

  budgets(): RecipientBudget[] {
    return this.#budgets.all();
  }

  /** Whether a digest has not left. */
  isOpen(recipient: Recipient, number: number | null | undefined): boolean {
    return this.budget(recipient).open_digests.some((digest) => digest.number === number);
  }

  step(): Step {
    const { deliveries, cancelled, folded, passed } = this;
    return {
      escalations: this.#escalations.toChanges(),
      groups: this.#groups.toChanges(),
      budgets: this.#budgets.toChanges(),
      deliveries,
      cancelled,
      folded,
      passed,
      unnotified: [...this.unnotifiedEvents],
      next_due_ms: this.#nextDue(),
    };
  }

  #nextDue(): Ms | null {
    let least = this.state.timers.next((key) => this.#escalations.isChanged(key));
    for (const one of this.#escalations.changes(() => true)) least = Math.min(least, timeOf(one) ?? Infinity);
    for (const { open_digests } of this.budgets()) {
      for (const { due_at_ms } of open_digests) least = Math.min(least, due_at_ms);
    }
    const { fallback } = this.context;
    if (fallback !== null && this.state.unnotified.size + this.unnotifiedEvents.size > 0) {
      const { retry_at_ms } = this.budget({ user_id: null, contact_point_id: fallback });
      least = Math.min(least, retry_at_ms ?? Infinity);
    }
    if (this.hasMore) least = Math.min(least, this.now);
    return least === Infinity ? null : least;
  }
}

function isSame(a: Recipient, b: Recipient): boolean {
  return a.user_id === b.user_id && a.contact_point_id === b.contact_point_id;
}

/** Records with changes that are not yet theirs. */
class Overlay<T> {
  readonly #set = new Map<string, T>();
  readonly #removed = new Set<string>();

  constructor(readonly base: ReadonlyMap<string, T>) {}

  get(key: string): T | undefined {
    return this.#set.get(key) ?? (this.#removed.has(key) ? undefined : this.base.get(key));
  }

  set(key: string, record: T): void {
    this.#removed.delete(key);
    this.#set.set(key, record);
  }

  remove(key: string): void {
    this.#set.delete(key);
    if (this.base.has(key)) this.#removed.add(key);
  }

  isChanged(key: string): boolean {
    return this.#set.has(key) || this.#removed.has(key);
  }

  get changed(): number {
    return this.#set.size + this.#removed.size;
  }

  changes(keeps: (record: T, key: string) => boolean): T[] {
    return [...this.#set].filter(([key, record]) => keeps(record, key)).map(([, record]) => record);
  }

  all(): T[] {
    const kept = [...this.base].filter(([key]) => !this.#set.has(key) && !this.#removed.has(key));
    return [...kept.map(([, record]) => record), ...this.#set.values()];
  }

  toChanges(): Changes<T> {
    return { set: this.#set, removed: [...this.#removed] };
  }
}
