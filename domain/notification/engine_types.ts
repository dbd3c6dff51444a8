import type { EventRecord, Severity } from "../event/types.ts";
import type { PolicyRecord } from "../notification_policy/schema.ts";
import type { EventNotice } from "../shared/commit.ts";
import type { Ms } from "../shared/time.ts";
import type { Timers } from "./timers.ts";
import type { DeliveryDraft, NotificationReason, Target, Unreached } from "./types.ts";

/** What the decision needs of an event. An `EventRecord` is one. */
export type NotifiableEvent = Pick<
  EventRecord,
  | "id"
  | "severity"
  | "is_active"
  | "start_time"
  | "recorded_at"
  | "closed_at"
  | "acknowledged_at"
  | "re_alarm"
  | "shelved_until"
  | "category"
  | "template_id"
  | "instance_id"
  | "rule_id"
  | "plant_node_floc_id"
  | "flags"
  | "revision"
>;

/** Somebody who was told of an event, or will be by a digest that is still open. */
export interface NotifiedRecipient {
  contact_point_id: number;
  /** Null: the contact point's own receiver. */
  user_id: number | null;
  /** The number of the digest of this recipient that names the event; null: a message of its own. */
  digest: number | null;
  /** A later digest that names the event again, such as for a correction. */
  again?: number;
  /** The step of this round that called it last; -1: the fallback. Absent: none has. */
  step?: number;
  /** That call failed for good, by each way. */
  failed?: true;
}

/** The step in `NotifiedRecipient` that stands for the fallback. */
export const FALLBACK_STEP = -1;

/** Why an escalation ended. */
export type StopReason =
  | "acknowledged"
  | "closed"
  | "shelved"
  | "out_of_service"
  | "retracted"
  | "deleted"
  /** Another policy takes the event, or the policy was removed. */
  | "superseded";

/** What one policy does about one event. Plain data; stored as one record by event and policy. */
export interface Escalation {
  v: 1;
  event_id: number;
  policy_id: number;
  group_key: string;
  /** The event as it was when last seen. */
  event: NotifiableEvent;
  /** The first commit of the event. */
  opened_at_ms: Ms;
  /** What `after_minutes` counts from: `opened_at_ms`, or the start of a new round. */
  began_at_ms: Ms;
  /** Why its present steps are sent; `digest`, `restored`: the event appeared together with others. */
  reason: Extract<
    NotificationReason,
    "opened" | "severity_raised" | "repeated" | "re_alarm" | "digest" | "restored"
  >;
  /** The next step. */
  step: number;
  /** Ascends with each new round, also after a severity was raised; -1: no step has begun. */
  round: number;
  /** How many more rounds follow; counts only where the policy's `repeat` is a number. */
  rounds_left: number;
  /** When the next step is due; null: nothing is. */
  next_at_ms: Ms | null;
  /** Since when the next step is due and waits for working hours. Absent: it does not wait. */
  held_since_ms?: Ms;
  /** Whether a step of this round reached somebody. */
  reached: boolean;
  /** Everybody who was told, once each. */
  told: NotifiedRecipient[];
  /** The users who answered "I cannot". */
  cannot: number[];
  /** Whom this round could not reach, and why. Absent: nobody. */
  unreached?: Unreached[];
  /** Whether only its first step is called, since nobody needs to answer. */
  once?: true;
  /** Since when nobody could be told, also not the fallback; told once a fallback works. Absent: somebody was. */
  untold_since_ms?: Ms;
  /** The event as those in `told` know it; null: nobody was told. */
  known: { severity: Severity; state: KnownState; start_time: string } | null;
  stopped: StopReason | null;
  /** While the event is hidden: when to ask again; 0: at the next change of the event. */
  hidden_until_ms?: Ms;
  /** When it is removed: it has nothing left to do, and is kept so long for corrections. */
  forget_at_ms: Ms | null;
}

export type KnownState = "firing" | "resolved" | "retracted" | "deleted";

/** Messages of one group of one policy. Stored by policy and group key. */
export interface NotificationGroup {
  v: 1;
  policy_id: number;
  group_key: string;
  last_sent_at_ms: Ms;
  /** Of the last message about several events of the group: its time in milliseconds, or one more. Ascends. */
  number: number;
}

/** The messages of one recipient at one contact point. Stored by both ids. */
export interface RecipientBudget {
  v: 1;
  /** Null: the contact point's own receiver. */
  user_id: number | null;
  contact_point_id: number;
  /** The last messages, without digests; `escalated` are those of escalation steps. */
  sent_at_ms: Ms[];
  escalated_at_ms: Ms[];
  /** When the last digest left; null: none has. */
  digest_at_ms: Ms | null;
  /** Of the newest digest, open or sent. Ascends. */
  digest_number: number;
  open_digests: OpenDigest[];
  /** Of the fallback after it failed for good: when it is tried again with what nobody was told. */
  retry_at_ms?: Ms;
}

/** A digest that has not left. Its events are the escalations whose `told` names its number. */
export interface OpenDigest {
  number: number;
  /** `quiet`: held by quiet hours until their end. `hours`: held until the plant's working hours begin. */
  kind: "flood" | "quiet" | "hours";
  /** Whether it holds drills; they share no digest with other events. Absent: it does not. */
  is_drill?: true;
  due_at_ms: Ms;
  /** Whether it holds something that may wait 30 s at most. */
  urgent: boolean;
  /** How many critical events were put into it. Absent: none. */
  critical?: number;
}

/** All that the decision remembers, by the keys of `state_keys.ts`; see `memory.ts`. */
export interface NotificationState {
  readonly escalations: ReadonlyMap<string, Escalation>;
  readonly groups: ReadonlyMap<string, NotificationGroup>;
  readonly budgets: ReadonlyMap<string, RecipientBudget>;
  /** Derived: the keys of the escalations of an event, of a digest, and of a group whose first message waits. */
  readonly byEvent: ReadonlyMap<number, ReadonlySet<string>>;
  readonly byDigest: ReadonlyMap<string, ReadonlySet<string>>;
  readonly waiting: ReadonlyMap<string, ReadonlySet<string>>;
  /** Derived: the keys of the escalations that nobody was told of. */
  readonly unnotified: ReadonlySet<string>;
  /** Derived: the keys of the escalations that wait for working hours. */
  readonly held: ReadonlySet<string>;
  /** Derived: when each escalation has something to do. */
  readonly timers: Pick<Timers, "dueBy" | "next">;
}

/** The stored part of the state. */
export interface StoredNotificationState {
  escalations: Iterable<Escalation>;
  groups: Iterable<NotificationGroup>;
  budgets: Iterable<RecipientBudget>;
}

/** What happened. Every input also does what has become due. */
export type DecisionInput =
  /** `events`: the present record of each event of the notices; one that is missing is deleted. */
  | { kind: "notices"; notices: readonly EventNotice[]; events: ReadonlyMap<number, NotifiableEvent> }
  | { kind: "time" }
  /** A person answers "I cannot": the escalation moves on at once. */
  | { kind: "cannot"; event_id: number; user_id: number }
  | { kind: "failed"; failures: readonly CallFailure[] };

/** A message that failed for good by each way of its recipient. */
export interface CallFailure {
  event_ids: readonly number[];
  called: Pick<NotifiedRecipient, "user_id" | "contact_point_id">;
  /** The number of the digest that it was; null: a message of its own. */
  digest: number | null;
  /** Each way, and why. */
  ways: readonly Unreached[];
}

/** The ways to a person at a time, the first one first. */
export interface Ways {
  targets: readonly Target[];
  /** The end of the present quiet hours; null: there are none now. */
  quiet_until_ms: Ms | null;
}

/** Policies prepared for matching; see `notification_policy/match.ts`. */
export interface PolicyTable {
  /** The policies that take an event, in their order: the first match, and more while `continue` is set. */
  matching(event: NotifiableEvent): readonly PolicyRecord[];
  get(id: number): PolicyRecord | undefined;
}

/** What the decision asks. All answers are for `now_ms` and come from memory. */
export interface DecisionContext {
  now_ms: Ms;
  policies: PolicyTable;
  /** The contact point that is told when nobody else is; null: none is set. */
  fallback: number | null;
  /** The contact points that tell of a fallback that fails: those that have passed their test and work. */
  spares: readonly number[];
  /** Whether messages by a contact point fail for good, until it takes one or passes its test. */
  isBroken(contactPointId: number): boolean;
  /** The random id of the store, which is part of each key of a message. */
  store_id: string;
  /** Events of before have keys without the id of the store; absent: there are none. */
  store_id_since_ms?: Ms;
  /** The users on call; none when the roster has a hole or does not exist. */
  onCallOf(rosterId: number, atMs: Ms): readonly number[];
  membersOf(teamId: number): readonly number[];
  /** No targets for a user who is unknown, disabled or without a confirmed address. */
  waysOf(userId: number, atMs: Ms): Ways;
  /** When the plant's working hours begin next; null: they run. */
  workingHoursFrom(atMs: Ms): Ms | null;
  /** Whether a contact point exists and is switched on. */
  isUsable(contactPointId: number): boolean;
  /** Whether an event is hidden, and until when (null: until its next change); see `hiding.ts`. */
  hidingOf(event: NotifiableEvent, atMs: Ms): Hiding | undefined;
  /** The contact point that an event reports as failing, which therefore is not used for it. */
  failingContactPointOf(event: NotifiableEvent): number | null;
  /** Whether a message to this recipient about the event is queued and no attempt to send it has begun. */
  isWaiting(eventId: number, recipient: Pick<NotifiedRecipient, "user_id" | "contact_point_id">): boolean;
  /** Whether a message to this recipient about the event is not settled, such as while it is attempted again. */
  isUnderWay(eventId: number, recipient: Pick<NotifiedRecipient, "user_id" | "contact_point_id">): boolean;
  /** When the store was restored from a backup, which then names events and messages anew; absent: never. */
  restored_at_ms?: Ms;
  /** How long escalations that ended are kept, so that corrections reach who was told. */
  keep_ended_ms: Ms;
}

export interface Hiding {
  until_ms: Ms | null;
  /** Nobody is told of anything, and calls that run stop, whatever the policy says. */
  is_out_of_service?: true;
}

/** Records to be written and removed, by their keys. */
export interface Changes<T> {
  set: ReadonlyMap<string, T>;
  removed: readonly string[];
}

/**
 * Queued deliveries to be cancelled, when all events that they name are: those of the policy and those that name none.
 * Not those that say `resolved` or `corrected`.
 */
export interface Cancellation {
  event_id: number;
  /** Null: of all policies. */
  policy_id: number | null;
}

/** What `decide` answers: to be written in one commit, then applied to the memory. */
export interface Step {
  escalations: Changes<Escalation>;
  groups: Changes<NotificationGroup>;
  budgets: Changes<RecipientBudget>;
  /** In the order in which they leave. */
  deliveries: readonly DeliveryDraft[];
  cancelled: readonly Cancellation[];
  /** What was folded into an open digest, for the log. */
  folded: readonly Folded[];
  /** Steps that reached nobody, so that the next one followed at once; for a preview. */
  passed: readonly PassedStep[];
  /** Events of which nobody could be told, as there is no usable fallback. */
  unnotified: readonly number[];
  /** When to decide again; at or before now: there is more to do at once. Null: at the next notice. */
  next_due_ms: Ms | null;
}

export interface PassedStep extends Pick<Escalation, "event_id" | "policy_id" | "step" | "round"> {}

export interface Folded {
  event_id: number;
  policy_id: number;
  user_id: number | null;
  contact_point_id: number;
  digest: number;
  reason: NotificationReason;
}

/** How many notices one input may hold, and about how many escalations one step changes. */
export const STEP_LIMITS = { notices: 100, escalations: 300 } as const;
