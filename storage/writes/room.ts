import type { FrameDraft, Key, Mutation } from "../../domain/shared/commit.ts";
import { keyBytes, LIMITS, valueBytes } from "../store/size.ts";
import { blockMarks } from "./packed_blocks.ts";

/** What a commit of many things may take: far enough below an atomic's limits for checks and counters. */
const ROOM = {
  mutations: LIMITS.mutations - 50,
  payloadBytes: LIMITS.payloadBytes * 0.8,
  keyBytes: LIMITS.allKeyBytes * 0.8,
  framesBytes: 50 * 1024,
} as const;

/** More frames of changed resources than this in one commit are one frame with the id `*`. */
export const FRAMES_AT_ONCE = 50;

/** Counts what goes into one commit, so that as many whole things stand in it as fit. */
export class CommitRoom {
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
    const mutations = [...all, ...blockMarks(all)].filter((each) =>
      each.type !== "sum" || !this.#summed.has(textOf(each.key))
    );
    const keys = sum(mutations, ({ key }) => keyBytes(key));
    const payload = 2 * keys + sum(mutations, sizeOf);
    const shown = sum(frames, valueBytes);
    const fits = this.#mutations + mutations.length <= ROOM.mutations &&
      this.#payloadBytes + payload + this.#framesBytes + shown <= ROOM.payloadBytes &&
      this.#keyBytes + keys <= ROOM.keyBytes && this.#framesBytes + shown <= ROOM.framesBytes;
    if (this.#mutations > 0 && !fits) return false;
    for (const { type, key } of mutations) if (type === "sum") this.#summed.add(textOf(key));
    this.#mutations += mutations.length;
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
    const text = textOf(mutation.key);
    sums.set(text, { ...mutation, value: mutation.value + (sums.get(text)?.value ?? 0) });
  }
  return [...others, ...sums.values()];
}

function textOf(key: Key): string {
  return key.join("\u0000");
}

function sum<T>(items: readonly T[], sizeOfItem: (item: T) => number): number {
  return items.reduce((total, item) => total + sizeOfItem(item), 0);
}
