import type {
  AnyCommit,
  AnyMutation,
  EventCommit,
  FrameDraft,
  Mutation,
} from "../../domain/shared/commit.ts";
import { keyBytes, keyText, LIMITS, valueBytes } from "../store/size.ts";
import { FRAMES_BYTES } from "./frames.ts";
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
  takes(all: readonly AnyMutation[], frames: readonly FrameDraft[] = []): boolean {
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

function sizeOf(mutation: AnyMutation): number {
  return mutation.type === "set" ? valueBytes(mutation.value) : 16;
}

type Sum = Extract<Mutation, { type: "sum" }>;

/** Combines the sums on one key, so that a commit of many pieces stays small. */
export function mergeSums<M extends AnyMutation>(mutations: readonly M[]): (M | Sum)[] {
  const sums = new Map<string, Sum>();
  const others: M[] = [];
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

/** One commit with the writes of several, in their order. */
export function joined(commits: readonly AnyCommit[]): Required<EventCommit> {
  return {
    checks: commits.flatMap(({ checks = [] }) => checks),
    mutations: commits.flatMap(({ mutations }): AnyMutation[] => mutations),
    frames: commits.flatMap(({ frames = [] }) => frames),
    notices: commits.flatMap(({ notices = [] }) => notices),
  };
}

/** Puts as many pieces, which are never split, in each commit as fit, in order. */
export function commitsOf(pieces: readonly AnyCommit[]): EventCommit[] {
  const commits: EventCommit[] = [];
  let budget = new AtomicBudget(), open: AnyCommit[] = [];
  const flush = () => {
    if (open.length > 0) {
      const commit = joined(open);
      commits.push({ ...commit, mutations: mergeSums(commit.mutations) });
    }
    open = [];
    budget = new AtomicBudget();
  };
  for (const piece of pieces) {
    const { mutations, frames } = piece;
    if (mutations.length === 0) continue;
    if (!budget.takes(mutations, frames)) {
      flush();
      budget.takes(mutations, frames);
    }
    open.push(piece);
  }
  flush();
  return commits;
}

/** Commits of writes that may be split, in order. */
export function inCommits(mutations: readonly Mutation[]): EventCommit[] {
  return commitsOf(mutations.map((mutation) => ({ mutations: [mutation] })));
}
