import type {
  DecisionContext,
  DecisionInput,
  NotifiableEvent,
  NotificationState,
  Step,
} from "../../domain/notification/engine_types.ts";
import { NotificationMemory } from "../../domain/notification/memory.ts";
import type {
  ContactPointSender,
  DeliveryDraft,
  NotificationReason,
  OutgoingMessage,
  SendResult,
  Target,
} from "../../domain/notification/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { Notifier, type NotifierOptions } from "../../services/notifier/notifier.ts";
import type { Storage } from "../../storage/contract.ts";
import { keys } from "../../storage/keys.ts";
import { openEvent, saveEvent } from "../../storage/writes/event.ts";
import { eventRecord } from "../unit/storage/support.ts";
import type { Notifications } from "../../storage/notifications/notifications.ts";

/** A clock that tests turn: timers run in the order of their times. */
export class TurnedClock {
  readonly #timers = new Set<{ at: number; call: () => void }>();
  constructor(public ms = Date.UTC(2026, 0, 31, 8)) {}

  now = () => this.ms;

  after = (ms: number, call: () => void): () => void => {
    const timer = { at: this.ms + ms, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** When each timer runs, from now. */
  get waits(): number[] {
    return [...this.#timers].map(({ at }) => at - this.ms).sort((a, b) => a - b);
  }

  turn(ms: number): void {
    this.ms += ms;
    for (const timer of [...this.#timers].sort((a, b) => a.at - b.at)) {
      if (timer.at <= this.ms && this.#timers.delete(timer)) timer.call();
    }
  }
}

/** A contact point that posts each message as JSON, its key in a header. */
export function httpSender(url: string): ContactPointSender {
  return {
    async send(message, { signal }) {
      const begun = performance.now();
      const result = (outcome: SendResult["outcome"], rest: Partial<SendResult> = {}): SendResult => ({
        ...{ outcome, status: null, words: "", retry_after_ms: null },
        latency_ms: performance.now() - begun,
        ...rest,
      });
      try {
        const answer = await fetch(url, {
          method: "POST",
          headers: { "x-key": message.key },
          body: JSON.stringify({
            events: message.events.map(({ id }) => id),
            title: message.title,
            text: message.text,
            reason: message.reason,
          }),
          signal,
        });
        const words = await answer.text(), { status } = answer;
        if (answer.ok) return result("accepted", { status, words });
        const after = answer.headers.get("retry-after");
        const isPassing = status >= 500 || status === 408 || status === 425 || status === 429;
        return result(isPassing ? "retry" : "failed", {
          ...{ status, words },
          retry_after_ms: after === null ? null : 1_000 * Number(after),
        });
      } catch (error) {
        return result("retry", { words: error instanceof Error ? error.message : String(error) });
      }
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

export interface Point {
  sender?: ContactPointSender;
  maxPerMinute?: number;
}

export interface NotifierScene {
  storage: Storage;
  clock: TurnedClock;
  points: Map<number, Point>;
  /** Who is told of each event; the default is contact point 1. */
  targets: (event: NotifiableEvent) => Target[][];
  /** Reports of contact points that failed or work. */
  reports: string[];
  random?: () => number;
  /** Draws on top of the drafts, such as another time to begin. */
  change?: (draft: DeliveryDraft) => Partial<DeliveryDraft>;
}

export function targetOf(contact_point_id: number, user_id: number | null = null): Target {
  return { contact_point_id, user_id, address: user_id === null ? null : `user${user_id}@example.org` };
}

/** The same, but for what becomes of its commits. */
export function withCommit(
  real: Notifications,
  committing: (commit: () => Promise<boolean>) => Promise<boolean>,
): Notifications {
  return new Proxy(real, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "commit") return typeof value === "function" ? value.bind(target) : value;
      return (...given: Parameters<Notifications["commit"]>) => committing(() => target.commit(...given));
    },
  });
}

/** A notifier whose decision tells of each event that opens and ends, at once. */
export function plainNotifier(scene: NotifierScene, more: Partial<NotifierOptions> = {}): Notifier {
  const { storage, clock, points, reports, random = () => 0.5 } = scene;
  return new Notifier({
    notifications: storage.notifications,
    events: (ids) => eventsOf(storage, ids),
    active: () => storage.events.active(),
    decide: (state, input, context) => decidePlainly(scene, { state, input, context }),
    memory: (stored) => new NotificationMemory(stored),
    context: (now_ms) => ({ now_ms }) as DecisionContext,
    points: {
      sender: (id) => points.get(id)?.sender,
      maxPerMinute: (id) => points.get(id)?.maxPerMinute,
      failed: (id, words) => reports.push(`${id} failed: ${words}`),
      works: (id) => reports.push(`${id} works`),
      lastTest(id) {
        const test = storage.contactPoints.get(id)?.last_test;
        return test ? { passed: test.passed, atMs: Date.parse(test.at) } : undefined;
      },
    },
    message: (record) => ({ message: plainMessage(record.key, record.event_ids) }),
    onPublished: (listener) => storage.store.onPublished(listener),
    now: clock.now,
    after: clock.after,
    random,
    log: () => {},
    ...more,
  });
}

export async function eventsOf(
  { store }: Pick<Storage, "store">,
  ids: readonly number[],
): Promise<Map<number, EventRecord>> {
  const found = await store.getMany<EventRecord>(ids.map((id) => keys.event(id)));
  return new Map(found.flatMap((entry) => entry === undefined ? [] : [[entry.value.id, entry.value]]));
}

function decidePlainly(
  { targets, change = () => ({}) }: NotifierScene,
  { input, context }: { state: NotificationState; input: DecisionInput; context: DecisionContext },
): Step {
  const step = emptyStep(null);
  if (input.kind !== "notices") return step;
  const deliveries: DeliveryDraft[] = [];
  for (const { event_id, change: what, revision } of input.notices) {
    const event = input.events.get(event_id);
    if (event === undefined || event.revision !== revision || what === "restored") continue;
    for (const [target, ...otherwise] of targets(event)) {
      if (target === undefined) continue;
      const reason: NotificationReason = event.is_active ? "opened" : "resolved";
      const draft: DeliveryDraft = {
        key: `${event_id}/${reason}/${revision}/0/0/${target.user_id ?? "-"}/${target.contact_point_id}`,
        event_key: String(event_id),
        reason,
        target,
        policy_id: 1,
        step: 0,
        round: 0,
        event_ids: [event_id],
        severity: event.severity,
        escalates: false,
        due_at_ms: context.now_ms,
        otherwise,
      };
      deliveries.push({ ...draft, ...change(draft) });
    }
  }
  return { ...step, deliveries };
}

export function emptyStep(next_due_ms: number | null): Step {
  const none = { set: new Map(), removed: [] };
  return {
    ...{ escalations: none, groups: none, budgets: none },
    deliveries: [],
    cancelled: [],
    folded: [],
    passed: [],
    unnotified: [],
    next_due_ms,
  };
}

function plainMessage(key: string, ids: readonly number[]): OutgoingMessage {
  const events = ids.map((id) => ({ id })) as unknown as OutgoingMessage["events"];
  return {
    key,
    event_key: null,
    reason: "opened",
    severity: "warning",
    status: "firing",
    to: null,
    title: `Events ${ids.join(", ")}`,
    text: "",
    link: null,
    answer_link: null,
    is_drill: false,
    events,
    sent_at: "",
  };
}

const AT_MS = Date.parse("2026-01-31T08:15:02.123Z");

/** Commits an event that opens. */
export async function raise(
  { store }: Pick<Storage, "store">,
  change: Partial<EventRecord> & { id: number },
): Promise<EventRecord> {
  const record = eventRecord({ instance_id: change.id, ...change });
  await store.commit(openEvent(record, AT_MS), 1);
  return record;
}

/** Commits a change of an event. */
export async function changeEvent(
  { store }: Pick<Storage, "store">,
  before: EventRecord,
  change: Partial<EventRecord>,
): Promise<EventRecord> {
  const after = { ...before, ...change, revision: before.revision + 1 };
  await store.commit(saveEvent({ before, after }, AT_MS), 1);
  return after;
}
