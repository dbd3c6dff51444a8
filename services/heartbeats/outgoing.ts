import type { ContactPointRecord } from "../../domain/contact_point/types.ts";
import { heartbeatMessage } from "../../domain/heartbeat/message.ts";
import type { SentHeartbeatRecord, ShardBeatRecord } from "../../domain/heartbeat/types.ts";
import type { SendResult } from "../../domain/notification/types.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import type { OutgoingHeartbeatStatus } from "../../ports/heartbeats.ts";
import type { PointsPort } from "../notifier/seen_points.ts";
import type { Heartbeats } from "../../storage/heartbeats.ts";
import type { After } from "../../concurrency/after.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";
import type { ServiceContext } from "../context.ts";

/** How often the shards beat. */
export const BEAT_MS = 60_000;
/** The share of that time in which all beats of a minute must be in. */
const BEATS_IN = 0.75;
/** How long the notifier may take for a turn, and a receiver for an answer. */
const NOTIFIER_MS = 10_000;
const SEND_MS = 30_000;
/** A contact point that did not take so many heartbeats one after the other is reported as failing. */
const FAILURES_REPORTED = 3;

export interface OutgoingOptions extends ServiceContext {
  shards: number;
  /** Has a shard evaluate and store its beat of a minute; rejects when it has not within the deadline. */
  beat(shard: number, options: { minuteMs: Ms; deadlineMs: Ms }): Promise<unknown>;
  heartbeats: Pick<Heartbeats, "shardBeats" | "sent" | "keepSent">;
  contactPoints(): readonly ContactPointRecord[];
  points: Pick<PointsPort, "sender" | "failed" | "works">;
  /** Whether the notifier makes a turn within this time. */
  notifies(ms: Ms): Promise<boolean>;
  /** What of the data sources is lost, a sentence each. */
  lostSources(): readonly string[];
  storeId: string;
  publicUrl: string | null;
  /** How often the shards beat; the default is a minute, tests use less. */
  beatMs?: Ms;
}

/**
 * Andon's own heartbeat, on the process that leads: each minute every shard evaluates and stores a beat. When all are
 * stored and the notifier makes a turn, the heartbeat leaves by the contact points for which it is due.
 */
export class OutgoingHeartbeat {
  readonly #beatMs: Ms;
  #beats: (ShardBeatRecord | undefined)[] = [];
  #late: number[] = [];
  #isNotifierLate = false;
  /** The last minute that was begun. */
  #minuteMs: Ms | undefined;
  #running: Promise<void> = Promise.resolve();
  readonly #sending = new Map<number, Promise<void>>();
  readonly #closing = new AbortController();
  #cancel: () => void = () => {};

  constructor(readonly options: OutgoingOptions) {
    this.#beatMs = options.beatMs ?? BEAT_MS;
  }

  start(): void {
    const tick = () => {
      this.#schedule(tick);
      this.catchUp();
    };
    tick();
  }

  /** Carries out the present minute unless that has begun; resolves when its heartbeat has left or is held back. */
  async catchUp(): Promise<void> {
    const minuteMs = Math.floor(this.options.now() / this.#beatMs) * this.#beatMs;
    if (this.#closing.signal.aborted) return;
    if (minuteMs !== this.#minuteMs) {
      this.#minuteMs = minuteMs;
      this.#running = this.#running.then(() => this.#minute(minuteMs)).catch((error) =>
        this.options.log("warn", "The heartbeat could not be decided; trying again in a minute", {
          reason: String(error),
        })
      );
    }
    await this.#running;
    await Promise.all(this.#sending.values());
  }

  status(): OutgoingHeartbeatStatus {
    return {
      shards: Array.from({ length: this.options.shards }, (_, shard) => ({
        shard,
        lastBeatMs: this.#beats[shard]?.at_ms ?? null,
        isLate: this.#late.includes(shard),
      })),
      isNotifierLate: this.#isNotifierLate,
    };
  }

  async close(): Promise<void> {
    this.#cancel();
    this.#closing.abort(new Error("Andon ends"));
    await Promise.all(this.#sending.values());
  }

  #schedule(tick: () => void): void {
    if (this.#closing.signal.aborted) return;
    const nowMs = this.options.now();
    this.#cancel = this.options.after(this.#beatMs - nowMs % this.#beatMs, tick);
  }

  async #minute(minuteMs: Ms): Promise<void> {
    const { shards, beat, heartbeats, notifies, log } = this.options;
    const deadlineMs = this.#beatMs * BEATS_IN;
    const beats = Array.from({ length: shards }, (_, shard) => beat(shard, { minuteMs, deadlineMs }));
    const answered = (await Promise.allSettled(beats)).map(({ status }) => status === "fulfilled");
    if (this.#closing.signal.aborted) return;
    this.#beats = await heartbeats.shardBeats(shards);
    const late = this.#beats.flatMap((stored, shard) =>
      answered[shard] && stored?.minute_ms === minuteMs ? [] : [shard]
    );
    if (late.join() !== this.#late.join() && late.length > 0) {
      log("warn", "The heartbeat is held back: shards of the evaluation did not beat", { shards: late });
    }
    this.#late = late;
    if (late.length > 0) return;
    const wasNotifierLate = this.#isNotifierLate;
    this.#isNotifierLate = !await notifies(NOTIFIER_MS);
    if (this.#closing.signal.aborted) return;
    if (this.#isNotifierLate && !wasNotifierLate) {
      log("warn", "The heartbeat is held back: the notifier does not decide", {});
    }
    if (!this.#isNotifierLate) this.#leave(minuteMs);
  }

  #leave(minuteMs: Ms): void {
    const { contactPoints, log } = this.options;
    for (const point of contactPoints()) {
      if (!this.#isDue(point, minuteMs) || this.#sending.has(point.id)) continue;
      const sending = this.#send(point.id, minuteMs).catch((error) => {
        if (this.#closing.signal.aborted) return;
        log("warn", "The result of a heartbeat could not be stored", { reason: String(error) });
      }).finally(() => this.#sending.delete(point.id));
      this.#sending.set(point.id, sending);
    }
  }

  /** One that was not taken is sent again a minute later. */
  #isDue({ id, heartbeat_minutes: every }: ContactPointRecord, minuteMs: Ms): boolean {
    if (every === null) return false;
    const takenMs = this.options.heartbeats.sent(id)?.taken_minute_ms ?? null;
    // A clock that was put back must not hold the heartbeat back.
    return takenMs === null || minuteMs < takenMs || minuteMs - takenMs >= every * this.#beatMs;
  }

  async #send(id: number, minuteMs: Ms): Promise<void> {
    const { heartbeats, points, shards, lostSources, storeId, publicUrl, now } = this.options;
    const sender = points.sender(id);
    if (sender === undefined) return;
    const nowMs = now();
    const message = heartbeatMessage({
      storeId,
      contactPointId: id,
      minuteMs,
      nowMs,
      shards,
      lostSources: lostSources(),
      publicUrl,
    });
    const result = await within(this.options.after, (late) => {
      const signal = AbortSignal.any([late, this.#closing.signal]);
      return sender.send(message, { signal });
    });
    if (this.#closing.signal.aborted) return;
    const before = heartbeats.sent(id), after = sentRecord(before, { id, minuteMs, nowMs: now(), result });
    await heartbeats.keepSent(after);
    if (after.failures === 0) points.works(id);
    else if (after.failures === FAILURES_REPORTED) points.failed(id, result.words);
  }
}

function sentRecord(
  before: SentHeartbeatRecord | undefined,
  { id, minuteMs, nowMs, result }: { id: number; minuteMs: Ms; nowMs: Ms; result: SendResult },
): SentHeartbeatRecord {
  const { outcome, status, words, latency_ms } = result;
  const isTaken = outcome === "accepted" || outcome === "delivered";
  return {
    v: 1,
    contact_point_id: id,
    minute_ms: minuteMs,
    taken_minute_ms: isTaken ? minuteMs : before?.taken_minute_ms ?? null,
    taken_at_ms: isTaken ? nowMs : before?.taken_at_ms ?? null,
    failures: isTaken ? 0 : (before?.failures ?? 0) + 1,
    result: { outcome, status, words, latency_ms },
  };
}

/** Ends also when a sender does not heed its signal. */
async function within(after: After, send: (late: AbortSignal) => Promise<SendResult>): Promise<SendResult> {
  const late = new AbortController(), none = Promise.withResolvers<SendResult>();
  const cancel = after(SEND_MS, () => {
    late.abort(new Error("No answer in time"));
    none.resolve(notSent("No answer in time"));
  });
  try {
    return await Promise.race([send(late.signal), none.promise]);
  } catch (error) {
    return notSent(errorSentence(error));
  } finally {
    cancel();
  }
}

function notSent(words: string): SendResult {
  return { outcome: "retry", status: null, words, latency_ms: 0, retry_after_ms: null };
}

/** What is lost of a data source, for the message. */
export function lostSourceText(
  { source, reason, sinceMs }: {
    source: { id: number; name: string };
    reason: string | null;
    sinceMs: Ms | null;
  },
): string {
  const since = sinceMs === null ? "" : ` since ${isoFromMs(sinceMs).slice(0, 16).replace("T", " ")} UTC`;
  const called = source.id === DEFAULT_SOURCE ? "data source" : `data source "${source.name}"`;
  return `The ${called} has given no good answer${since}${reason === null ? "" : `: ${reason}`}.`;
}
