import { type BlindColumns, blindHourOf } from "../domain/coverage/blind_time.ts";
import type { BlindHour } from "../domain/coverage/types.ts";
import type { AnyMutation, Key } from "../domain/shared/commit.ts";
import type { Ms } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import type { KvStore } from "./store/store.ts";
import { BLIND_DAY_MS, type BlindHourValue, blockOf } from "./writes/blind_hours.ts";
import { bucketOf } from "./writes/event_index.ts";

/** A shard's report of its instances' blind time. */
export interface BlindTimeReport {
  /** Of a source and shard. */
  partition: number;
  /** Null: unchanged since the last report. */
  hours: BlindColumns[] | null;
  noData: number;
  badQuality: number;
}

/**
 * The blind hours of the last day in memory: complete hours as stored, the running ones as last reported by the
 * shards.
 */
export class RecentBlindHours {
  /** By hour, then by block and shard. */
  readonly #stored = new Map<Ms, Map<string, BlindColumns>>();
  readonly #reports = new Map<number, BlindTimeReport & { hours: BlindColumns[] }>();
  /** The last hour in which each instance was blind. */
  readonly #lastBlind = new Map<number, Ms>();
  #shards = new Set<number>();
  /** Older hours have been dropped. */
  #sinceMs: Ms = -Infinity;

  /** Reads the hours stored since an instant, and follows the store. */
  static async open(store: KvStore, sinceMs: Ms): Promise<RecentBlindHours> {
    const hours = new RecentBlindHours();
    store.onCommit((mutations) => hours.#follow(mutations));
    const prefix = keys.blindHour(0, { block: 0, hourMs: 0, shard: 0 })[0]!;
    const start = [prefix, bucketOf(sinceMs, BLIND_DAY_MS)];
    const entries = await store.list<BlindHourValue>({ prefix: [prefix], start });
    for (const { key, value } of entries) if (value.hourMs >= sinceMs) hours.#put(key, value);
    return hours;
  }

  /** A shard's report replaces its previous one; hours before `sinceMs` are dropped. */
  take(report: BlindTimeReport, sinceMs: Ms): void {
    const hours = report.hours ?? this.#reports.get(report.partition)?.hours ?? [];
    this.#reports.set(report.partition, { ...report, hours });
    for (const { hourMs, instance } of report.hours ?? []) for (const id of instance) this.#blind(id, hourMs);
    if (sinceMs === this.#sinceMs) return;
    this.#sinceMs = sinceMs;
    for (const hourMs of this.#stored.keys()) if (hourMs < sinceMs) this.#stored.delete(hourMs);
    for (const [id, hourMs] of this.#lastBlind) if (hourMs < sinceMs) this.#lastBlind.delete(id);
  }

  hasBlind(instanceId: number): boolean {
    return this.#lastBlind.has(instanceId);
  }

  /** The hours from an instant on in which an instance was blind. */
  of(instanceId: number, sinceMs: Ms): (BlindHour & { hourMs: Ms })[] {
    if (!this.hasBlind(instanceId)) return [];
    const found = new Map<Ms, BlindHour>();
    for (const [hourMs, blocks] of this.#stored) {
      for (const shard of this.#shards) {
        const columns = blocks.get(`${blockOf(instanceId)}/${shard}`);
        const hour = columns && blindHourOf(columns, instanceId);
        if (hour !== undefined) found.set(hourMs, hour);
      }
    }
    for (const { hours } of this.#reports.values()) {
      for (const columns of hours) {
        const hour = blindHourOf(columns, instanceId);
        if (hour !== undefined) found.set(columns.hourMs, hour);
      }
    }
    return [...found].flatMap(([hourMs, hour]) => hourMs < sinceMs ? [] : [{ hourMs, ...hour }]);
  }

  /** Instances with a blind rule at present. */
  blindNow(): { noData: number; badQuality: number } {
    const sum = { noData: 0, badQuality: 0 };
    for (const { noData, badQuality } of this.#reports.values()) {
      sum.noData += noData;
      sum.badQuality += badQuality;
    }
    return sum;
  }

  #follow(mutations: readonly AnyMutation[]): void {
    for (const mutation of mutations) {
      if (mutation.key[0] === "blind_hour" && mutation.type === "set") {
        this.#put(mutation.key, asBlindHour(mutation.value));
      }
    }
  }

  #put(key: Key, columns: BlindColumns): void {
    const [, , block, hourMs = NaN, shard = NaN] = key.map(Number);
    let blocks = this.#stored.get(hourMs);
    if (blocks === undefined) this.#stored.set(hourMs, blocks = new Map());
    blocks.set(`${block}/${shard}`, columns);
    this.#shards.add(shard);
    for (const id of columns.instance) this.#blind(id, hourMs);
  }

  #blind(instanceId: number, hourMs: Ms): void {
    this.#lastBlind.set(instanceId, Math.max(hourMs, this.#lastBlind.get(instanceId) ?? -Infinity));
  }
}

/** Only `blindHourWrites` writes these entries. */
function asBlindHour(value: unknown): BlindHourValue {
  return value as BlindHourValue;
}
