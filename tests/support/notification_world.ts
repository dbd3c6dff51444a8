import { decide } from "../../domain/notification/engine.ts";
import type {
  DecisionContext,
  DecisionInput,
  NotifiableEvent,
  Step,
  Ways,
} from "../../domain/notification/engine_types.ts";
import { hidingOf } from "../../domain/notification/hiding.ts";
import { NotificationMemory } from "../../domain/notification/memory.ts";
import type { Interval } from "../../domain/out_of_service/interval.ts";
import type { DeliveryDraft, Target } from "../../domain/notification/types.ts";
import { everythingElse } from "../../domain/notification_policy/everything_else.ts";
import { policyTable } from "../../domain/notification_policy/match.ts";
import {
  type PolicyDraft,
  type PolicyRecord,
  policySchema,
} from "../../domain/notification_policy/schema.ts";
import type { EventNotice } from "../../domain/shared/commit.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";

export const SECOND = 1_000, MINUTE = 60_000, HOUR = 3_600_000;
/** Contact points: 1 sends mail to people, 2 is a channel, 9 is the fallback. */
export const MAIL = 1, CHANNEL = 2, FALLBACK = 9;

/** The id of the store. */
export const STORE = "5a17";

/** A delivery and when it was decided. */
export interface Sent extends DeliveryDraft {
  at: Ms;
}

/** A policy as a body gives it, after the given number. */
export function policyOf(id: number, given: Partial<PolicyDraft> & { name?: string }): PolicyRecord {
  const draft = policySchema.parse({ name: `Policy ${id}`, ...given });
  return { v: 1, id, ...draft, created_at: isoFromMs(0), created_by: "admin" };
}

/** People, events and a clock around the decision; each step passes through JSON, as a store would carry it. */
export class NotificationWorld {
  now: Ms = Date.UTC(2026, 0, 31, 8);
  memory = new NotificationMemory();
  fallback: number | null = FALLBACK;
  readonly events = new Map<number, NotifiableEvent>();
  readonly sent: Sent[] = [];
  /** Those of `sent` that failed for good. */
  readonly failed = new Set<Sent>();
  readonly steps: Step[] = [];
  readonly teams = new Map<number, number[]>();
  readonly rosters = new Map<number, number[]>();
  readonly quiet = new Map<number, Ms>();
  readonly users = new Set([1, 2, 3, 4, 5]);
  readonly unusable = new Set<number>();
  /** Contact points that have passed their test. */
  spares: number[] = [];
  /** Contact points by which messages fail for good. */
  readonly broken = new Set<number>();
  /** `event/user or point` of messages that are attempted again. */
  readonly underWay = new Set<string>();
  /** `event/user or point` of queued messages that no attempt has begun to send. */
  readonly waiting = new Set<string>();
  keepEndedMs: Ms = 72 * HOUR;
  storeIdSinceMs: Ms = 0;
  /** When the plant's working hours begin next. */
  hoursFrom: (at: Ms) => Ms | null = () => null;
  outOfService: (event: NotifiableEvent, at: Ms) => Interval | undefined = () => undefined;
  failing: (event: NotifiableEvent) => number | null = () => null;
  #policies: PolicyRecord[] = [];
  #nextId = 1;

  set policies(policies: PolicyRecord[]) {
    this.#policies = policies;
  }

  context(): DecisionContext {
    return {
      now_ms: this.now,
      policies: policyTable([...this.#policies, everythingElse], { nodes: [], areas: [] }),
      fallback: this.fallback,
      spares: this.spares,
      isBroken: (id) => this.broken.has(id),
      store_id: STORE,
      store_id_since_ms: this.storeIdSinceMs,
      onCallOf: (id) => this.rosters.get(id) ?? [],
      membersOf: (id) => this.teams.get(id) ?? [],
      waysOf: (id) => this.#ways(id),
      workingHoursFrom: (at) => this.hoursFrom(at),
      isUsable: (id) => !this.unusable.has(id),
      hidingOf: (event, at) => hidingOf(event, at, { outOfService: this.outOfService(event, at) }),
      failingContactPointOf: (event) => this.failing(event),
      isWaiting: (event, { user_id, contact_point_id }) =>
        this.waiting.has(`${event}/${user_id}/${contact_point_id}`),
      isUnderWay: (event, { user_id, contact_point_id }) =>
        this.underWay.has(`${event}/${user_id}/${contact_point_id}`),
      keep_ended_ms: this.keepEndedMs,
    };
  }

  #ways(id: number): Ways {
    const until = this.quiet.get(id) ?? 0;
    const targets: Target[] = this.users.has(id)
      ? [
        { contact_point_id: MAIL, user_id: id, address: `user${id}@plant.example` },
        { contact_point_id: 3, user_id: id, address: `+49${id}` },
      ]
      : [];
    return { targets, quiet_until_ms: until > this.now ? until : null };
  }

  /** An event that opens and is committed at this moment. */
  open(given: Partial<NotifiableEvent> = {}): number {
    return this.openAll([given])[0];
  }

  openAll(given: readonly Partial<NotifiableEvent>[]): number[] {
    const ids = given.map((one) => {
      const id = this.#nextId++;
      const at = isoFromMs(this.now);
      this.events.set(id, { ...EVENT, id, instance_id: id, start_time: at, recorded_at: at, ...one });
      return id;
    });
    this.notice(ids.map((event_id) => ({ event_id, change: "created", revision: 1 })));
    return ids;
  }

  change(id: number, given: Partial<NotifiableEvent>): void {
    this.events.set(id, { ...this.events.get(id)!, ...given });
    this.notice([{ event_id: id, change: "updated", revision: this.events.get(id)!.revision }]);
  }

  acknowledge(id: number): void {
    this.change(id, { acknowledged_at: isoFromMs(this.now), re_alarm: undefined });
  }

  /** The acknowledgement counts no longer. */
  reAlarm(id: number, { is_late = false } = {}): void {
    this.change(id, { acknowledged_at: null, re_alarm: { at: isoFromMs(this.now), is_late } });
  }

  close(id: number): void {
    this.change(id, { is_active: false, closed_at: isoFromMs(this.now) });
  }

  retract(id: number): void {
    const { flags, revision } = this.events.get(id)!;
    this.change(id, { is_active: false, flags: [...flags, "retracted"], revision: revision + 1 });
  }

  remove(id: number): void {
    this.events.delete(id);
    this.notice([{ event_id: id, change: "deleted", revision: 2 }]);
  }

  cannot(event_id: number, user_id: number): void {
    this.decide({ kind: "cannot", event_id, user_id });
  }

  /** A message fails for good by each way of its recipient. */
  fail(sent: Sent): void {
    const { event_ids, target: { user_id, contact_point_id }, called, digest, otherwise } = sent;
    this.failed.add(sent);
    const words = "550 No such user";
    const ways = [contact_point_id, ...otherwise.map((way) => way.contact_point_id)]
      .map((id) => ({ user_id, contact_point_id: id, words }));
    if (user_id === null) this.broken.add(contact_point_id);
    const failure = {
      event_ids,
      called: called ?? { user_id, contact_point_id },
      digest: digest ?? null,
      ways,
    };
    this.decide({ kind: "failed", failures: [failure] });
  }

  /** A contact point takes messages again. */
  mend(contactPointId: number): void {
    this.broken.delete(contactPointId);
    this.decide({ kind: "time" });
  }

  notice(notices: EventNotice[]): void {
    this.decide({ kind: "notices", notices, events: this.events });
  }

  /** Decides what is due, and keeps nothing of it. */
  step(): Step {
    return decide(this.memory, { kind: "time" }, this.context());
  }

  /** Decides, and again while there is more to do at once. */
  decide(input: DecisionInput): void {
    let due = this.#once(input);
    for (let left = 1_000; due !== null && due <= this.now; left--) {
      if (left === 0) throw new Error("Deciding does not end");
      due = this.#once({ kind: "time" });
    }
  }

  #once(input: DecisionInput): Ms | null {
    const step = decide(this.memory, input, this.context());
    this.memory.apply(step);
    this.steps.push(step);
    this.sent.push(...step.deliveries.map((delivery) => ({ ...delivery, at: this.now })));
    return step.next_due_ms;
  }

  /** Lets time pass, and decides whenever something is due. */
  advance(ms: Ms): void {
    const until = this.now + ms;
    for (;;) {
      const due = this.steps.at(-1)?.next_due_ms ?? null;
      if (due === null || due > until) break;
      this.now = Math.max(this.now, due);
      this.decide({ kind: "time" });
    }
    this.now = until;
  }

  /** The process ends and starts again: all that it knows is what was stored. */
  restart(): void {
    const { escalations, groups, budgets } = this.memory;
    this.memory = new NotificationMemory(JSON.parse(JSON.stringify({
      escalations: [...escalations.values()],
      groups: [...groups.values()],
      budgets: [...budgets.values()],
    })));
    this.decide({ kind: "time" });
  }

  /** The deliveries since the last call. */
  take(): Sent[] {
    return this.sent.splice(0);
  }
}

const EVENT: NotifiableEvent = {
  id: 0,
  severity: "warning",
  is_active: true,
  start_time: "",
  recorded_at: "",
  closed_at: null,
  acknowledged_at: null,
  shelved_until: null,
  category: "health",
  template_id: 1,
  instance_id: 1,
  rule_id: "high",
  plant_node_floc_id: null,
  flags: [],
  revision: 1,
};

export const user = (id: number) => ({ kind: "user" as const, id });
export const team = (id: number) => ({ kind: "team" as const, id });
export const roster = (id: number) => ({ kind: "roster" as const, id });
export const point = (id: number) => ({ kind: "contact_point" as const, id });

/** One step that calls user 1 at once. */
export const CALL_ONE: Pick<PolicyDraft, "steps"> = { steps: [{ after_minutes: 0, to: [user(1)] }] };

/** Who received a delivery: `u1` or `c9`. */
export function receiver({ target }: DeliveryDraft): string {
  return target.user_id === null ? `c${target.contact_point_id}` : `u${target.user_id}`;
}
