import type { AnyCommit, AnyMutation, Check, CommitResult, Key } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { LOCKED_PREFIXES, type LockedPrefix } from "./read_write_lock.ts";
import type { Append, Rows } from "./rows.ts";
import { exactValueBytes, keyBytes, keyText, LIMITS, valueBytes } from "./size.ts";
import { mayBeWide, type WideValues } from "./wide.ts";

/** What the store itself adds to an atomic: the lane's key, the entries of logs and the fence, with a margin. */
export const RESERVED = { mutations: 12, payloadBytes: 2_048, keyBytes: 1_024 } as const;

/** A value with an estimate below this certainly fits its key. */
const SURELY_FITS = 60 * 1024;

/** A check with its key as a text, and with key and versionstamp as one text. */
export interface GuardCheck extends Check {
  text: string;
  whole: string;
}

/** A queued commit: its sizes and the caller's answer. */
export class QueuedCommit {
  readonly checks: readonly GuardCheck[];
  /** As written to Deno KV. */
  readonly mutations: readonly AnyMutation[];
  /** The summed keys, in the order of the sums. */
  readonly summed: readonly string[];
  readonly appends: readonly Append[];
  /** The lockable prefixes that the commit writes. */
  readonly lockedPrefixes: readonly LockedPrefix[];
  readonly payloadBytes: number;
  readonly keyBytes: number;
  readonly deadline: Ms;
  readonly answered: Promise<CommitResult>;
  settled = false;
  #written: readonly string[] | undefined;
  readonly #answer: PromiseWithResolvers<CommitResult>;

  /** Throws a TypeError that names what can never fit one atomic. `commit`: as submitted, for the listeners. */
  constructor(
    readonly commit: AnyCommit,
    rows: Rows,
    { wide, deadline }: { wide: WideValues; deadline: Ms },
  ) {
    this.checks = rows.checks.map(guardCheck);
    const { mutations, summed, payloadBytes, keyBytes } = sized(rows, wide);
    this.mutations = mutations;
    this.summed = summed;
    this.appends = rows.appends;
    this.lockedPrefixes = LOCKED_PREFIXES.filter((prefix) =>
      rows.mutations.some(({ key }) => key[0] === prefix)
    );
    this.payloadBytes = rows.appends.reduce((sum, { bytes }) => sum + bytes, payloadBytes);
    this.keyBytes = keyBytes;
    this.deadline = deadline;
    refuseTooLarge(this);
    if (summed.length > 0) refuseMixedSums(this);
    this.#answer = Promise.withResolvers();
    this.answered = this.#answer.promise;
  }

  /** The keys set or deleted; computed only when commits may conflict. */
  written(): readonly string[] {
    return this.#written ??= this.mutations.filter((m) => m.type !== "sum").map((m) => keyText(m.key));
  }

  answer(result: CommitResult): void {
    this.settled = true;
    this.#answer.resolve(result);
  }

  refuse(error: Error): void {
    this.settled = true;
    this.#answer.reject(error);
  }
}

function guardCheck({ key, versionstamp }: Check): GuardCheck {
  const text = keyText(key);
  return { key, versionstamp, text, whole: `${versionstamp}\u0000${text}` };
}

interface Sized {
  mutations: AnyMutation[];
  summed: string[];
  payloadBytes: number;
  keyBytes: number;
}

/** The mutations that a commit writes, with their sizes. */
function sized({ checks, mutations }: Rows, wide: WideValues): Sized {
  const of: Sized = { mutations: [], summed: [], payloadBytes: 0, keyBytes: 0 };
  for (const { key } of checks) of.keyBytes += sizeOfKey(key);
  of.payloadBytes = of.keyBytes;
  for (const mutation of mutations) {
    const estimate = mutation.type === "set" ? valueBytes(mutation.value) : 0;
    if (mutation.type === "sum" || !mayBeWide(mutation.key)) add(of, mutation, estimate);
    else if (mutation.type === "set" && estimate > SURELY_FITS) addAll(of, wide.split(mutation));
    else {
      add(of, mutation, estimate);
      addAll(of, wide.staleParts(mutation.key));
    }
  }
  return of;
}

function addAll(of: Sized, mutations: readonly AnyMutation[]): void {
  for (const mutation of mutations) {
    add(of, mutation, mutation.type === "set" ? valueBytes(mutation.value) : 0);
  }
}

function add(of: Sized, mutation: AnyMutation, estimate: number): void {
  const key = sizeOfKey(mutation.key);
  of.mutations.push(mutation);
  if (mutation.type === "sum") of.summed.push(keyText(mutation.key));
  of.keyBytes += key;
  of.payloadBytes += 2 * key + sizeOfValue(mutation, estimate);
}

function sizeOfKey(key: Key): number {
  const bytes = keyBytes(key);
  if (bytes > LIMITS.keyBytes) {
    throw new TypeError(
      `The key ${shown(key)} takes ${bytes} bytes; at most ${LIMITS.keyBytes} can be stored`,
    );
  }
  return bytes;
}

function sizeOfValue(mutation: AnyMutation, estimate: number): number {
  if (mutation.type === "delete") return 0;
  if (mutation.type === "sum") return 16;
  if (estimate <= SURELY_FITS) return estimate;
  const exact = exactValueBytes(mutation.value);
  if (exact > LIMITS.valueBytes) {
    throw new TypeError(
      `The value of ${shown(mutation.key)} takes ${exact} bytes; at most ${LIMITS.valueBytes} can be stored`,
    );
  }
  return exact;
}

/** The limits of a commit, without what the store itself adds. */
const BOUNDS: readonly { what: string; of: (queued: QueuedCommit) => number; limit: number }[] = [
  { what: "checks", of: ({ checks }) => checks.length, limit: LIMITS.guardChecks },
  {
    what: "mutations",
    of: ({ mutations }) => mutations.length,
    limit: LIMITS.mutations - RESERVED.mutations,
  },
  {
    what: "payload bytes",
    of: ({ payloadBytes }) => payloadBytes,
    limit: LIMITS.payloadBytes - RESERVED.payloadBytes,
  },
  { what: "key bytes", of: ({ keyBytes }) => keyBytes, limit: LIMITS.allKeyBytes - RESERVED.keyBytes },
];

function refuseTooLarge(queued: QueuedCommit): void {
  for (const { what, of, limit } of BOUNDS) refuseBeyond(queued, { what, count: of(queued), limit });
  for (const { log, bytes } of queued.appends) {
    refuseBeyond(queued, { what: `bytes of the ${log.name}`, count: bytes, limit: log.mostBytes });
  }
}

function refuseBeyond(
  { mutations, checks }: QueuedCommit,
  { what, count, limit }: { what: string; count: number; limit: number },
): void {
  if (count <= limit) return;
  const first = mutations[0]?.key ?? checks[0]?.key ?? [];
  throw new TypeError(`The commit of ${shown(first)} has ${count} ${what}; at most ${limit} fit one atomic`);
}

/** A failing sum would leave earlier mutations written, so a key must not be both summed and written. */
function refuseMixedSums(queued: QueuedCommit): void {
  const prefixes = new Set(queued.mutations.flatMap(({ type, key }) => type === "sum" ? [] : [key[0]]));
  if (!queued.mutations.some(({ type, key }) => type === "sum" && prefixes.has(key[0]))) return;
  const mixed = queued.summed.find((text) => queued.written().includes(text));
  if (mixed === undefined) return;
  throw new TypeError(`The commit both sums and writes the key ${JSON.stringify(mixed.split("\u0000"))}`);
}

function shown(key: Key): string {
  const text = JSON.stringify(key, (_, part) => typeof part === "bigint" ? `${part}n` : part);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
