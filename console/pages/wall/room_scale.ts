import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** Screens from this width on stand in a room; below it, a person sits in front. */
const ROOM_WIDTH = 1_600;
const PHONE_WIDTH = 800;
/** Left free below the wall. */
const FOOT_PX = 16;
const STEPS = 6;

/** A desk's type: what `--wall-scale` multiplies. */
const DESK_PX = 14;

interface Room {
  width: number;
  height: number;
  /** The least font size that is read from where people stand; 0: not said. */
  leastPx?: number;
}

/** The least and the largest type on a screen, relative to a desk's. */
export function scaleRange({ leastPx = 0, ...size }: Room): [number, number] {
  const [least, most] = rangeOf(size);
  return [Math.max(least, leastPx / DESK_PX), Math.max(most, leastPx / DESK_PX)];
}

function rangeOf({ width, height }: Pick<Room, "width" | "height">): [number, number] {
  if (width < PHONE_WIDTH) return [1, 1];
  if (width < ROOM_WIDTH) return [1, 1.25];
  return [Math.min(2.4, width / ROOM_WIDTH), Math.min(width / 720, height / 500)];
}

/** The largest scale of a range at which the wall fits its screen; the least where none does. */
export function largestFitting([least, most]: [number, number], fits: (scale: number) => boolean): number {
  if (fits(most)) return most;
  let [low, high] = [least, most];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** What a wall screen's setting asks for; 0 on other walls. */
export function leastTextPx(): number {
  return Number(document.documentElement.dataset.leastText ?? 0);
}

/** Sets `--wall-scale` so that the tiles fill the screen; again when `contents` or the window changes. */
export function useRoomScale(board: RefObject<HTMLElement | null>, contents: string): void {
  useLayoutEffect(() => {
    const fit = () => {
      const element = board.current;
      if (element === null) return;
      const set = (scale: number) => element.style.setProperty("--wall-scale", scale.toFixed(3));
      const fits = (scale: number) => {
        set(scale);
        const frame = element.closest(".wall-frame") ?? element;
        const top = frame.getBoundingClientRect().top + scrollY;
        return top + element.offsetHeight <= innerHeight - FOOT_PX;
      };
      set(
        largestFitting(scaleRange({ width: innerWidth, height: innerHeight, leastPx: leastTextPx() }), fits),
      );
    };
    fit();
    addEventListener("resize", fit);
    return () => removeEventListener("resize", fit);
  }, [contents]);
}
