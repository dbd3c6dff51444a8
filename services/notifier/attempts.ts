import {
  beganAttempt,
  byNextWay,
  cancelled,
  type DeliveryRecord,
  isFollowing,
  isLostCall,
  isOpen,
  newDelivery,
  settledAttempt,
} from "../../domain/notification/delivery.ts";
import type { Dispatch } from "../../domain/notification/dispatch.ts";
import { MOST_NAMED } from "../../domain/notification/limits.ts";
import type { LinkRecord } from "../../domain/notification/link.ts";
import type { OutgoingMessage, SendResult } from "../../domain/notification/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Check, FrameDraft, Mutation } from "../../domain/shared/commit.ts";
import type { Log } from "../../domain/shared/log.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import { unchanged } from "../../storage/write.ts";
import { addDelivery, markLost, saveDelivery, saveLink } from "../../storage/writes/notification.ts";
import { newUlid } from "../../storage/writes/ulid.ts";
import { type PointsPort, SeenPoints } from "./seen_points.ts";
import type { Notifications } from "../../storage/notifications/notifications.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";

/** Longer than any sender's own deadline: one that does not answer keeps no place at its contact point. */
const ATTEMPT_MS = 90_000;
/** A message leaves for as long as one of its events calls, so few are enough; a commit may have ten. */
const MOST_CHECKS = 5;
/** How long to wait before a result that was not stored is stored again. */
const STORE_AGAIN_MS = 1_000;

export interface AttemptsOptions {
  notifications: Notifications;
  points: PointsPort;
  /** The message, and the link in it; undefined for a message without one. */
  message(
    record: DeliveryRecord,
    events: readonly EventRecord[],
  ): { message: OutgoingMessage; link?: LinkRecord };
  dispatch: Dispatch;
  now: () => Ms;
  /** Calls once after a time; the returned function cancels it. */
  after(ms: Ms, call: () => void): () => void;
  random: () => number;
  log: Log;
  /** Whether the decision has considered an event as it is; undefined: it was deleted. */
  hasConsidered(eventId: number, event: EventRecord | undefined): boolean;
  /** Has events decided before the next attempt. */
  consider(eventIds: readonly number[]): void;
  /** A delivery failed for good by the last way of its recipient. */
  lost(record: DeliveryRecord): void;
  /** An attempt has ended. */
  ended(): void;
}

/** What an attempt begins with. */
interface Begin {
  events: readonly EventRecord[];
  checks: Check[];
}

/**
 * Attempts deliveries, several at once. What an attempt is about to do is stored before it, under the lease of this
 * process: a process that has lost it sends nothing more.
 */
export class Attempts {
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  /** Deliveries that failed for good, by contact point. */
  readonly failures = new Map<number, number>();
  /** What became of the last messages, by contact point. */
  readonly points: SeenPoints;
  sent = 0;

  constructor(readonly options: AttemptsOptions) {
    this.points = new SeenPoints(options);
  }

  /** Begins what may be attempted now; answers how many. */
  begin(): number {
    const { dispatch, now } = this.options;
    if (this.#closing.signal.aborted) return 0;
    const taken = dispatch.take(now());
    for (const record of taken) {
      const attempt = this.#attempt(record).finally(() => {
        this.#running.delete(attempt);
        this.options.ended();
      });
      this.#running.add(attempt);
    }
    return taken.length;
  }

  /** Ends once the attempts under way have, or after `ms`: those that then go on are attempted again at the next start. */
  async close(ms: Ms): Promise<void> {
    const all = Promise.allSettled([...this.#running]);
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, ms);
    await Promise.race([all, late.promise]);
    clearTimeout(timer);
    this.#closing.abort(new Error("Andon ends"));
    await all;
  }

  async #attempt(record: DeliveryRecord): Promise<void> {
    const { dispatch, log, lost } = this.options;
    let after = record;
    try {
      after = await this.#attempted(record);
    } catch (error) {
      if (!this.#closing.signal.aborted) {
        log("warn", "A delivery could not be attempted; it is attempted again", { reason: String(error) });
        after = { ...record, next_attempt_at_ms: this.options.now() + STORE_AGAIN_MS };
      }
    }
    // Also what was cancelled while the result was stored, or when the begin could not be.
    if (isOpen(after) && dispatch.isCancelled(record.id)) {
      after = await this.#cancel(after).catch(() => after);
    }
    const isLost = isLostCall(after) && !dispatch.isCancelled(record.id);
    dispatch.ended(after, { hasBegun: after.attempt_count > record.attempt_count });
    if (isLost) lost(after);
  }

  /**
   * Whether a message may leave: the decision has considered its events as they are, so no attempt begins once an
   * acknowledgement is stored. Undefined: not now. The checks fail when an event for which it leaves changes meanwhile.
   */
  async #mayBegin(record: DeliveryRecord): Promise<Begin | undefined> {
    const { notifications, dispatch, hasConsidered, consider } = this.options;
    const ids = record.event_ids.slice(0, MOST_NAMED), entries = await notifications.events(ids);
    const events = entries.flatMap((entry) => entry?.value ?? []);
    if (isFollowing(record)) return { events, checks: [] };
    const changed = ids.filter((id, i) => !hasConsidered(id, entries[i]?.value));
    if (changed.length > 0) consider(changed);
    if (changed.length > 0 || dispatch.isCancelled(record.id)) return undefined;
    const checks = ids.map((id, i) => ({ id, check: unchanged(keys.event(id), entries[i]) }))
      .filter(({ id }) => !dispatch.isCancelledFor(record.id, id)).slice(0, MOST_CHECKS);
    return { events, checks: checks.map(({ check }) => check) };
  }

  /**
   * The delivery after an attempt; as it was when it may not begin now. Throws when nothing was sent, as its begin could
   * not be stored.
   */
  async #attempted(record: DeliveryRecord): Promise<DeliveryRecord> {
    const { notifications, now, random, dispatch } = this.options;
    const may = await this.#mayBegin(record);
    if (may === undefined) return record;
    const { checks } = may, began = beganAttempt(record);
    const { message, link } = this.options.message(began, may.events);
    const begin = [...saveDelivery(began), ...link === undefined ? [] : saveLink(link)];
    if (!await notifications.commit([begin], { checks })) return record;
    const beganMs = now();
    const result = await this.#send(began, message);
    if (this.#closing.signal.aborted && result.outcome === "retry") return began;
    let after = settledAttempt(began, result, { beganMs, nowMs: now(), random });
    if (after.state === "queued" && dispatch.isCancelled(record.id)) {
      after = cancelled(after, { nowMs: now() });
    }
    const isCancelled = dispatch.isCancelled(record.id),
      next = isCancelled ? undefined : this.#nextWay(after);
    const point = this.points.note(after, result);
    await this.#store([
      [
        ...saveDelivery(after),
        ...point.mutations,
        ...isLostCall(after) && !isCancelled ? [markLost(after)] : [],
      ],
      ...next === undefined ? [] : addDelivery(next),
    ], point.frames);
    if (next !== undefined) dispatch.put(dispatch.isCancelled(record.id) ? await this.#cancel(next) : next);
    this.#count(after, result);
    return after;
  }

  async #cancel(record: DeliveryRecord): Promise<DeliveryRecord> {
    const after = cancelled(record, { nowMs: this.options.now() });
    await this.#store([saveDelivery(after)]);
    return after;
  }

  async #send(record: DeliveryRecord, message: OutgoingMessage): Promise<SendResult> {
    const sender = this.options.points.sender(record.target.contact_point_id);
    if (sender === undefined) return notSent("failed", "The contact point does not exist any more");
    const end = Promise.withResolvers<SendResult>();
    const late = new AbortController();
    const signal = AbortSignal.any([late.signal, this.#closing.signal]);
    signal.addEventListener("abort", () => end.resolve(notSent("retry", "No answer in time")), {
      once: true,
    });
    const cancel = this.options.after(ATTEMPT_MS, () => late.abort(new Error("No answer in time")));
    try {
      return await Promise.race([sender.send(message, { signal }), end.promise]);
    } catch (error) {
      return notSent("retry", errorSentence(error));
    } finally {
      cancel();
    }
  }

  #nextWay(after: DeliveryRecord): DeliveryRecord | undefined {
    if (after.state !== "failed") return undefined;
    const { now, random } = this.options;
    const draft = byNextWay(after, now());
    return draft && newDelivery(draft, { id: newUlid(now(), random), nowMs: now(), insteadOf: after.id });
  }

  /** A result is stored whatever happens, or the message would be sent again. */
  async #store(pieces: readonly Mutation[][], frames: FrameDraft[] = []): Promise<void> {
    for (;;) {
      try {
        await this.options.notifications.commit(pieces, { frames });
        return;
      } catch (error) {
        if (this.#closing.signal.aborted) throw error;
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#closing.signal.addEventListener("abort", () => resolve(), { once: true });
        this.options.after(STORE_AGAIN_MS, resolve);
        await promise;
      }
    }
  }

  #count(
    { state, target: { contact_point_id: id } }: DeliveryRecord,
    { words, is_address_refused }: SendResult,
  ): void {
    const { points } = this.options;
    if (state === "failed") {
      this.failures.set(id, (this.failures.get(id) ?? 0) + 1);
      if (!is_address_refused) points.failed(id, words);
    } else if (state === "accepted" || state === "delivered") {
      this.sent++;
      points.works(id);
    }
  }
}

function notSent(outcome: SendResult["outcome"], words: string): SendResult {
  return { outcome, status: null, words, latency_ms: 0, retry_after_ms: null };
}
