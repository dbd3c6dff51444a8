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

/** A commit as the lanes carry it: measured, and with its caller's answer. */
export interface Turn {
  checks: (Check & { text: string })[];
  /** As they are written. */
  mutations: Mutation[];
  /** As they were handed in; mirrors see these. */
  handedIn: Mutation[];
  /** Keys set or deleted, and keys summed. */
  written: string[];
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
  const checks = (commit.checks ?? []).map((check) => ({ ...check, text: keyText(check.key) }));
  const mutations = [
    ...commit.mutations.flatMap((mutation) => widened(mutation, wide)),
    ...auditCounts(commit.mutations),
    ...blockMarks(commit.mutations),
  ];
  const frames = commit.frames ?? [];
  const measured: Measured = {
    checks,
    mutations,
    handedIn: commit.mutations,
    written: mutations.filter((m) => m.type !== "sum").map((m) => keyText(m.key)),
    summed: mutations.filter((m) => m.type === "sum").map((m) => keyText(m.key)),
    frames,
    framesBytes: frames.reduce((sum, frame) => sum + valueBytes(frame), 0),
    audits: commit.mutations.reduce((sum, mutation) => sum + auditsOf(mutation), 0),
    stirs: STILL_PREFIXES.filter((prefix) => commit.mutations.some(({ key }) => key[0] === prefix)),
    ...bytesOf(checks, mutations),
  };
  refuseTooLarge(measured);
  refuseMixedSums(measured);
  return measured;
}

function auditsOf(mutation: Mutation): number {
  if (mutation.key[0] !== "audit") return 0;
  return mutation.type === "set" ? 1 : -1;
}

function widened(mutation: Mutation, wide: WideValues): Mutation[] {
  if (mutation.type === "sum") return [mutation];
  if (!mayBeWide(mutation.key)) return [mutation];
  if (mutation.type === "set" && valueBytes(mutation.value) > SURELY_FITS) return wide.cut(mutation);
  return [mutation, ...wide.staleParts(mutation.key)];
}

function bytesOf(checks: Check[], mutations: Mutation[]): { payloadBytes: number; keyBytes: number } {
  let keysInAll = checks.reduce((sum, check) => sum + sizeOfKey(check.key), 0);
  let payloadBytes = keysInAll;
  for (const mutation of mutations) {
    const key = sizeOfKey(mutation.key);
    keysInAll += key;
    payloadBytes += 2 * key + sizeOfValue(mutation);
  }
  return { payloadBytes, keyBytes: keysInAll };
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

function sizeOfValue(mutation: Mutation): number {
  if (mutation.type === "delete") return 0;
  if (mutation.type === "sum") return 16;
  const estimate = valueBytes(mutation.value);
  if (estimate <= SURELY_FITS) return estimate;
  const exact = exactValueBytes(mutation.value);
  if (exact > LIMITS.valueBytes) {
    throw new TypeError(
      `The value of ${shown(mutation.key)} takes ${exact} bytes; at most ${LIMITS.valueBytes} can be stored`,
    );
  }
  return exact;
}

function refuseTooLarge(measured: Measured): void {
  const { checks, mutations, payloadBytes } = measured;
  const limits: [string, number, number][] = [
    ["checks", checks.length, LIMITS.guardChecks],
    ["mutations", mutations.length, LIMITS.mutations - RESERVED.mutations],
    ["payload bytes", payloadBytes + laneFrames(measured), LIMITS.payloadBytes - RESERVED.payloadBytes],
    ["key bytes", measured.keyBytes, LIMITS.allKeyBytes - RESERVED.keyBytes],
  ];
  for (const [what, count, limit] of limits) {
    if (count <= limit) continue;
    const first = mutations[0]?.key ?? checks[0]?.key ?? [];
    throw new TypeError(
      `The commit of ${shown(first)} has ${count} ${what}; at most ${limit} fit one atomic`,
    );
  }
}

function laneFrames(measured: Measured): number {
  return Math.min(measured.framesBytes, FRAMES_BYTES);
}

/** A type error of a sum would leave the mutations before it written, so a counter is nothing but a counter. */
function refuseMixedSums(measured: Measured): void {
  const mixed = measured.summed.find((text) => measured.written.includes(text));
  if (mixed === undefined) return;
  throw new TypeError(`The commit both sums and writes the key ${JSON.stringify(mixed.split("\u0000"))}`);
}

function shown(key: Key): string {
  const text = JSON.stringify(key, (_, part) => typeof part === "bigint" ? `${part}n` : part);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
