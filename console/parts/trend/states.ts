import type { TrendState, TrendView } from "./types.ts";

/** The state at a time; null without data. */
export function stateAt(states: readonly TrendState[], ms: number): string | null {
  const state = states.findLast(({ fromMs }) => fromMs <= ms);
  return state?.text ?? null;
}

/** Adds a new value: the last state goes on, or another one begins. False when it is not newer than what is shown. */
export function addState(states: TrendState[], { ms, text }: { ms: number; text: string | null }): boolean {
  const last = states.at(-1);
  if (last !== undefined && ms < last.fromMs) return false;
  if (last !== undefined) last.toMs = Math.max(last.text === text ? last.toMs : 0, ms);
  if (last?.text !== text) states.push({ fromMs: ms, toMs: ms, text });
  return true;
}

/** A piece of a row of states; `count` of them are too brief to be drawn one by one. */
export interface StateBlock {
  fromPx: number;
  toPx: number;
  text: string | null;
  count: number;
}

/** A briefer state is drawn together with its neighbours. */
const LEAST_PX = 3;

/** The row of states in view; times without data are left out. */
export function stateBlocks(
  states: readonly TrendState[],
  { view: { fromMs, toMs }, widthPx }: { view: TrendView; widthPx: number },
): StateBlock[] {
  const pxOf = (ms: number) => (Math.max(fromMs, Math.min(toMs, ms)) - fromMs) / (toMs - fromMs) * widthPx;
  const blocks: StateBlock[] = [];
  for (const { text, ...time } of states) {
    if (text === null || time.toMs < fromMs || time.fromMs > toMs) continue;
    const fromPx = pxOf(time.fromMs), toPx = pxOf(time.toMs), last = blocks.at(-1);
    const isBrief = toPx - fromPx < LEAST_PX;
    const joins = isBrief && last !== undefined && fromPx - last.toPx < LEAST_PX &&
      (last.count > 1 || last.toPx - last.fromPx < LEAST_PX);
    if (joins) Object.assign(last, { toPx, text: null, count: last.count + 1 });
    else blocks.push({ fromPx, toPx, text, count: 1 });
  }
  return blocks;
}
