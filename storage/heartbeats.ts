import type { Actor } from "../domain/access/types.ts";
import { HEARTBEAT_LIMITS } from "../domain/heartbeat/limits.ts";
import type { HeartbeatChange, HeartbeatDraft } from "../domain/heartbeat/schema.ts";
import type { HeartbeatRecord, SentHeartbeatRecord, ShardBeatRecord } from "../domain/heartbeat/types.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { invalid, nameTaken } from "../domain/shared/refusal.ts";
import { isoFromMs, type Ms } from "../domain/shared/time.ts";
import { hashOf, newToken } from "./access/token_hashes.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import { type NounContext, readToChange, traces, unchanged, unchangedMark, write } from "./write.ts";
import { limitReached } from "./noun_refusals.ts";

/** A heartbeat with the token of its address, which only this answer has. */
export interface WithToken {
  record: HeartbeatRecord;
  token: string;
}

/** 128 bits. */
const TOKEN_BYTES = 16;

/**
 * Heartbeats, read from memory. Heartbeats of other systems, and what is kept of Andon's own. None of it grows with
 * the beats.
 */
export class Heartbeats {
  constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {}

  /** By name. */
  list(): readonly HeartbeatRecord[] {
    return this.mirrors.heartbeats.list();
  }

  get(name: string): HeartbeatRecord | undefined {
    return this.mirrors.heartbeats.get(name);
  }

  /** VALIDATION_FAILED for a name that exists, and for the 101st. */
  create(draft: HeartbeatDraft, by: Actor): Promise<WithToken> {
    const { context } = this, { name } = draft;
    const token = this.#newToken();
    return write(context, async () => {
      const checks = [await unchangedMark(context, keys.heartbeats())];
      if (this.get(name) !== undefined) throw invalid("name", nameTaken("heartbeat", name));
      if (this.list().length >= HEARTBEAT_LIMITS.heartbeats) {
        throw limitReached("heartbeat", HEARTBEAT_LIMITS.heartbeats);
      }
      const at = isoFromMs(context.now());
      const record: HeartbeatRecord = {
        v: 1,
        ...draft,
        token_hash: hashOf(token),
        counted_from: at,
        created_at: at,
        created_by: by.name,
      };
      const change = { action: "created", type: "heartbeat", id: name, by, after: shown(record) } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push({ type: "set", key: keys.heartbeat(name), value: record }, CHANGED);
      return { result: { record, token }, commit: { checks, mutations, frames } };
    });
  }

  update(name: string, change: HeartbeatChange, by: Actor): Promise<HeartbeatRecord> {
    const { context } = this;
    return write(context, async () => {
      const checks: Check[] = [];
      const before = await this.#read(name, checks);
      const after: HeartbeatRecord = { ...before, ...change };
      if (after.deadline_seconds !== before.deadline_seconds) after.counted_from = isoFromMs(context.now());
      const commit = this.#changed("updated", { before, after, by });
      return { result: after, commit: { checks, ...commit } };
    });
  }

  remove(name: string, by: Actor): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const checks: Check[] = [];
      const before = await this.#read(name, checks);
      const change = { action: "deleted", type: "heartbeat", id: name, by, before: shown(before) } as const;
      const { mutations, frames } = traces(context, change);
      const owned = [keys.heartbeat(name), keys.beat(name)];
      mutations.push(...owned.map((key): Mutation => ({ type: "delete", key })), CHANGED);
      return { result: undefined, commit: { checks, mutations, frames } };
    });
  }

  /** A new token; the one before ends. */
  renewToken(name: string, by: Actor): Promise<WithToken> {
    const { context } = this;
    const token = this.#newToken();
    return write(context, async () => {
      const checks: Check[] = [];
      const before = await this.#read(name, checks);
      const record: HeartbeatRecord = { ...before, token_hash: hashOf(token) };
      const commit = this.#changed("address_renewed", { before, after: record, by });
      return { result: { record, token }, commit: { checks, ...commit } };
    });
  }

  /** Whether the token is the one of the heartbeat's address. */
  isToken(name: string, token: string): boolean {
    return this.get(name)?.token_hash === hashOf(token);
  }

  /** When the last beat came; null: none. */
  lastBeatMs(name: string): Ms | null {
    return this.mirrors.beats.get(name)?.at_ms ?? null;
  }

  /** Notes a beat. NOT_FOUND. */
  beat(name: string): Promise<Ms> {
    const { context } = this;
    return write(context, async () => {
      const checks: Check[] = [];
      await this.#read(name, checks);
      const at_ms = context.now();
      const mutations: Mutation[] = [{ type: "set", key: keys.beat(name), value: { v: 1, name, at_ms } }];
      return { result: at_ms, commit: { checks, mutations } };
    });
  }

  /** The last beats of the first `shards` shards, from the store; undefined: none. */
  async shardBeats(shards: number): Promise<(ShardBeatRecord | undefined)[]> {
    const recordKeys = Array.from({ length: shards }, (_, shard) => keys.shardBeat(shard));
    const found = await this.context.store.getMany(recordKeys);
    return found.map((entry) => entry && kinds.shardBeat.read(entry.value));
  }

  /** What became of Andon's own heartbeat at a contact point. */
  sent(contactPointId: number): SentHeartbeatRecord | undefined {
    return this.mirrors.sentHeartbeats.get(contactPointId);
  }

  /** Written under the lease of this process. Nothing is written once the contact point sends none. */
  keepSent(value: SentHeartbeatRecord): Promise<void> {
    const { context } = this, { contact_point_id: id } = value;
    return write(context, async () => {
      const key = keys.contactPoint(id);
      const point = await context.store.get(key);
      if (point === undefined || kinds.contactPoint.read(point.value).heartbeat_minutes === null) {
        return { result: undefined };
      }
      const mutations: Mutation[] = [{ type: "set", key: keys.sentHeartbeat(id), value }];
      return { result: undefined, commit: { checks: [unchanged(key, point)], mutations } };
    });
  }

  #newToken(): string {
    return newToken(this.context, TOKEN_BYTES);
  }

  #read(name: string, checks: Check[]): Promise<HeartbeatRecord> {
    const stored = { key: keys.heartbeat(name), kind: kinds.heartbeat, what: "heartbeat", id: name };
    return readToChange(this.context, stored, checks);
  }

  #changed(
    action: "updated" | "address_renewed",
    { before, after, by }: { before: HeartbeatRecord; after: HeartbeatRecord; by: Actor },
  ) {
    const { mutations, frames } = traces(this.context, {
      ...{ action, type: "heartbeat", id: after.name, by },
      before: shown(before),
      after: shown(after),
    });
    mutations.push({ type: "set", key: keys.heartbeat(after.name), value: after }, CHANGED);
    return { mutations, frames };
  }
}

const CHANGED: Mutation = { type: "sum", key: keys.heartbeats(), value: 0 };

/** The fields that the audit log may contain. */
function shown({ token_hash: _, ...rest }: HeartbeatRecord): Record<string, unknown> {
  return rest;
}
