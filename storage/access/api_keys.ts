import { createHash } from "node:crypto";
import { isInRanges } from "../../domain/access/address_range.ts";
import type { ApiKeyRecord } from "../../domain/access/schema.ts";
import type { Actor, AreaGrant, Role } from "../../domain/access/types.ts";
import type { Check, Mutation } from "../../domain/shared/commit.ts";
import { nameTaken } from "../../domain/shared/refusal.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { granting } from "../area_grants.ts";
import { keys } from "../keys.ts";
import { kinds } from "../kinds.ts";
import type { Mirrors } from "../mirrors.ts";
import { freshId, type NounContext, traces, unchanged, write } from "../write.ts";
import { BackgroundWrites } from "./background_writes.ts";
import { endKey, keysOwnedBy, ownerMark, withoutHash } from "./key_owners.ts";
import { invalid, notFound } from "../noun_refusals.ts";

export interface ApiKeyDraft {
  name: string;
  role: Role;
  /** Absent: none. */
  grants?: AreaGrant[];
  is_active: boolean;
  /** Absent or empty: from everywhere. */
  allowed_addresses?: string[];
  /** ISO time; null: never. */
  expires_at: string | null;
  /** The user who owns the key; absent or null: unknown. Set at its creation only. */
  owner_id?: number | null;
}

const PREFIX = "andon_";
const KEY_BYTES = 32;
/** 32 bytes in base64url. */
const KEY = /^andon_[A-Za-z0-9_-]{43}$/;
const WRITE_EVERY_MS = 60_000;

/** API keys, read from memory. Only the hash of a key is stored. */
export class ApiKeys {
  /** The last use of each key; newer than what is stored. */
  readonly #used = new Map<number, Ms>();
  readonly #background: BackgroundWrites;

  constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {
    this.#background = new BackgroundWrites(context, "The last use of an API key");
    mirrors.apiKeys.onChange((_before, after, id) => {
      if (after === undefined) this.#used.delete(id);
    });
  }

  list(): ApiKeyRecord[] {
    return this.mirrors.apiKeys.list().map((record) => this.#withUse(record));
  }

  get(id: number): ApiKeyRecord | undefined {
    const record = this.mirrors.apiKeys.get(id);
    return record && this.#withUse(record);
  }

  ownedBy(userId: number): ApiKeyRecord[] {
    return keysOwnedBy(userId, this.mirrors).map((record) => this.#withUse(record));
  }

  byName(name: string): ApiKeyRecord | undefined {
    return this.mirrors.apiKeys.list().find((record) => record.name === name);
  }

  async create(draft: ApiKeyDraft, by: Actor): Promise<{ key: string; record: ApiKeyRecord }> {
    const { context } = this;
    const secret = context.random(KEY_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
    const key = PREFIX + secret;
    const nextId = freshId(context, "api_key");
    const record = await write(context, async () => {
      const checks = [await this.#nameIsFree(draft.name)];
      const id = await nextId();
      const owner_id = draft.owner_id ?? null;
      const record: ApiKeyRecord = {
        v: 1,
        id,
        name: draft.name,
        key_hash: hashOf(key),
        role: draft.role,
        grants: draft.grants ?? [],
        is_active: draft.is_active,
        allowed_addresses: draft.allowed_addresses ?? [],
        expires_at_ms: msOf(draft.expires_at),
        last_used_at_ms: null,
        created_at: isoFromMs(context.now()),
        created_by: by.name,
        owner_id,
      };
      const change = { action: "created", type: "key", id, by, after: withoutHash(record) } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push(
        { type: "set", key: keys.apiKey(id), value: record },
        { type: "set", key: keys.apiKeyByName(record.name), value: id },
      );
      if (owner_id !== null) checks.push(this.#ownerIsUnchanged(owner_id));
      mutations.push(...ownerMark(record, this.mirrors));
      await this.#grant(draft, { checks, mutations });
      return { result: record, commit: { checks, mutations, frames } };
    });
    return { key, record };
  }

  async update(id: number, draft: Partial<ApiKeyDraft>, by: Actor): Promise<ApiKeyRecord> {
    const { context } = this;
    const updated = await write(context, async () => {
      const { record: before, check } = await this.#read(id);
      const checks = [check];
      const after: ApiKeyRecord = { ...before, ...fieldsOf(draft) };
      const change = { action: "updated", type: "key", id, by, before: withoutHash(before) } as const;
      const { mutations, frames } = traces(context, { ...change, after: withoutHash(after) });
      mutations.push({ type: "set", key: keys.apiKey(id), value: after }, ...ownerMark(after, this.mirrors));
      if (before.name !== after.name) {
        checks.push(await this.#nameIsFree(after.name));
        mutations.push({ type: "delete", key: keys.apiKeyByName(before.name) });
        mutations.push({ type: "set", key: keys.apiKeyByName(after.name), value: id });
      }
      await this.#grant(draft, { checks, mutations });
      return { result: after, commit: { checks, mutations, frames } };
    });
    return this.#withUse(updated);
  }

  remove(id: number, by: Actor): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const { record, check } = await this.#read(id);
      const { mutations, frames } = endKey(record, { context, by });
      mutations.push(...ownerMark(record, this.mirrors));
      return { result: undefined, commit: { checks: [check], mutations, frames } };
    });
  }

  /** The record of a key that is usable from the address; records the use. */
  use(key: string, address?: string): ApiKeyRecord | undefined {
    if (!KEY.test(key)) return undefined;
    const [record] = this.mirrors.apiKeysByHash.of(hashOf(key));
    const now = this.context.now();
    if (record === undefined || !mayBeUsed(record, now) || !mayComeFrom(record, address)) return undefined;
    this.#used.set(record.id, now);
    if (now - (record.last_used_at_ms ?? -Infinity) >= WRITE_EVERY_MS) this.#writeUse(record, now);
    return record;
  }

  /** The record of a key, usable or not; for the audit log. */
  of(key: string): ApiKeyRecord | undefined {
    return KEY.test(key) ? this.mirrors.apiKeysByHash.of(hashOf(key))[0] : undefined;
  }

  /** Whether the key may be used; the check itself is not recorded as a use. */
  isUsable(id: number, address?: string): boolean {
    const record = this.mirrors.apiKeys.get(id);
    if (record === undefined || !mayBeUsed(record, this.context.now())) return false;
    return mayComeFrom(record, address);
  }

  #writeUse(record: ApiKeyRecord, now: Ms): void {
    const { id } = record;
    const key = keys.apiKey(id);
    const versionstamp = this.mirrors.apiKeys.versionstamp(id);
    const value: ApiKeyRecord = { ...record, last_used_at_ms: now };
    this.#background.start(id, { key, versionstamp, mutations: [{ type: "set", key, value }] });
  }

  #withUse(record: ApiKeyRecord): ApiKeyRecord {
    return { ...record, last_used_at_ms: this.#used.get(record.id) ?? record.last_used_at_ms };
  }

  async #grant(
    { grants = [] }: Partial<ApiKeyDraft>,
    { checks, mutations }: { checks: Check[]; mutations: Mutation[] },
  ): Promise<void> {
    const granted = await granting(this.context, { grants, mirrors: this.mirrors });
    checks.push(...granted.checks);
    mutations.push(...granted.mutations);
  }

  /** A key is not created for a user who is removed at the same time. */
  #ownerIsUnchanged(userId: number): Check {
    const versionstamp = this.mirrors.users.versionstamp(userId);
    if (versionstamp === undefined) throw notFound("user", userId);
    return { key: keys.user(userId), versionstamp };
  }

  async #read(id: number): Promise<{ record: ApiKeyRecord; check: Check }> {
    const key = keys.apiKey(id);
    const entry = await this.context.store.get(key);
    if (entry === undefined) throw notFound("API key", id);
    return { record: kinds.apiKey.read(entry.value), check: unchanged(key, entry) };
  }

  async #nameIsFree(name: string): Promise<Check> {
    const key = keys.apiKeyByName(name);
    if (await this.context.store.get(key) === undefined) return unchanged(key, undefined);
    throw invalid("name", nameTaken("API key", name));
  }
}

function mayBeUsed({ is_active, expires_at_ms }: ApiKeyRecord, now: Ms): boolean {
  return is_active && (expires_at_ms === null || expires_at_ms > now);
}

/** Without an address the use has no client, as within the process. */
function mayComeFrom({ allowed_addresses = [] }: ApiKeyRecord, address: string | undefined): boolean {
  return address === undefined || isInRanges(address, allowed_addresses);
}

/** The changed fields, in the form of the record. */
function fieldsOf({ expires_at, owner_id: _, ...rest }: Partial<ApiKeyDraft>): Partial<ApiKeyRecord> {
  const named = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return expires_at === undefined ? named : { ...named, expires_at_ms: msOf(expires_at) };
}

function msOf(time: string | null): Ms | null {
  return time === null ? null : Date.parse(time);
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
