import { timeSlices } from "../../concurrency/time_slices.ts";
import type { Key } from "../../domain/shared/commit.ts";
import type { AuditProblem, AuditVerification } from "../audit_contract.ts";
import { keys } from "../keys.ts";
import type { KvStore } from "../store/store.ts";
import { entryHash, HASH_BYTES, unpackedEntries, type UnsealedEntries } from "../writes/audit_seal.ts";
import { ulidFloor } from "../writes/ulid.ts";
import {
  type AuditBlock,
  type AuditHeadRecord,
  BLOCK_ENTRIES,
  blockHash,
  entriesOf,
  headMessage,
  type HeadState,
  headText,
  sameBytes,
} from "./block.ts";
import { type AuditFloor, floorMessage } from "./sealer.ts";
import { signatureCheck } from "./signing_key.ts";

/** The most problems that are named. */
export const MOST_PROBLEMS = 100;

const BLOCKS_AT_ONCE = 10;
const ENTRIES_AT_ONCE = 500;
/** Entries that are read for a block beyond its own number, since commits of several writers interleave. */
const READ_AHEAD = 1_000;

export interface VerifyOptions {
  storeId: string;
  publicKey: Uint8Array;
  /** A head that was kept elsewhere. */
  keptHead?: HeadState;
  /** Stops the verification, which then throws the signal's reason. */
  signal?: AbortSignal;
  /** Called after each block. */
  onProgress?: (blocks: number) => void;
}

/**
 * Compares the audit log with its blocks: chain, signatures, and each entry's hash. Reads the log once, in small
 * parts and slices of time; memory does not grow with the log.
 */
export async function verifyAudit(store: KvStore, options: VerifyOptions): Promise<AuditVerification> {
  return await new Verification(store, options).run();
}

interface Claim {
  block: number;
  hash: string;
}

class Verification {
  readonly #problems: AuditProblem[] = [];
  /** Sealed entries that the walk has not met yet. */
  readonly #waiting = new Map<string, Claim>();
  /** Entries that the walk has met before their block. */
  readonly #strays = new Map<string, Claim>();
  readonly #entries: EntryCursor;
  readonly #slice = timeSlices();
  #counts = { blocks: 0, entries: 0, expired: 0, unsealed: 0 };
  #floor = "";
  #last: HeadState | undefined;

  constructor(readonly store: KvStore, readonly options: VerifyOptions) {
    this.#entries = new EntryCursor(store);
  }

  async run(): Promise<AuditVerification> {
    const { store } = this, head = (await store.get<AuditHeadRecord>(keys.auditHead()))?.value;
    const isSigned = await signatureCheck(this.options.publicKey);
    await this.#readFloor(isSigned);
    for await (const { block, record } of blocksOf(store)) {
      if (head === undefined || block > head.block) break;
      await this.#verifyBlock(record, { block, isSigned });
      this.options.onProgress?.(block + 1);
      this.options.signal?.throwIfAborted();
    }
    if (head !== undefined && this.#counts.blocks <= head.block) this.#miss(this.#counts.blocks);
    await this.#advance({ to: "\uffff", most: Infinity, block: head?.block ?? 0 });
    await this.#readFloor(isSigned);
    this.#judgeMissing();
    await this.#claimRest();
    const problems = this.#problems.toSorted((one, other) => one.block - other.block);
    return {
      is_whole: problems.length === 0,
      first_block: problems[0]?.block ?? null,
      problems: problems.slice(0, MOST_PROBLEMS),
      ...this.#counts,
      head: this.#last === undefined ? null : headText(this.#last),
    };
  }

  async #verifyBlock(record: AuditBlock, { block, isSigned }: { block: number; isSigned: SignatureCheck }) {
    if (block !== this.#counts.blocks) this.#miss(this.#counts.blocks);
    const entries = entriesOf(record), hash = blockHash(record);
    const before = this.#last?.hash ?? new Uint8Array(HASH_BYTES);
    const state: HeadState = { block, entries: entries.length, hash };
    const fits = entries.length <= BLOCK_ENTRIES && record.hashes.length === entries.length * HASH_BYTES;
    if (!fits || !sameBytes(before, record.previous)) this.#found({ block, problem: "chain" });
    const message = headMessage(state, { store: this.options.storeId, at: record.sealed_at });
    if (!await isSigned(message, record.signature)) this.#found({ block, problem: "signature" });
    if (this.options.keptHead?.block === block) this.#compareKept(this.options.keptHead, record);
    this.#last = state;
    this.#counts.blocks = block + 1;
    this.#counts.entries += entries.length;
    let to = "";
    for (const { id, hash } of entries) {
      if (id > to) to = id;
      this.#claim(id, { block, hash });
    }
    await this.#advance({ to, most: entries.length + READ_AHEAD, block });
    this.#judgeMissing();
  }

  /** A head is kept when its block may still have been growing. */
  #compareKept(kept: HeadState, { previous, hashes }: AuditBlock): void {
    const first = hashes.subarray(0, kept.entries * HASH_BYTES);
    const isThere = first.length === kept.entries * HASH_BYTES;
    if (!isThere || !sameBytes(blockHash({ previous, hashes: first }), kept.hash)) {
      this.#found({ block: kept.block, problem: "kept_head" });
    }
  }

  #claim(id: string, claim: Claim): void {
    const stray = this.#strays.get(id);
    if (stray === undefined) return void this.#waiting.set(id, claim);
    this.#strays.delete(id);
    this.#compare(id, { claim, hash: stray.hash });
  }

  /** Reads entries up to an id, but not many more than a block has, so that a clock that was ahead costs no memory. */
  async #advance({ to, most, block }: { to: string; most: number; block: number }): Promise<void> {
    for (let read = 0; read < most; read++) {
      const entry = await this.#entries.peek();
      if (entry === undefined || entry.id > to) return;
      this.#entries.pass();
      await this.#slice();
      this.options.signal?.throwIfAborted();
      const hash = entryHash(entry.value), claim = this.#waiting.get(entry.id);
      if (claim === undefined) {
        this.#strays.set(entry.id, { block, hash });
        continue;
      }
      this.#waiting.delete(entry.id);
      this.#compare(entry.id, { claim, hash });
    }
  }

  #compare(id: string, { claim, hash }: { claim: Claim; hash: string }): void {
    if (claim.hash !== hash) this.#found({ block: claim.block, entry_id: id, problem: "changed" });
  }

  /** Sealed entries that the walk has passed without meeting them. */
  #judgeMissing(): void {
    const passed = this.#entries.next;
    for (const [id, { block }] of this.#waiting) {
      if (id >= passed) continue;
      this.#waiting.delete(id);
      if (id < this.#floor) this.#counts.expired++;
      else this.#found({ block, entry_id: id, problem: "removed" });
    }
  }

  /** Entries in no block wait to be sealed, or were sealed meanwhile; else they were inserted. */
  async #claimRest(): Promise<void> {
    const prefix = keys.auditUnsealed("").slice(0, 1);
    for (const { value } of await this.store.list<UnsealedEntries>({ prefix })) {
      const entries = unpackedEntries(value);
      this.#counts.unsealed += entries.length;
      for (const { id, hash } of entries) this.#claimStray(id, hash);
    }
    for await (const { record } of blocksOf(this.store, this.#last?.block)) {
      for (const { id, hash } of entriesOf(record)) this.#claimStray(id, hash);
    }
    for (const [id, { block }] of this.#strays) this.#found({ block, entry_id: id, problem: "inserted" });
    const { keptHead } = this.options;
    if (keptHead !== undefined && keptHead.block >= this.#counts.blocks) {
      this.#found({ block: keptHead.block, problem: "kept_head" });
    }
  }

  #claimStray(id: string, hash: string): void {
    const stray = this.#strays.get(id);
    if (stray === undefined) return;
    this.#strays.delete(id);
    this.#compare(id, { claim: { block: stray.block, hash }, hash: stray.hash });
  }

  async #readFloor(isSigned: SignatureCheck): Promise<void> {
    const floor = (await this.store.get<AuditFloor>(keys.auditFloor()))?.value;
    if (floor === undefined) return;
    const message = floorMessage(this.options.storeId, floor.before_ms);
    if (await isSigned(message, floor.signature)) this.#floor = ulidFloor(floor.before_ms);
  }

  #miss(block: number): void {
    this.#found({ block, problem: "missing_block" });
  }

  #found({ block, entry_id = null, problem }: Omit<AuditProblem, "entry_id"> & { entry_id?: string | null }) {
    if (this.#problems.length < MOST_KEPT) this.#problems.push({ block, entry_id, problem });
  }
}

/** Problems that are kept until they are in order. */
const MOST_KEPT = 10_000;

type SignatureCheck = Awaited<ReturnType<typeof signatureCheck>>;

/** The audit entries in the order of their ids, read in small parts. */
class EntryCursor {
  #page: { id: string; value: unknown }[] = [];
  #at = 0;
  #start: Key | undefined;
  #isLast = false;

  constructor(readonly store: KvStore) {}

  /** The id of the entry that `peek()` returned last; every smaller one is passed. */
  get next(): string {
    return this.#page[this.#at]?.id ?? (this.#isLast ? "\uffff" : "");
  }

  async peek(): Promise<{ id: string; value: unknown } | undefined> {
    if (this.#at >= this.#page.length && !this.#isLast) await this.#read();
    return this.#page[this.#at];
  }

  pass(): void {
    this.#at++;
  }

  async #read(): Promise<void> {
    const prefix = keys.audit("").slice(0, 1);
    const found = await this.store.list({ prefix, start: this.#start, limit: ENTRIES_AT_ONCE });
    this.#page = found.map(({ key, value }) => ({ id: String(key[1]), value }));
    this.#at = 0;
    // A short page may also be one whose entries were removed meanwhile.
    this.#isLast = found.length === 0;
    const last = this.#page.at(-1);
    if (last !== undefined) this.#start = keys.audit(`${last.id}\u0000`);
  }
}

/** The blocks in order, from a number on. */
export async function* blocksOf(store: KvStore, from = 0) {
  const prefix = keys.auditBlock(0).slice(0, 1);
  for (let start = keys.auditBlock(from);;) {
    const found = await store.list<AuditBlock>({
      prefix,
      start,
      limit: BLOCKS_AT_ONCE,
      atOnce: BLOCKS_AT_ONCE,
    });
    for (const { key, value } of found) yield { block: Number(key[1]), record: value };
    if (found.length < BLOCKS_AT_ONCE) return;
    start = keys.auditBlock(Number(found[found.length - 1].key[1]) + 1);
  }
}
