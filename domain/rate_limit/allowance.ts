/**
 * One subject's share of one window, as one process sees it. The store counts what all processes have taken.
 * Each process takes a block of requests from the store and spends it in memory.
 */
export interface Allowance {
  /** Requests taken by all processes, as last read; only grows. */
  taken: number;
  /** Requests left in this process's block. */
  left: number;
  /** Requests that wait for a block. */
  waiting: number;
}

/** How to handle one more request. */
export type Verdict = "spend" | "refuse" | "take a block";

const LARGEST_BLOCK = 1_000;
const BLOCKS_A_WINDOW = 10;

/** Size of a block: a tenth of the limit, rounded up, at most 1,000. */
export function blockSize(limit: number): number {
  return Math.min(LARGEST_BLOCK, Math.ceil(limit / BLOCKS_A_WINDOW));
}

/** Size of the next block; 0 when nothing is left. */
export function nextBlock(taken: number, limit: number): number {
  return Math.max(0, Math.min(blockSize(limit), limit - taken));
}

/** Waiting requests have a claim on what is left in the window. A request beyond that is refused at once. */
export function verdict({ taken, left, waiting }: Allowance, limit: number): Verdict {
  if (left > 0) return "spend";
  return waiting >= limit - taken ? "refuse" : "take a block";
}

/** How many more requests the window allows, as known to this process. */
export function remaining({ taken, left, waiting }: Allowance, limit: number): number {
  return Math.max(0, limit - taken + left - waiting);
}
