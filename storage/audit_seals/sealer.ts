import type { Check, Entry, Key, Mutation } from "../../domain/shared/commit.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { keys, SEALING_LANE } from "../keys.ts";
import type { KvStore } from "../store/store.ts";
import { unchanged } from "../write.ts";
import {
  entryHash,
  HASH_BYTES,
  type HashedEntry,
  unpackedEntries,
  type UnsealedEntries,
} from "../writes/audit_seal.ts";
import {
  type AuditBlock,
  type AuditHeadRecord,
  BLOCK_ENTRIES,
  BLOCK_FULL,
  blockHash,
  blockOf,
  entriesOf,
  headMessage,
} from "./block.ts";
import type { AuditSigner } from "./signing_key.ts";

/** Commits whose entries one block takes at most, so that sealing fits one atomic. */
const COMMITS_AT_ONCE = 500;
const READ_AT_ONCE = 500;

export interface SealerContext {
  store: KvStore;
  /** The id of the store. */
  storeId: string;
  signer: AuditSigner;
  now: () => Ms;
}

/** Up to which time retention may have removed entries; signed, so that nobody else can say so. */
export interface AuditFloor {
  v: 1;
  before_ms: Ms;
  signature: Uint8Array;
}

/** A block with its number and the head record that sealing replaces. */
interface Last {
  head: Entry<AuditHeadRecord>;
  block: AuditBlock;
}

/**
 * Seals audit entries in blocks, in the order of their commits. Each sealing commit checks the head and, like all
 * writes on a lane, the lease of the process that leads: two processes never seal the same entries.
 */
export class AuditSealer {
  constructor(readonly context: SealerContext) {}

  /** Seals the entries of a store without seals as its genesis blocks. Nothing else may write meanwhile. */
  async begin(): Promise<void> {
    const { store } = this.context;
    let head = await store.get<AuditHeadRecord>(keys.auditHead());
    if (head?.value.is_complete) return;
    const unsealed = await this.#unsealedIds();
    let last = head === undefined ? undefined : await this.#blockOf(head.value.block);
    let start = last === undefined ? undefined : afterId(entriesOf(last).at(-1)?.id ?? "");
    for (;;) {
      const { entries, next } = await this.#oldEntries({ start, except: unsealed });
      const block = head === undefined ? 0 : head.value.block + 1;
      const isComplete = next === undefined;
      if (entries.length > 0 || head === undefined) {
        last = await this.#write(entries, { block, kind: "genesis", last, head, isComplete });
      } else {
        await this.#commit([headSet(head.value.block, true)], head);
      }
      if (isComplete) return;
      head = await store.get<AuditHeadRecord>(keys.auditHead());
      start = next;
    }
  }

  /** Seals some entries that wait, and returns how many; 0 when none wait. */
  async seal(): Promise<number> {
    const { store } = this.context;
    const prefix = keys.auditUnsealed("").slice(0, 1);
    // The head is read first: its check then fails when another process has sealed what is listed here.
    const { head, block: last } = await this.#last();
    const waiting = await store.list<UnsealedEntries>({ prefix, limit: COMMITS_AT_ONCE });
    if (waiting.length === 0) return 0;
    const isFull = last.kind === "genesis" || last.hashes.length >= BLOCK_FULL * HASH_BYTES;
    const first = unpackedEntries(waiting[0]!.value);
    const continues = !isFull && entriesOf(last).length + first.length <= BLOCK_ENTRIES;
    const entries = continues ? entriesOf(last) : [], begun = entries.length;
    const taken: Key[] = [];
    for (const { key, value } of waiting) {
      const more = unpackedEntries(value);
      if (entries.length + more.length > BLOCK_ENTRIES) break;
      entries.push(...more);
      taken.push(key);
    }
    const { block } = head.value;
    await this.#write(entries, {
      block: continues ? block : block + 1,
      kind: "sealed",
      last: continues ? undefined : last,
      previous: continues ? last.previous : undefined,
      head,
      isComplete: true,
      also: taken.map((key): Mutation => ({ type: "delete", key })),
    });
    return entries.length - begun;
  }

  /** Allows retention to remove the entries before an instant. */
  async allowRemoval(beforeMs: Ms): Promise<void> {
    const { store, storeId, signer } = this.context, key = keys.auditFloor();
    const stored = await store.get<AuditFloor>(key);
    if (stored !== undefined && stored.value.before_ms >= beforeMs) return;
    const signature = await signer.sign(floorMessage(storeId, beforeMs));
    const value: AuditFloor = { v: 1, before_ms: beforeMs, signature };
    await store.commit({
      checks: [unchanged(key, stored)],
      mutations: [{ type: "set", key, value }],
    }, SEALING_LANE);
  }

  async #last(): Promise<Last> {
    const head = await this.context.store.get<AuditHeadRecord>(keys.auditHead());
    if (head === undefined) throw new TypeError("The audit log has no genesis block");
    return { head, block: await this.#blockOf(head.value.block) };
  }

  async #blockOf(block: number): Promise<AuditBlock> {
    const found = await this.context.store.get<AuditBlock>(keys.auditBlock(block));
    if (found === undefined) throw new TypeError(`Block ${block} of the audit log is missing`);
    return found.value;
  }

  async #write(
    entries: readonly HashedEntry[],
    { block, kind, last, previous, head, isComplete, also = [] }: {
      block: number;
      kind: AuditBlock["kind"];
      /** The block before, unless `previous` is its hash. */
      last: AuditBlock | undefined;
      previous?: Uint8Array;
      head: Entry<AuditHeadRecord> | undefined;
      isComplete: boolean;
      also?: readonly Mutation[];
    },
  ): Promise<AuditBlock> {
    const { storeId: store, signer, now } = this.context;
    const at = isoFromMs(now());
    const before = previous ?? (last === undefined ? new Uint8Array(HASH_BYTES) : blockHash(last));
    const unsigned = blockOf(entries, { kind, previous: before, sealed_at: at });
    const state = { block, entries: entries.length, hash: blockHash(unsigned) };
    const signature = await signer.sign(headMessage(state, { store, at }));
    const value: AuditBlock = { ...unsigned, signature };
    const set: Mutation = { type: "set", key: keys.auditBlock(block), value };
    await this.#commit([set, headSet(block, isComplete), ...also], head);
    return value;
  }

  async #commit(mutations: Mutation[], head: Entry<AuditHeadRecord> | undefined): Promise<void> {
    const checks: Check[] = [unchanged(keys.auditHead(), head)];
    const { ok } = await this.context.store.commit({ checks, mutations }, SEALING_LANE);
    if (!ok) throw new Error("The audit log was sealed by another process meanwhile");
  }

  async #unsealedIds(): Promise<ReadonlySet<string>> {
    const prefix = keys.auditUnsealed("").slice(0, 1);
    const waiting = await this.context.store.list<UnsealedEntries>({ prefix });
    return new Set(waiting.flatMap(({ value }) => unpackedEntries(value).map(({ id }) => id)));
  }

  async #oldEntries(
    { start, except }: { start: Key | undefined; except: ReadonlySet<string> },
  ): Promise<{ entries: HashedEntry[]; next?: Key }> {
    const prefix = keys.audit("").slice(0, 1);
    const entries: HashedEntry[] = [];
    for (let from = start; entries.length + READ_AT_ONCE <= BLOCK_ENTRIES;) {
      const found = await this.context.store.list({ prefix, start: from, limit: READ_AT_ONCE });
      for (const { key, value } of found) {
        const id = String(key[1]);
        if (!except.has(id)) entries.push({ id, hash: entryHash(value) });
      }
      if (found.length < READ_AT_ONCE) return { entries };
      from = start = afterId(String(found[found.length - 1]!.key[1]));
    }
    return { entries, next: start };
  }
}

/** What the signature of a floor covers. */
export function floorMessage(store: string, beforeMs: Ms): string {
  return `andon audit floor\n${store}\n${beforeMs}`;
}

function headSet(block: number, isComplete: boolean): Mutation {
  const value: AuditHeadRecord = { v: 1, block, is_complete: isComplete };
  return { type: "set", key: keys.auditHead(), value };
}

/** The first key after an entry's. */
function afterId(id: string): Key {
  return keys.audit(`${id}\u0000`);
}
