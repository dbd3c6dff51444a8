import { useSignal } from "@preact/signals";
import { type RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useScrollPosition } from "./scroll_position.ts";
import { type RowWindow, rowWindow } from "./window.ts";

export interface ListWindow {
  host: RefObject<HTMLDivElement | null>;
  window: RowWindow;
  /** Rows per page. */
  page: number;
  /** The height of a row at the present width. */
  rowHeight: number;
  /** Scrolls a row into view. */
  reveal(row: number): void;
}

/** The width of a list below which its `wideOnly` columns are hidden; the same as in parts.css. */
const NARROW_WIDTH = 720;

interface WindowOptions {
  count: number;
  rowHeight: number;
  narrowRowHeight?: number;
  /** The list's label: Back restores its scroll position under this name. */
  name: string;
}

/** The visible window of a scrolling list with rows of equal height. */
export function useWindow({ count, name, ...heights }: WindowOptions): ListWindow {
  const host = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const viewport = useSignal({ scrollTop: 0, height: 800, width: Infinity });
  const { scrollTop, height, width } = viewport.value;
  const rowHeight = width <= NARROW_WIDTH ? heights.narrowRowHeight ?? heights.rowHeight : heights.rowHeight;
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const measure = () => {
      const { scrollTop, clientHeight: height, clientWidth: width } = element;
      viewport.value = { scrollTop, height, width };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  useScrollPosition(host, { name, isReady: width !== Infinity });
  useEffect(() => {
    const element = host.current;
    if (element !== null && element.scrollTop > count * rowHeight) element.scrollTop = 0;
  }, [count]);
  return {
    rowHeight,
    host,
    window: isPrinting
      ? { first: 0, end: Math.min(count, MOST_PRINTED) }
      : rowWindow({ scrollTop, height, rowHeight, count }),
    page: Math.max(1, Math.floor(height / rowHeight) - 1),
    reveal(row) {
      const element = host.current;
      if (element === null) return;
      const top = row * rowHeight;
      const room = element.clientHeight - rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top > element.scrollTop + room) element.scrollTop = top - room;
    },
  };
}

/** Rows of a list on paper. */
const MOST_PRINTED = 2_000;

/** Whether the page is being printed: then there is no scrolling, and a list shows its rows at once. */
function usePrinting(): boolean {
  const isPrinting = useSignal(false);
  useEffect(() => {
    const media = matchMedia("print");
    const follow = () => isPrinting.value = media.matches;
    const begin = () => isPrinting.value = true;
    media.addEventListener("change", follow);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", follow);
    return () => {
      media.removeEventListener("change", follow);
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", follow);
    };
  }, []);
  return isPrinting.value;
}
