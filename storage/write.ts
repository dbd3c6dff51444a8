import type { Actor } from "../domain/access/types.ts";
import type { AuditedResource } from "../domain/audit/types.ts";
import type { ResourceType } from "../domain/push/types.ts";
import type { AnyCommit, Check, Commit, Entry, Key, Mutation } from "../domain/shared/commit.ts";
import type { Log } from "../domain/shared/log.ts";
import { isoFromMs, type Ms } from "../domain/shared/time.ts";
import { MAIN_LANE } from "./keys.ts";
import { notFound } from "./noun_refusals.ts";
import { unavailable } from "./store/deadline.ts";
import type { RecordKind } from "./records.ts";
import type { KvStore } from "./store/store.ts";
import type { Mutex } from "../concurrency/mutex.ts";
import { type AuditDraft, auditMutation, newAudit } from "./writes/audit.ts";
import { resourceChanged } from "./writes/frames.ts";
import { newUlid } from "./writes/ulid.ts";

/** What the stores of all nouns share. */
export interface NounContext {
  store: KvStore;
  now: () => Ms;
  random: (bytes: number) => Uint8Array;
  log: Log;
  /** Serialises writes that keep losing to concurrent ones. */
  mutex: Mutex;
}

/** The decision of a write: a result and, unless nothing changes, a commit with checks of what was read. */
export interface Decision<T> {
  commit?: AnyCommit;
  result: T;
}

const FREE_ATTEMPTS = 2;
const QUEUED_ATTEMPTS = 20;

/**
 * Reads, decides and commits, and repeats that when a record that was read has changed meanwhile: at first at
 * once, then one write at a time. Throws the decision's Refusals, and UNAVAILABLE after 22 attempts.
 */
export async function write<T>(context: NounContext, decide: () => Promise<Decision<T>>): Promise<T> {
  const written = await attempt(context, { decide, times: FREE_ATTEMPTS }) ??
    await context.mutex.run(() => attempt(context, { decide, times: QUEUED_ATTEMPTS }));
  if (written === undefined) throw unavailable("is being changed by too many at once");
  return written.result;
}

/** Undefined when each attempt lost to a concurrent change. */
async function attempt<T>(
  { store }: NounContext,
  { decide, times }: { decide: () => Promise<Decision<T>>; times: number },
): Promise<{ result: T } | undefined> {
  for (let left = times; left > 0; left--) {
    const { commit, result } = await decide();
    if (commit === undefined || (await store.commit(commit, MAIN_LANE)).ok) return { result };
  }
  return undefined;
}

/** A change of one resource, for the audit log and the push channel. */
export interface Change {
  action: string;
  type: ResourceType;
  id: number | string;
  by: Actor;
  before?: unknown;
  after?: unknown;
}

/** The audit entry and the push frame of a change. */
export function traces(context: NounContext, change: Change): Required<Pick<Commit, "mutations" | "frames">> {
  const at = isoFromMs(context.now());
  return { mutations: [audit(context, change)], frames: [resourceChanged(change.type, change.id, at)] };
}

/** The audit entry of a change. */
export function audit(
  context: NounContext,
  change: Omit<Change, "type"> & { type: AuditedResource },
): Mutation {
  const { action, type, id, by, before, after } = change;
  const { name: who, address, desk, desk_id } = by;
  return auditOf(context, {
    who,
    action,
    resource_type: type,
    resource_id: id,
    before,
    after,
    address,
    desk,
    desk_id,
  });
}

/** The same of a whole draft. */
export function auditOf(context: NounContext, draft: AuditDraft): Mutation {
  return auditMutation(newAudit(draft, { nowMs: context.now(), random: () => fraction(context.random) }));
}

/** A ULID with the prefix of its noun, `tpl_01J…`. */
export function textId(context: NounContext, prefix: "tpl" | "ins"): string {
  return `${prefix}_${newUlid(context.now(), () => fraction(context.random))}`;
}

function fraction(random: NounContext["random"]): number {
  return random(3).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 24;
}

/** One id for all attempts of a write, allocated by the first one that needs it. */
export function freshId(context: NounContext, noun: string): () => Promise<number> {
  let id: Promise<number> | undefined;
  return () => id ??= context.store.allocateIds(noun, 1);
}

/** A check that the key has not changed since it was read. */
export function unchanged(key: Key, entry: Entry | undefined): Check {
  return { key, versionstamp: entry?.versionstamp ?? null };
}

/** A check that fails once the mark at the key changes, so what is in memory is complete at the commit. */
export async function unchangedMark({ store }: NounContext, key: Key): Promise<Check> {
  const entry = await store.get(key);
  await store.caughtUp();
  return unchanged(key, entry);
}

/** Where a record is stored, and what a refusal calls it. */
export interface StoredRecord<T> {
  key: Key;
  kind: Pick<RecordKind<T>, "read">;
  what: string;
  id: number | string;
}

/** Reads a record that is to be changed, and adds the check that it has not changed since. NOT_FOUND. */
export async function readToChange<T>(
  { store }: NounContext,
  { key, kind, what, id }: StoredRecord<T>,
  checks: Check[],
): Promise<T> {
  const entry = await store.get(key);
  if (entry === undefined) throw notFound(what, id);
  checks.push(unchanged(key, entry));
  return kind.read(entry.value);
}
