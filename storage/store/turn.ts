import type { Check, Commit, CommitResult, FrameDraft, Key, Mutation } from "../../domain/shared/commit.ts";
import { auditCounts } from "../writes/audit_index.ts";
import { blockMarks } from "../writes/packed_blocks.ts";
import { exactValueBytes, keyBytes, keyText, LIMITS, valueBytes } from "./size.ts";
import { STILL_PREFIXES, type StillPrefix } from "./still.ts";
import { mayBeWide, type WideValues } from "./wide.ts";

/** What the store itself adds to an atomic: the lane, the push value, the counts, with room to spare. */
export const RESERVED = { mutations: 4, payloadBytes: 2_048, keyBytes: 512 } as const;

/** The frames of one atomic are one value. */
export const FRAMES_BYTES = 60 * 1024;

/** A value of which a rough estimate is below this certainly fits its key. */
const SURELY_FITS = 60 * 1024;

/** With its key as a text, and key and versionstamp as one. */
export interface GuardCheck extends Check {
  text: string;
  whole: string;
}

/** A commit as the lanes carry it: measured, and with its caller's answer. */
export interface Turn {
  checks: GuardCheck[];
  /** As they are written. */
  mutations: Mutation[];
  /** As they were handed in; mirrors see these. */
  handedIn: Mutation[];
  /** Keys set or deleted: asked for only where turns may meet. */
  written: () => readonly string[];
  /** Keys summed, in the order of the sums. */
  summed: string[];
  frames: FrameDraft[];
  framesBytes: number;
  /** By how many audit records the store grows. */
  audits: number;
  /** What readers may keep still that the turn changes. */
  stirs: StillPrefix[];
  payloadBytes: number;
  keyBytes: number;
  deadline: number;
  settled: boolean;
  answered: Promise<CommitResult>;
  answer(result: CommitResult): void;
  refuse(error: Error): void;
}

export type Measured = Omit<Turn, "deadline" | "settled" | "answered" | "answer" | "refuse">;

/** Measures a commit. Throws a TypeError naming what can never fit one atomic. */
export function measure(commit: Commit, wide: WideValues): Measured {
  const checks = (commit.checks ?? []).map(guardCheck);
  const { mutations, summed, payloadBytes, keyBytes } = sized(commit, { checks, wide });
  const frames = commit.frames ?? [];
  const measured: Measured = {
    checks,
    mutations,
    handedIn: commit.mutations,
    written: once(() => mutations.filter((m) => m.type !== "sum").map((m) => keyText(m.key))),
    summed,
    frames,
    framesBytes: frames.reduce((sum, frame) => sum + valueBytes(frame), 0),
    audits: commit.mutations.reduce((sum, mutation) => sum + auditsOf(mutation), 0),
    stirs: STILL_PREFIXES.filter((prefix) => commit.mutations.some(({ key }) => key[0] === prefix)),
    payloadBytes,
    keyBytes,
  };
  refuseTooLarge(measured);
  if (summed.length > 0) refuseMixedSums(measured);
  return measured;
}

function guardCheck({ key, versionstamp }: Check): GuardCheck {
  const text = keyText(key);
  return { key, versionstamp, text, whole: `${versionstamp}\u0000${text}` };
}

function auditsOf(mutation: Mutation): number {
  if (mutation.key[0] !== "audit") return 0;
  return mutation.type === "set" ? 1 : -1;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => made ??= make();
}

type Sized = Pick<Turn, "mutations" | "summed" | "payloadBytes" | "keyBytes">;

/** What a commit really writes, and how much that is. */
function sized(commit: Commit, { checks, wide }: { checks: Check[]; wide: WideValues }): Sized {
  const of: Sized = { mutations: [], summed: [], payloadBytes: 0, keyBytes: 0 };
  for (const { key } of checks) of.keyBytes += sizeOfKey(key);
  of.payloadBytes = of.keyBytes;
  for (const mutation of commit.mutations) {
    const estimate = mutation.type === "set" ? valueBytes(mutation.value) : 0;
    if (mutation.type === "sum" || !mayBeWide(mutation.key)) add(of, mutation, estimate);
    else if (mutation.type === "set" && estimate > SURELY_FITS) addAll(of, wide.cut(mutation));
    else {
      add(of, mutation, estimate);
      addAll(of, wide.staleParts(mutation.key));
    }
  }
  addAll(of, auditCounts(commit.mutations));
  addAll(of, blockMarks(commit.mutations));
  return of;
}

function addAll(of: Sized, mutations: readonly Mutation[]): void {
  for (const mutation of mutations) {
    add(of, mutation, mutation.type === "set" ? valueBytes(mutation.value) : 0);
  }
}

function add(of: Sized, mutation: Mutation, estimate: number): void {
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

function sizeOfValue(mutation: Mutation, estimate: number): number {
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

/** How much of each a commit may have, beside what the store itself adds. */
const BOUNDS: readonly { what: string; of: (measured: Measured) => number; limit: number }[] = [
  { what: "checks", of: ({ checks }) => checks.length, limit: LIMITS.guardChecks },
  {
    what: "mutations",
    of: ({ mutations }) => mutations.length,
    limit: LIMITS.mutations - RESERVED.mutations,
  },
  {
    what: "payload bytes",
    of: (measured) => measured.payloadBytes + laneFrames(measured),
    limit: LIMITS.payloadBytes - RESERVED.payloadBytes,
  },
  { what: "key bytes", of: ({ keyBytes }) => keyBytes, limit: LIMITS.allKeyBytes - RESERVED.keyBytes },
];

function refuseTooLarge(measured: Measured): void {
  for (const { what, of, limit } of BOUNDS) {
    const count = of(measured);
    if (count <= limit) continue;
    const first = measured.mutations[0]?.key ?? measured.checks[0]?.key ?? [];
    throw new TypeError(
      `The commit of ${shown(first)} has ${count} ${what}; at most ${limit} fit one atomic`,
    );
  }
}

function laneFrames(measured: Measured): number {
  return Math.min(measured.framesBytes, FRAMES_BYTES);
}

/** A type error of a sum would leave the mutations before it written, so a counter is nothing but a counter. */
function refuseMixedSums({ mutations, summed, written }: Measured): void {
  const prefixes = new Set(mutations.flatMap(({ type, key }) => type === "sum" ? [] : [key[0]]));
  if (!mutations.some(({ type, key }) => type === "sum" && prefixes.has(key[0]))) return;
  const mixed = summed.find((text) => written().includes(text));
  if (mixed === undefined) return;
  throw new TypeError(`The commit both sums and writes the key ${JSON.stringify(mixed.split("\u0000"))}`);
}

function shown(key: Key): string {
  const text = JSON.stringify(key, (_, part) => typeof part === "bigint" ? `${part}n` : part);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
