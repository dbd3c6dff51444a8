import { SEVERITIES } from "../event/severity.ts";
import type { Ms } from "../shared/time.ts";
import { type DeliveryRecord, isFollowing, isOpen, targetKey } from "./delivery.ts";
import type { Cancellation } from "./engine_types.ts";
import type { Target } from "./types.ts";

/** Attempts under way at one contact point. */
const AT_ONCE = 4;
const MINUTE_MS = 60_000;

export interface DispatchOptions {
  /** How many messages a contact point takes in a minute; undefined: it no longer exists, which takes any number. */
  maxPerMinute(contactPointId: number): number | undefined;
}

/** The deliveries of one contact point. */
interface PointQueue {
  waiting: Map<string, DeliveryRecord>;
  running: number;
  /** When the attempts of the last minute began. */
  startedMs: Ms[];
}

/**
 * The deliveries that are not settled, by contact point: what may be attempted now, and when more may be. A contact
 * point that hangs delays no other one.
 */
export class Dispatch {
  readonly #points = new Map<number, PointQueue>();
  readonly #open = new Map<string, DeliveryRecord>();
  readonly #running = new Set<string>();
  /** The open deliveries that name an event. */
  readonly #byEvent = new Map<number, Set<string>>();
  /** Of deliveries that name further events: those that were cancelled. */
  readonly #cancelledOf = new Map<string, Set<number>>();

  constructor(private readonly options: DispatchOptions) {}

  get size(): number {
    return this.#open.size;
  }

  get running(): number {
    return this.#running.size;
  }

  /** When the delivery that waits longest was due; undefined: none waits. */
  oldestDueMs(): Ms | undefined {
    let oldest: Ms | undefined;
    for (const { due_at_ms } of this.#open.values()) oldest = Math.min(oldest ?? Infinity, due_at_ms);
    return oldest;
  }

  /** How many deliveries wait, by contact point. */
  waiting(): Map<number, number> {
    return new Map([...this.#points].map(([id, { waiting, running }]) => [id, waiting.size + running]));
  }

  isRunning(id: string): boolean {
    return this.#running.has(id);
  }

  get(id: string): DeliveryRecord | undefined {
    return this.#open.get(id);
  }

  /** Adds a delivery, or takes its new state. */
  put(record: DeliveryRecord): void {
    if (!isOpen(record)) return this.#drop(record);
    if (!this.#open.has(record.id)) this.#name(record);
    this.#open.set(record.id, record);
    if (!this.#running.has(record.id)) this.#point(record).waiting.set(record.id, record);
  }

  /** What may begin now, the most severe first; counts as begun. */
  take(nowMs: Ms): DeliveryRecord[] {
    return [...this.#points].flatMap(([id, point]) => {
      const room = this.#room(id, { point, nowMs });
      if (room === 0 || point.waiting.size === 0) return [];
      const ready = [...point.waiting.values()].filter((record) =>
        (record.next_attempt_at_ms ?? 0) <= nowMs && this.#isNext(record)
      );
      const taken = ready.sort(byUrgency).slice(0, room);
      for (const record of taken) {
        point.waiting.delete(record.id);
        point.running++;
        point.startedMs.push(nowMs);
        this.#running.add(record.id);
      }
      return taken;
    });
  }

  /** The attempt has ended; `record` is the delivery after it. One that did not begin takes no place in its minute. */
  ended(record: DeliveryRecord, { hasBegun = true }: { hasBegun?: boolean } = {}): void {
    this.#running.delete(record.id);
    const point = this.#point(record);
    point.running--;
    if (!hasBegun) point.startedMs.pop();
    this.put(record);
  }

  /** When `take` may give more; undefined: not before something is put or ends. */
  nextMs(nowMs: Ms): Ms | undefined {
    let next: Ms | undefined;
    for (const [id, point] of this.#points) {
      if (point.running >= AT_ONCE || point.waiting.size === 0) continue;
      const fromMs = this.#room(id, { point, nowMs }) > 0 ? 0 : point.startedMs[0]! + MINUTE_MS;
      for (const record of point.waiting.values()) {
        if (!this.#isNext(record)) continue;
        next = Math.min(next ?? Infinity, Math.max(fromMs, record.next_attempt_at_ms ?? 0));
      }
    }
    return next;
  }

  /** Notes what is cancelled; answers the waiting deliveries that name nothing else. */
  cancel(cancellations: readonly Cancellation[]): DeliveryRecord[] {
    const ended: DeliveryRecord[] = [];
    for (const { event_id, policy_id } of cancellations) {
      for (const id of this.#byEvent.get(event_id) ?? []) {
        const record = this.#open.get(id);
        if (record === undefined || isFollowing(record)) continue;
        if (policy_id !== null && (record.policy_id ?? policy_id) !== policy_id) continue;
        const names = this.#cancelledOf.get(id) ?? new Set();
        this.#cancelledOf.set(id, names.add(event_id));
        if (this.isCancelled(id) && !this.#running.has(id)) ended.push(record);
      }
    }
    return ended;
  }

  /** Whether all that a delivery names was cancelled, such as during an attempt. */
  isCancelled(id: string): boolean {
    const names = this.#cancelledOf.get(id);
    return names !== undefined && this.#open.get(id)?.event_ids.every((event) => names.has(event)) === true;
  }

  /** Whether it need not tell of one of its events any more. */
  isCancelledFor(id: string, eventId: number): boolean {
    return this.#cancelledOf.get(id)?.has(eventId) === true;
  }

  /** Whether a message to a recipient about an event waits for its first attempt. */
  isWaiting(eventId: number, to: Pick<Target, "user_id" | "contact_point_id">): boolean {
    return [...this.#byEvent.get(eventId) ?? []].some((id) => {
      const record = this.#open.get(id);
      return record?.attempt_count === 0 && !this.#running.has(id) &&
        record.target.user_id === to.user_id && record.target.contact_point_id === to.contact_point_id;
    });
  }

  /** Whether a message that calls a recipient about an event is not settled; to a person by any way. */
  isUnderWay(eventId: number, to: Pick<Target, "user_id" | "contact_point_id">): boolean {
    return [...this.#byEvent.get(eventId) ?? []].some((id) => {
      const record = this.#open.get(id);
      if (record === undefined || isFollowing(record) || record.target.user_id !== to.user_id) return false;
      return to.user_id !== null || record.target.contact_point_id === to.contact_point_id;
    });
  }

  /** Begins anew with what is stored; attempts under way go on. */
  reset(open: readonly DeliveryRecord[]): void {
    for (const record of [...this.#open.values()]) if (!this.#running.has(record.id)) this.#drop(record);
    for (const record of open) if (!this.#running.has(record.id)) this.put(record);
  }

  #room(id: number, { point, nowMs }: { point: PointQueue; nowMs: Ms }): number {
    while ((point.startedMs[0] ?? Infinity) <= nowMs - MINUTE_MS) point.startedMs.shift();
    const most = this.options.maxPerMinute(id) ?? Infinity;
    return Math.max(0, Math.min(AT_ONCE - point.running, most - point.startedMs.length));
  }

  /** What tells of an end waits for what told of the event. */
  #isNext(record: DeliveryRecord): boolean {
    if (!isFollowing(record)) return true;
    const to = targetKey(record.target);
    return record.event_ids.every((eventId) =>
      [...this.#byEvent.get(eventId) ?? []].every((id) => {
        const other = this.#open.get(id);
        return other === undefined || id >= record.id || targetKey(other.target) !== to;
      })
    );
  }

  #point({ target: { contact_point_id } }: DeliveryRecord): PointQueue {
    const known = this.#points.get(contact_point_id);
    if (known !== undefined) return known;
    const point: PointQueue = { waiting: new Map(), running: 0, startedMs: [] };
    this.#points.set(contact_point_id, point);
    return point;
  }

  #name({ id, event_ids }: DeliveryRecord): void {
    for (const eventId of event_ids) {
      const ids = this.#byEvent.get(eventId);
      if (ids === undefined) this.#byEvent.set(eventId, new Set([id]));
      else ids.add(id);
    }
  }

  #drop(record: DeliveryRecord): void {
    const { id, event_ids } = record;
    if (!this.#open.delete(id)) return;
    this.#cancelledOf.delete(id);
    this.#point(record).waiting.delete(id);
    for (const eventId of event_ids) {
      const ids = this.#byEvent.get(eventId);
      ids?.delete(id);
      if (ids?.size === 0) this.#byEvent.delete(eventId);
    }
  }
}

function byUrgency(a: DeliveryRecord, b: DeliveryRecord): number {
  return SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) || (a.id < b.id ? -1 : 1);
}
