import { timeSlices } from "../../concurrency/time_slices.ts";
import { keys } from "../keys.ts";
import type { KvStore } from "../store/store.ts";
import { entryHash, HASH_BYTES, type HashedEntry, unpackedEntries } from "../writes/audit_seal.ts";
import { ulidFloor } from "../writes/ulid.ts";
import {
  type AuditBlock,
  BLOCK_ENTRIES,
  blockHash,
  entriesOf,
  headMessage,
  type HeadState,
  headText,
  sameBytes,
} from "./block.ts";
import { type AuditFloor, floorMessage } from "./sealer.ts";
import { blocksOf } from "./blocks_of.ts";
import { decoded } from "./first_key.ts";
import { keyFingerprint, signatureCheck, storedPublicKey } from "./signing_key.ts";
import { TextCursor, type TextEntry } from "./text_cursor.ts";
import type { AuditProblemKind } from "../../domain/audit/types.ts";

export interface AuditProblem {
  /** The block that does not fit; of an inserted entry the block beside which it stands. */
  block: number;
  /** Null for a problem of the block itself. */
  entry_id: string | null;
  problem: AuditProblemKind;
}

export interface AuditVerification {
  is_whole: boolean;
  /** The first block that does not fit; null if all fit. */
  first_block: number | null;
  /** By block; at most 100. */
  problems: AuditProblem[];
  blocks: number;
  /** Sealed entries, those that retention has removed included. */
  entries: number;
  /** Sealed entries that retention has removed. */
  expired: number;
  /** Entries that wait to be sealed. */
  unsealed: number;
  /** As text; null without blocks. */
  head: string | null;
}

/** The most problems that are named. */
export const MOST_PROBLEMS = 100;

/** Entries that are read for a block beyond its own number, since commits of several writers interleave. */
const READ_AHEAD = 1_000;

export interface VerifyOptions {
  storeId: string;
  /** Undefined: the store has none that can be trusted, which is a problem of its own. */
  publicKey: Uint8Array | undefined;
  /** The fingerprint of the key, kept elsewhere. */
  keptKey?: string;
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

/** `hash` is undefined for an entry that cannot be decoded. */
interface Claim {
  block: number;
  hash: string | undefined;
}

class Verification {
  readonly #problems: AuditProblem[] = [];
  /** Sealed entries that the walk has not met yet. */
  readonly #waiting = new Map<string, Claim & { hash: string }>();
  /** Entries that the walk has met before their block. */
  readonly #strays = new Map<string, Claim>();
  readonly #entries: TextCursor;
  readonly #slice = timeSlices();
  #counts = { blocks: 0, entries: 0, expired: 0, unsealed: 0 };
  #floor = "";
  #last: HeadState | undefined;

  constructor(readonly store: KvStore, readonly options: VerifyOptions) {
    this.#entries = new TextCursor(store, "audit");
  }

  async run(): Promise<AuditVerification> {
    const { store } = this, head = await this.#readHead();
    const isSigned = await this.#signatures();
    await this.#readFloor(isSigned);
    for await (const { block, record } of blocksOf(store)) {
      if (block > (head ?? Infinity)) break;
      if (block !== this.#counts.blocks) this.#miss(this.#counts.blocks);
      this.#counts.blocks = block + 1;
      if (record === undefined) this.#found({ block, problem: "undecodable" });
      else await this.#verifyBlock(record, { block, isSigned });
      this.options.onProgress?.(block + 1);
      this.options.signal?.throwIfAborted();
    }
    const { blocks } = this.#counts;
    if (blocks <= (head ?? 0)) this.#miss(blocks);
    else if (head === undefined) this.#found({ block: blocks - 1, problem: "head" });
    await this.#advance({ to: "\uffff", most: Infinity, block: head ?? 0 });
    await this.#readFloor(isSigned);
    this.#reportMissing();
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
    const entries = entriesOf(record), hash = blockHash(record);
    const before = this.#last?.hash ?? new Uint8Array(HASH_BYTES);
    const state: HeadState = { block, entries: entries.length, hash };
    const fits = entries.length <= BLOCK_ENTRIES && record.hashes.length === entries.length * HASH_BYTES;
    if (!fits || !sameBytes(before, record.previous)) this.#found({ block, problem: "chain" });
    const message = headMessage(state, { store: this.options.storeId, at: record.sealed_at });
    if (!await isSigned(message, record.signature)) this.#found({ block, problem: "signature" });
    if (this.options.keptHead?.block === block) this.#compareHead(this.options.keptHead, record);
    this.#last = state;
    this.#counts.entries += entries.length;
    let to = "";
    for (const { id, hash } of entries) {
      if (id > to) to = id;
      this.#claim(id, { block, hash });
    }
    await this.#advance({ to, most: entries.length + READ_AHEAD, block });
    this.#reportMissing();
  }

  /** A head is kept when its block may still have been growing. */
  #compareHead(head: HeadState, { previous, hashes }: AuditBlock): void {
    const first = hashes.subarray(0, head.entries * HASH_BYTES);
    const isThere = first.length === head.entries * HASH_BYTES;
    if (!isThere || !sameBytes(blockHash({ previous, hashes: first }), head.hash)) {
      this.#found({ block: head.block, problem: "kept_head" });
    }
  }

  #claim(id: string, claim: Claim & { hash: string }): void {
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
      const hash = hashOf(entry), claim = this.#waiting.get(entry.id);
      if (claim === undefined) {
        this.#strays.set(entry.id, { block, hash });
        continue;
      }
      this.#waiting.delete(entry.id);
      this.#compare(entry.id, { claim, hash });
    }
  }

  #compare(id: string, { claim, hash }: { claim: Claim; hash: string | undefined }): void {
    if (claim.hash === hash) return;
    const problem = hash === undefined ? "undecodable" : "changed";
    this.#found({ block: claim.block, entry_id: id, problem });
  }

  /** Sealed entries that the walk has passed without meeting them. */
  #reportMissing(): void {
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
    for await (const waiting of new TextCursor(this.store, "audit_unsealed").rest()) {
      const entries = unsealedIn(waiting);
      // They were to be in the next block.
      if (entries === undefined) this.#found({ block: this.#counts.blocks, problem: "undecodable" });
      this.#counts.unsealed += entries?.length ?? 0;
      for (const { id, hash } of entries ?? []) this.#claimStray(id, hash);
    }
    for await (const { record } of blocksOf(this.store, this.#last?.block)) {
      for (const { id, hash } of record === undefined ? [] : entriesOf(record)) this.#claimStray(id, hash);
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
    const stored = await decoded(this.store.get<AuditFloor>(keys.auditFloor()), () => undefined);
    const floor = stored?.value;
    if (!(floor?.signature instanceof Uint8Array)) return;
    const message = floorMessage(this.options.storeId, floor.before_ms);
    if (await isSigned(message, floor.signature)) this.#floor = ulidFloor(floor.before_ms);
  }

  /** The number of the last block; undefined if nothing says it. */
  async #readHead(): Promise<number | undefined> {
    const stored = await decoded(
      this.store.get<{ block?: unknown } | null>(keys.auditHead()),
      () => undefined,
    );
    const block = stored?.value?.block;
    return typeof block === "number" && Number.isInteger(block) && block >= 0 ? block : undefined;
  }

  /** Without a key nothing is known of signatures. */
  async #signatures(): Promise<SignatureCheck> {
    const { publicKey, keptKey } = this.options, stored = await storedPublicKey(this.store);
    const isOwn = publicKey !== undefined && stored !== undefined && sameBytes(publicKey, stored) &&
      (keptKey ?? keyFingerprint(publicKey)) === keyFingerprint(publicKey);
    if (!isOwn) this.#found({ block: 0, problem: "key" });
    return publicKey === undefined ? () => Promise.resolve(true) : await signatureCheck(publicKey);
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

/** Undefined for what cannot be decoded, or is no JSON. */
function hashOf({ value, isDamaged }: TextEntry): string | undefined {
  if (isDamaged) return undefined;
  try {
    return entryHash(value);
  } catch {
    return undefined;
  }
}

function unsealedIn({ value }: TextEntry): HashedEntry[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { ids, hashes } = value as { ids?: unknown; hashes?: unknown };
  return typeof ids === "string" && hashes instanceof Uint8Array
    ? unpackedEntries({ ids, hashes })
    : undefined;
}
