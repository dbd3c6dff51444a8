import type { ClientSubscription, DataValue, NotificationMessage } from "node-opcua-client";
import { DataChangeNotification, StatusCodes } from "node-opcua-client";
import { BatchWriter } from "../../domain/sample/batch_writer.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { FromClient } from "./messages.ts";
import type { Chosen } from "./selecting.ts";
import { Sequence } from "./sequence.ts";
import { hasOverflow, qualityOf, ticksOf, UNSUPPORTED, valueOf } from "./values.ts";

/** A server whose clock is further behind tells nothing by it. */
const MOST_BEHIND_MS = 86_400_000;
const DAY_MS = 86_400_000;

export interface CollectingOptions {
  chosen: readonly Chosen[];
  keepDays: number;
  now: () => Ms;
  tell: (message: FromClient) => void;
  /** The server's queue has lost values of an item after this time. */
  onOverflow: (item: number, after: Ticks) => void;
}

/** Makes samples of what the server publishes. Items are numbers: their place among the chosen ones. */
export class Collecting {
  /** The newest sample of each item in this session. */
  readonly #latest: (Sample | undefined)[] = [];
  /** Items that had a gap up to this session, until their first value: it is held from the begin of the session on. */
  readonly #held = new Map<number, Ticks>();
  readonly #unsupported = new Set<number>();
  readonly #batch = new BatchWriter();
  readonly #sequences = new Map<number, Sequence>();
  readonly #published = new Map<number, Ms>();
  /** Until a gap before the session is filled, nothing is complete. */
  #isHeld = true;
  /** When something was last published, by our clock. */
  heardMs: Ms;
  /** Up to when everything has been read. */
  readToMs: Ms | null = null;

  constructor(private readonly options: CollectingOptions) {
    this.heardMs = options.now();
  }

  /** Takes part in a subscription, whose items have its place as `handle - 1`. */
  follow(subscription: ClientSubscription): void {
    const id = Number(subscription.subscriptionId);
    this.#published.set(id, -Infinity);
    this.#sequences.set(id, new Sequence());
    subscription.on(
      "raw_notification",
      (message: NotificationMessage) => this.#onMessage(subscription, message),
    );
  }

  release(): void {
    this.#isHeld = false;
  }

  /** Samples of `items` were lost since `from`: one bad sample each, then what holds now. */
  gap(items: readonly number[], from: Ticks): void {
    if (items.length === 0) return;
    this.options.tell({ type: "gap", items: [...items], from });
    for (const item of items) {
      const latest = this.#latest[item];
      if (latest === undefined) this.#held.set(item, from);
      else if (latest.time <= from) this.#add(item, { ...latest, time: ticksFromMs(this.options.now()) });
    }
    this.#send();
  }

  takePast(item: number, values: readonly DataValue[]): void {
    for (const value of values) {
      const sample = this.#sampleOf(item, value);
      if (sample !== undefined) this.#batch.add({ op: "upsert", stream: item, sample });
    }
    this.#send();
  }

  #onMessage(subscription: ClientSubscription, message: NotificationMessage): void {
    const id = Number(subscription.subscriptionId), notifications = message.notificationData ?? [];
    const sequence = this.#sequences.get(id)!, nowMs = this.heardMs = this.options.now();
    sequence.take(message.sequenceNumber, { isData: notifications.length > 0, nowMs });
    // The library goes on after the newest message, whatever is missing, and takes a sign of life for a message.
    Object.assign(subscription, { lastSequenceNumber: sequence.whole });
    for (const notification of notifications) {
      if (!(notification instanceof DataChangeNotification)) continue;
      for (const { clientHandle, value } of notification.monitoredItems ?? []) {
        this.#take(clientHandle - 1, value);
      }
    }
    this.#send();
    if (sequence.takeLoss(nowMs)) {
      this.gap([...this.options.chosen.keys()], ticksFromMs(this.readToMs ?? nowMs));
    }
    if (sequence.isWhole) this.#tellAlive(id, message.publishTime);
  }

  #take(item: number, value: DataValue): void {
    const sample = this.#sampleOf(item, value);
    if (sample === undefined) return;
    const latest = this.#latest[item];
    if (latest === undefined && value.statusCode.equals(StatusCodes.BadWaitingForInitialData)) return;
    if (hasOverflow(value.statusCode) && latest !== undefined) this.options.onOverflow(item, latest.time);
    if (latest === undefined) this.#hold(item, sample);
    this.#add(item, sample);
  }

  /** A first value may be older than a gap, or than what is stored; it holds at the begin of the session. */
  #hold(item: number, sample: Sample): void {
    const nowMs = this.options.now(), gapFrom = this.#held.get(item);
    const oldest = ticksFromMs(nowMs - this.options.keepDays * DAY_MS);
    if (sample.time <= (gapFrom ?? oldest)) sample.time = ticksFromMs(nowMs);
    this.#held.delete(item);
  }

  #add(item: number, sample: Sample): void {
    if (sample.time >= (this.#latest[item]?.time ?? -Infinity)) this.#latest[item] = sample;
    this.#batch.add({ op: "upsert", stream: item, sample });
  }

  #sampleOf(
    item: number,
    { value, statusCode, sourceTimestamp, sourcePicoseconds, serverTimestamp }: DataValue,
  ) {
    const known = value ? valueOf(value) : null;
    if (known === UNSUPPORTED) {
      this.#tellUnsupported(item);
      return undefined;
    }
    const quality = known === null ? "bad" : qualityOf(statusCode);
    const time = ticksOf(sourceTimestamp, sourcePicoseconds) ?? ticksOf(serverTimestamp) ??
      ticksFromMs(this.options.now());
    return { time, value: known, quality } satisfies Sample;
  }

  #tellUnsupported(item: number): void {
    if (this.#unsupported.has(item)) return;
    this.#unsupported.add(item);
    const { stream } = this.options.chosen[item]!;
    this.options.tell({
      type: "rejected",
      stream,
      reason: "It holds an array or a structure, which makes no stream",
    });
  }

  #send(): void {
    if (this.#batch.count > 0) this.options.tell({ type: "samples", batch: this.#batch.take() });
  }

  /** The server has sent all that it had found by then, by its clock. */
  #tellAlive(id: number, publishTime: Date | null): void {
    const nowMs = this.options.now(), publishedMs = publishTime?.getTime() ?? nowMs;
    const upToMs = nowMs - publishedMs > MOST_BEHIND_MS ? nowMs : Math.min(nowMs, publishedMs);
    this.#published.set(id, upToMs);
    const least = Math.min(...this.#published.values());
    if (least === -Infinity || this.#isHeld) return;
    this.readToMs = least;
    this.options.tell({ type: "alive", upToMs: least });
  }
}
