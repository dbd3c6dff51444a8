import type { Commit, FrameDraft, Mutation } from "../../domain/shared/commit.ts";
import { FRAMES_BYTES, keyBytes, keyText, LIMITS, valueBytes } from "../store/size.ts";
import { blockMarks } from "./packed_blocks.ts";

/** The limits of a commit of many pieces, with a margin for checks and counters. */
const BUDGET = {
  mutations: LIMITS.mutations - 60,
  payloadBytes: LIMITS.payloadBytes * 0.8,
  keyBytes: LIMITS.allKeyBytes * 0.8,
  framesBytes: FRAMES_BYTES * 0.8,
} as const;

/** More than this many frames of changed resources in one commit become one frame with the id `*`. */
export const FRAMES_AT_ONCE = 50;

/** Adds up the size of a commit, so that it contains as many whole pieces as fit. */
export class AtomicBudget {
  #mutations = 0;
  #payloadBytes = 0;
  #keyBytes = 0;
  #framesBytes = 0;
  readonly #summed = new Set<string>();

  /**
   * Adds the writes of one piece, or returns false when they must go into the next commit. The first piece
   * always fits. Sums on one key count once, since `mergeSums()` combines them.
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
    const fits = this.#mutations + mutations <= BUDGET.mutations &&
      this.#payloadBytes + payload + this.#framesBytes + shown <= BUDGET.payloadBytes &&
      this.#keyBytes + keys <= BUDGET.keyBytes && this.#framesBytes + shown <= BUDGET.framesBytes;
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

/** Combines the sums on one key, so that a commit of many pieces stays small. */
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

/** Writes that are never split over two commits. */
export interface Piece {
  mutations: Mutation[];
  frames: FrameDraft[];
}

/** Puts as many pieces in each commit as fit, in order. */
export function commitsOf(pieces: readonly Piece[]): Commit[] {
  const commits: Commit[] = [];
  let budget = new AtomicBudget(), open: Piece = { mutations: [], frames: [] };
  const flush = () => {
    if (open.mutations.length > 0) {
      commits.push({ mutations: mergeSums(open.mutations), frames: open.frames });
    }
    open = { mutations: [], frames: [] };
    budget = new AtomicBudget();
  };
  for (const { mutations, frames } of pieces) {
    if (mutations.length === 0) continue;
    if (!budget.takes(mutations, frames)) {
      flush();
      budget.takes(mutations, frames);
    }
    open.mutations.push(...mutations);
    open.frames.push(...frames);
  }
  flush();
  return commits;
}

/** Pieces of one write each, for writes that may be split over commits. */
export function eachAlone(mutations: readonly Mutation[]): Piece[] {
  return mutations.map((mutation) => ({ mutations: [mutation], frames: [] }));
}

/** Commits of writes that may be split, in order. */
export function inCommits(mutations: readonly Mutation[]): Commit[] {
  return commitsOf(eachAlone(mutations));
}
