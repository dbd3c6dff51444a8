/**
 * One subject's share of one window, as one process sees it. The store counts what all processes have taken; each
 * takes a block, and spends it in memory.
 */
export interface Allowance {
  /** Taken by all processes together, as last seen; it only grows. */
  taken: number;
  /** Of this process's block, not spent yet. */
  left: number;
  /** Requests that wait for a block. */
  waiting: number;
}

/** What to do with one more request. */
export type Verdict = "spend" | "refuse" | "take a block";

const LARGEST_BLOCK = 1_000;
const BLOCKS_A_WINDOW = 10;

/** How much is taken at a time: a tenth of the limit, rounded up, at most 1,000. */
export function blockSize(limit: number): number {
  return Math.min(LARGEST_BLOCK, Math.ceil(limit / BLOCKS_A_WINDOW));
}

/** The block to take next; 0: nothing is left to take. */
export function nextBlock(taken: number, limit: number): number {
  return Math.max(0, Math.min(blockSize(limit), limit - taken));
}

/** Those who wait already are owed what can still be taken: who would come after all of it is refused at once. */
export function verdict({ taken, left, waiting }: Allowance, limit: number): Verdict {
  if (left > 0) return "spend";
  return waiting >= limit - taken ? "refuse" : "take a block";
}

/** How many more requests the window lets through, as far as this process knows. */
export function remaining({ taken, left, waiting }: Allowance, limit: number): number {
  return Math.max(0, limit - taken + left - waiting);
}
