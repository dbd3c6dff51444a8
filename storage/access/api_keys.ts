import { isInRanges } from "../../domain/access/address_range.ts";
import type { ApiKeyRecord } from "../../domain/access/schema.ts";
import type { Actor, AreaGrant, Role } from "../../domain/access/types.ts";
import type { Check } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { granting } from "../area_grants.ts";
import { keys } from "../keys.ts";
import type { Mirrors } from "../mirrors.ts";
import { type NamedRecord, NamedRecords, type RecordChange, type Writes } from "../named_records.ts";
import { nouns } from "../nouns.ts";
import { freshId, type NounContext } from "../write.ts";
import { BackgroundWrites } from "./background_writes.ts";
import { keysOwnedBy, ownerMark, withoutHash } from "./key_owners.ts";
import { notFound } from "../noun_refusals.ts";
import { hashOf, newToken } from "./token_hashes.ts";

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

interface HashedDraft extends ApiKeyDraft {
  key_hash: string;
}

const PREFIX = "andon_";
const KEY_BYTES = 32;
/** 32 bytes in base64url. */
const KEY = /^andon_[A-Za-z0-9_-]{43}$/;
const WRITE_EVERY_MS = 60_000;

/** API keys, read from memory. Only the hash of a key is stored. */
export class ApiKeys extends NamedRecords<ApiKeyRecord, HashedDraft, Partial<ApiKeyDraft>> {
  protected readonly noun = nouns.apiKey;
  /** The last use of each key; newer than what is stored. */
  readonly #used = new Map<number, Ms>();
  readonly #background: BackgroundWrites;

  constructor(context: NounContext, mirrors: Mirrors) {
    super(context, mirrors);
    this.#background = new BackgroundWrites(context, "The last use of an API key");
    mirrors.apiKeys.onChange((_before, after, id) => {
      if (after === undefined) this.#used.delete(id);
    });
  }

  override list(): ApiKeyRecord[] {
    return this.mirrors.apiKeys.list().map((record) => this.#withUse(record));
  }

  override get(id: number): ApiKeyRecord | undefined {
    const record = this.mirrors.apiKeys.get(id);
    return record && this.#withUse(record);
  }

  ownedBy(userId: number): ApiKeyRecord[] {
    return keysOwnedBy(userId, this.mirrors).map((record) => this.#withUse(record));
  }

  override byName(name: string): ApiKeyRecord | undefined {
    return this.mirrors.apiKeys.list().find((record) => record.name === name);
  }

  /** A new key, which is in the result only; just its hash is stored. */
  async issue(draft: ApiKeyDraft, by: Actor): Promise<{ key: string; record: ApiKeyRecord }> {
    const secret = newToken(this.context, KEY_BYTES);
    const key = PREFIX + secret;
    return { key, record: await this.create({ ...draft, key_hash: hashOf(key) }, by) };
  }

  override async update(id: number, change: Partial<ApiKeyDraft>, by: Actor): Promise<ApiKeyRecord> {
    return this.#withUse(await super.update(id, change, by));
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

  protected override newId(): () => Promise<number> {
    return freshId(this.context, "api_key");
  }

  protected made(draft: HashedDraft, { v, id, ...created }: NamedRecord): ApiKeyRecord {
    return {
      v,
      id,
      name: draft.name,
      key_hash: draft.key_hash,
      role: draft.role,
      grants: draft.grants ?? [],
      is_active: draft.is_active,
      allowed_addresses: draft.allowed_addresses ?? [],
      expires_at_ms: msOf(draft.expires_at),
      last_used_at_ms: null,
      ...created,
      owner_id: draft.owner_id ?? null,
    };
  }

  protected override changed(before: ApiKeyRecord, change: Partial<ApiKeyDraft>): ApiKeyRecord {
    return { ...before, ...fieldsOf(change) };
  }

  protected override async along(
    { before, after, given }: RecordChange<ApiKeyRecord, Partial<ApiKeyDraft>>,
    { checks, mutations }: Writes,
  ): Promise<void> {
    const ownerId = before === undefined ? after?.owner_id ?? null : null;
    if (ownerId !== null) checks.push(this.#ownerIsUnchanged(ownerId));
    const record = after ?? before;
    if (record !== undefined) mutations.push(...ownerMark(record, this.mirrors));
    const granted = await granting(this.context, { grants: given?.grants ?? [], mirrors: this.mirrors });
    checks.push(...granted.checks);
    mutations.push(...granted.mutations);
  }

  protected override shown(record: ApiKeyRecord): unknown {
    return withoutHash(record);
  }

  /** A key is not created for a user who is removed at the same time. */
  #ownerIsUnchanged(userId: number): Check {
    const versionstamp = this.mirrors.users.versionstamp(userId);
    if (versionstamp === undefined) throw notFound("user", userId);
    return { key: keys.user(userId), versionstamp };
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
