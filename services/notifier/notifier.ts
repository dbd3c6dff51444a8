import {
  callFailure,
  cancelled,
  type DeliveryRecord,
  interrupted,
  newDelivery,
} from "../../domain/notification/delivery.ts";
import { Dispatch } from "../../domain/notification/dispatch.ts";
import {
  type DecisionContext,
  type DecisionInput,
  type NotifiableEvent,
  type NotificationState,
  type Step,
  STEP_LIMITS,
  type StoredNotificationState,
} from "../../domain/notification/engine_types.ts";
import { hidesOtherwise } from "../../domain/notification/hiding.ts";
import { hasSeen } from "../../domain/notification/observe.ts";
import type { EventNotice, Key, Mutation } from "../../domain/shared/commit.ts";
import { errorSentence, Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import { addDelivery, saveDelivery, saveStep } from "../../storage/writes/notification.ts";
import { newUlid } from "../../storage/writes/ulid.ts";
import { Attempts, type AttemptsOptions } from "./attempts.ts";
import { discardRestored, type OpenEvent } from "./discard_restored.ts";
import { foldedDeliveries } from "./folded.ts";
import { batchesOf } from "./outbox_batches.ts";
import type { SeenPoints } from "./seen_points.ts";
import type { PublishedCommit } from "../../storage/store/published.ts";

/** Commits that are read from the outbox at once. */
const COMMITS_AT_ONCE = 200;
const LOSSES_AT_ONCE = 20;
const AGAIN_MS = 1_000;
/** Of failures that follow each other, about a minute apart. */
const LOGGED_EVERY = 60;
/** How long attempts under way may take when Andon ends. */
const CLOSE_MS = 1_500;

/** What the decision remembers; changed by steps that are written. */
export interface NotifierMemory extends NotificationState {
  apply(step: Step): void;
}

type Given = Omit<AttemptsOptions, "dispatch" | "ended" | "hasConsidered" | "consider" | "lost">;

export interface NotifierOptions extends Given {
  /** The present records of events; those that do not exist are left out. */
  events(ids: readonly number[]): Promise<ReadonlyMap<number, NotifiableEvent>>;
  /** The events that are active now. */
  active(): readonly OpenEvent[];
  decide(state: NotificationState, input: DecisionInput, context: DecisionContext): Step;
  memory(stored: StoredNotificationState): NotifierMemory;
  context(nowMs: Ms, queue: Queue): DecisionContext;
  /** Calls the listener after each commit with frames; returns the function that ends it. */
  onPublished(listener: (committed: PublishedCommit) => void): () => void;
}

/** What the decision asks of the deliveries that are not settled, and of those that were. */
export type Queue = Pick<Dispatch, "isWaiting" | "isUnderWay"> & Pick<SeenPoints, "isBroken">;

interface Answer {
  event_id: number;
  user_id: number;
  done: () => void;
}

/**
 * Tells people of events: reads what commits changed, has it decided, stores the decision and attempts the deliveries.
 * Runs on the process that leads. All that it knows is stored, so that another process can go on at any time.
 */
export class Notifier {
  readonly dispatch: Dispatch;
  readonly attempts: Attempts;
  #memory: NotifierMemory | undefined;
  #nextMs: Ms | null = null;
  #restoredMs: Ms | undefined;
  #keysSince: { sinceMs: Ms; mark?: Mutation } = { sinceMs: 0 };
  /** Events that an attempt found changed, and deliveries that failed for good: decided in the next turn. */
  readonly #changed = new Set<number>();
  readonly #lost = new Map<string, DeliveryRecord>();
  /** What is hidden may be otherwise than the escalations know, as at the start. */
  #isHidingChanged = true;
  readonly #answers: Answer[] = [];
  #wake = Promise.withResolvers<void>();
  #isAwake = false;
  #isClosed = false;
  #running: Promise<void> | undefined;
  #stopListening: () => void = () => {};
  readonly #idle = new Set<() => void>();
  #failure: string | null = null;
  /** Wait for a turn that begins from now on to end well. */
  readonly #turnWaiters = new Set<() => void>();

  constructor(readonly options: NotifierOptions) {
    this.dispatch = new Dispatch(options.points);
    this.attempts = new Attempts({
      ...options,
      dispatch: this.dispatch,
      hasConsidered: (id, event) => this.#hasConsidered(id, event),
      consider: (ids) => ids.forEach((id) => this.#changed.add(id)),
      lost: (record) => this.#lost.set(record.id, record),
      ended: () => this.wake(),
    });
  }

  /** Why nothing can be decided at present; null: nothing is in the way. */
  get failure(): string | null {
    return this.#failure;
  }

  start(): void {
    this.#stopListening = this.options.onPublished(({ notices }) => {
      if (notices.length > 0) this.wake();
    });
    this.#running = this.#run();
  }

  /** Looks for what is due now. */
  wake(): void {
    this.#isAwake = true;
    this.#wake.resolve();
  }

  /** Contact points, policies or the calendar have changed: what nobody was told, or what waits, may be told. */
  async reconsider(): Promise<void> {
    await this.attempts.points.heedTests();
    this.#nextMs = this.options.now();
    this.wake();
  }

  /** What is out of service has changed: calls stop, or events appear. */
  hidingChanged(): void {
    this.#isHidingChanged = true;
    this.wake();
  }

  /** A person answers "I cannot": resolves once the escalation has moved on. */
  cannot(answer: Omit<Answer, "done">): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#answers.push({ ...answer, done: resolve });
    this.wake();
    return promise;
  }

  /** Resolves when nothing is due and no attempt is under way, or after `ms`. */
  async settled(ms: Ms): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle.add(resolve);
    const cancel = this.options.after(ms, resolve);
    this.wake();
    await promise;
    cancel();
    this.#idle.delete(resolve);
  }

  /** True once a turn begun from now on has ended well: the notifier decides. False after `ms`. */
  async turned(ms: Ms): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const hasTurned = () => resolve(true);
    this.#turnWaiters.add(hasTurned);
    const cancel = this.options.after(ms, () => resolve(false));
    this.wake();
    const isTurned = await promise;
    cancel();
    this.#turnWaiters.delete(hasTurned);
    return isTurned;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    this.wake();
    await this.#running;
    await this.attempts.close(CLOSE_MS);
    for (const { done } of this.#answers) done();
    for (const done of this.#idle) done();
    for (const hasTurned of this.#turnWaiters) hasTurned();
  }

  async #run(): Promise<void> {
    let failed = 0;
    while (!this.#isClosed) {
      this.#isAwake = false;
      this.#wake = Promise.withResolvers();
      try {
        const waiters = [...this.#turnWaiters];
        await this.#round();
        for (const hasTurned of waiters) hasTurned();
        failed = 0;
        this.#failure = null;
        await this.#untilDue();
      } catch (error) {
        // What was written is not certain, so all is read again.
        this.#memory = undefined;
        this.#failure = errorSentence(error);
        if (failed++ % LOGGED_EVERY === 0) {
          this.options.log("error", "Notifications could not be decided; trying again", {
            reason: String(error),
          });
        }
        this.attempts.begin();
        await this.#wait(AGAIN_MS);
      }
    }
  }

  async #round(): Promise<void> {
    this.#memory ??= await this.#read();
    for (let more = true; more && !this.#isClosed;) {
      const changes = await this.#decideChanges();
      const notices = await this.#decideNotices();
      const losses = await this.#decideLosses();
      const answers = await this.#decideAnswers();
      const time = await this.#decideTime();
      this.attempts.begin();
      more = changes || notices || losses || answers || time;
    }
  }

  async #read(): Promise<NotifierMemory> {
    const { notifications, memory, now } = this.options;
    this.#keysSince = await notifications.keysSince();
    const restored = await notifications.restored();
    if (restored !== undefined && restored.record.is_considered === undefined) {
      await this.#commit([]);
      await discardRestored(notifications, { restored, active: this.options.active(), nowMs: now() });
    }
    this.#restoredMs = restored?.record.at_ms;
    const { state, open, points } = await notifications.read();
    await this.attempts.points.read(points);
    const records = open.map((record) =>
      record.state === "sending" && !this.dispatch.isRunning(record.id) ? interrupted(record, now()) : record
    );
    this.dispatch.reset(records);
    for (const record of await notifications.lost()) this.#lost.set(record.id, record);
    this.#nextMs = now();
    return memory(state);
  }

  async #untilDue(): Promise<void> {
    const { now } = this.options, nowMs = now();
    const nextMs = Math.min(this.#nextMs ?? Infinity, this.dispatch.nextMs(nowMs) ?? Infinity);
    if (nextMs > nowMs && this.dispatch.running === 0 && !this.#isAwake) {
      for (const resolve of this.#idle) resolve();
    }
    if (nextMs > nowMs) await this.#wait(nextMs - nowMs);
  }

  /** Until something happens, for at most this time. */
  async #wait(ms: Ms): Promise<void> {
    const { promise } = this.#wake;
    if (this.#isAwake) return;
    if (ms === Infinity) return await promise;
    const timer = Promise.withResolvers<void>();
    const cancel = this.options.after(ms, timer.resolve);
    await Promise.race([promise, timer.promise]);
    cancel();
  }

  async #decideNotices(): Promise<boolean> {
    const entries = await this.options.notifications.outbox(COMMITS_AT_ONCE);
    for (const { notices, keys: considered } of batchesOf(entries)) {
      const ids = [...new Set(notices.map(({ event_id }) => event_id))];
      const events = await this.options.events(ids);
      await this.#decide({ kind: "notices", notices, events }, considered);
      this.attempts.begin();
      if (this.#isClosed) return false;
    }
    return entries.length > 0;
  }

  /** What an attempt found changed before the outbox was read. */
  async #decideChanges(): Promise<boolean> {
    this.#lookAtHiding();
    const ids = [...this.#changed].slice(0, STEP_LIMITS.notices);
    if (ids.length === 0) return false;
    const events = await this.options.events(ids);
    const notices = ids.map((event_id): EventNotice => ({
      event_id,
      change: "updated",
      revision: events.get(event_id)?.revision ?? 0,
    }));
    await this.#decide({ kind: "notices", notices, events });
    for (const id of ids) this.#changed.delete(id);
    return true;
  }

  /** Considers the events whose escalations do not know that they are hidden, or appear. */
  #lookAtHiding(): void {
    if (!this.#isHidingChanged || this.#memory === undefined) return;
    this.#isHidingChanged = false;
    const nowMs = this.options.now(), { hidingOf } = this.options.context(nowMs, this.#queue());
    for (const escalation of this.#memory.escalations.values()) {
      const { event, event_id } = escalation;
      if (hidesOtherwise(escalation, hidingOf(event, nowMs))) this.#changed.add(event_id);
    }
  }

  async #decideLosses(): Promise<boolean> {
    const records = [...this.#lost.values()].slice(0, LOSSES_AT_ONCE);
    if (records.length === 0) return false;
    const considered = records.map(({ id }) => keys.deliveryLost(id));
    await this.#decide({ kind: "failed", failures: records.map(callFailure) }, considered);
    for (const { id } of records) this.#lost.delete(id);
    return true;
  }

  #hasConsidered(eventId: number, event: NotifiableEvent | undefined): boolean {
    // What cannot be decided must not keep back what was decided.
    if (this.#memory === undefined) return true;
    const { byEvent, escalations } = this.#memory;
    return [...byEvent.get(eventId) ?? []].every((key) => {
      const escalation = escalations.get(key);
      return escalation === undefined || hasSeen(escalation, event);
    });
  }

  async #decideAnswers(): Promise<boolean> {
    const count = this.#answers.length;
    try {
      for (let answer = this.#answers[0]; answer !== undefined; answer = this.#answers[0]) {
        const { event_id, user_id, done } = answer;
        await this.#decide({ kind: "cannot", event_id, user_id });
        this.#answers.shift();
        done();
      }
    } catch (error) {
      // What the store refused is decided in the next turn, for which nobody waits; what fails by itself is dropped.
      for (const { done } of this.#answers) done();
      if (!(error instanceof Refusal)) this.#answers.shift();
      throw error;
    }
    return count > 0;
  }

  async #decideTime(): Promise<boolean> {
    if (this.#nextMs === null || this.#nextMs > this.options.now()) return false;
    await this.#decide({ kind: "time" });
    return true;
  }

  async #decide(input: DecisionInput, considered: readonly Key[] = []): Promise<void> {
    const { decide, context, now, log } = this.options;
    if (this.#memory === undefined) throw new TypeError("The state of notifications was not read");
    const nowMs = now();
    const keyed = { restored_at_ms: this.#restoredMs, store_id_since_ms: this.#keysSince.sinceMs };
    const known = { ...context(nowMs, this.#queue()), ...keyed };
    const step = decide(this.#memory, input, known);
    const added = [...this.#deliveries(step, nowMs), ...this.#folded(step, known)];
    const ended = this.dispatch.cancel(step.cancelled).map((record) => cancelled(record, { nowMs }));
    const pieces = [
      ...added.flatMap(addDelivery),
      ...ended.map(saveDelivery),
      ...saveStep(step).map((mutation) => [mutation]),
      considered.map((key): Mutation => ({ type: "delete", key })),
    ].filter(({ length }) => length > 0);
    if (pieces.length > 0) await this.#commit(pieces);
    this.#memory.apply(step);
    this.#nextMs = step.next_due_ms;
    for (const record of [...added, ...ended]) this.dispatch.put(record);
    if (step.unnotified.length > 0) {
      log("warn", "Nobody could be told of events: no contact point is the fallback, or it fails", {
        events: step.unnotified.length,
      });
    }
  }

  /** With the mark of the keys, if it is not stored yet. */
  async #commit(pieces: readonly Mutation[][]): Promise<void> {
    const { sinceMs, mark } = this.#keysSince;
    await this.options.notifications.commit(mark === undefined ? pieces : [[mark], ...pieces]);
    this.#keysSince = { sinceMs };
  }

  #deliveries({ deliveries }: Step, nowMs: Ms): DeliveryRecord[] {
    return deliveries.map((draft) => newDelivery(draft, { id: this.#newId(nowMs), nowMs }));
  }

  #folded(step: Step, context: DecisionContext): DeliveryRecord[] {
    const escalations = this.#memory?.escalations ?? new Map();
    return foldedDeliveries(step, { escalations, newId: () => this.#newId(context.now_ms), context });
  }

  #queue(): Queue {
    const { dispatch, attempts } = this;
    return {
      isWaiting: (eventId, to) => dispatch.isWaiting(eventId, to),
      isUnderWay: (eventId, to) => dispatch.isUnderWay(eventId, to),
      isBroken: (id) => attempts.points.isBroken(id),
    };
  }

  #newId(nowMs: Ms): string {
    return newUlid(nowMs, this.options.random);
  }
}
