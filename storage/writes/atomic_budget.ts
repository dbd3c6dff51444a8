import type { Commit, FrameDraft, Mutation } from "../../domain/shared/commit.ts";
import { FRAMES_BYTES, keyBytes, keyText, LIMITS, valueBytes } from "../store/size.ts";
import { blockMarks } from "./packed_blocks.ts";

/** What a commit of many things may take: far enough below an atomic's limits for checks and counters. */
const ROOM = {
  mutations: LIMITS.mutations - 60,
  payloadBytes: LIMITS.payloadBytes * 0.8,
  keyBytes: LIMITS.allKeyBytes * 0.8,
  framesBytes: FRAMES_BYTES * 0.8,
} as const;

/** More frames of changed resources than this in one commit are one frame with the id `*`. */
export const FRAMES_AT_ONCE = 50;

/** Counts what goes into one commit, so that as many whole things stand in it as fit. */
export class AtomicBudget {
  #mutations = 0;
  #payloadBytes = 0;
  #keyBytes = 0;
  #framesBytes = 0;
  readonly #summed = new Set<string>();

  /**
   * Takes one thing's writes in, or answers false when they must wait for the next commit. The first always fits.
   * Sums on one key count once: `mergeSums()` makes one of them.
   */
  takes(all: readonly Mutation[], frames: readonly FrameDraft[] = []): boolean {
    const summed: string[] = [];
    let mutations = 0, keys = 0, values = 0;
    for (const mutation of [...all, ...blockMarks(all)]) {
      if (mutation.type === "sum") {
        const text = keyText(mutation.key);
        if (this.#summed.has(text)) continue;
        summed.push(text);
      }
      mutations++;
      keys += keyBytes(mutation.key);
      values += sizeOf(mutation);
    }
    const shown = frames.reduce((sum, frame) => sum + valueBytes(frame), 0);
    return this.#takes({ mutations, keys, payload: 2 * keys + values, shown }, summed);
  }

  #takes(
    { mutations, keys, payload, shown }: { mutations: number; keys: number; payload: number; shown: number },
    summed: readonly string[],
  ): boolean {
    const fits = this.#mutations + mutations <= ROOM.mutations &&
      this.#payloadBytes + payload + this.#framesBytes + shown <= ROOM.payloadBytes &&
      this.#keyBytes + keys <= ROOM.keyBytes && this.#framesBytes + shown <= ROOM.framesBytes;
    if (this.#mutations > 0 && !fits) return false;
    for (const text of summed) this.#summed.add(text);
    this.#mutations += mutations;
    this.#payloadBytes += payload;
    this.#keyBytes += keys;
    this.#framesBytes += shown;
    return true;
  }
}

function sizeOf(mutation: Mutation): number {
  return mutation.type === "set" ? valueBytes(mutation.value) : 16;
}

/** Sums on one key as one, so that a commit of many stays small. */
export function mergeSums(mutations: readonly Mutation[]): Mutation[] {
  const sums = new Map<string, Extract<Mutation, { type: "sum" }>>();
  const others: Mutation[] = [];
  for (const mutation of mutations) {
    if (mutation.type !== "sum") {
      others.push(mutation);
      continue;
    }
    const text = keyText(mutation.key);
    sums.set(text, { ...mutation, value: mutation.value + (sums.get(text)?.value ?? 0) });
  }
  return [...others, ...sums.values()];
}

/** What is written together: never parted over two commits. */
export interface Piece {
  mutations: Mutation[];
  frames: FrameDraft[];
}

/** As many pieces in each commit as fit, in their order. */
export function commitsOf(pieces: readonly Piece[]): Commit[] {
  const commits: Commit[] = [];
  let room = new AtomicBudget(), open: Piece = { mutations: [], frames: [] };
  const flush = () => {
    if (open.mutations.length > 0) {
      commits.push({ mutations: mergeSums(open.mutations), frames: open.frames });
    }
    open = { mutations: [], frames: [] };
    room = new AtomicBudget();
  };
  for (const { mutations, frames } of pieces) {
    if (mutations.length === 0) continue;
    if (!room.takes(mutations, frames)) {
      flush();
      room.takes(mutations, frames);
    }
    open.mutations.push(...mutations);
    open.frames.push(...frames);
  }
  flush();
  return commits;
}

/** Writes that need not land at once. */
export function eachAlone(mutations: readonly Mutation[]): Piece[] {
  return mutations.map((mutation) => ({ mutations: [mutation], frames: [] }));
}

/** The same as commits, in their order. */
export function inCommits(mutations: readonly Mutation[]): Commit[] {
  return commitsOf(eachAlone(mutations));
}
