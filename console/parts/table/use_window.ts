import { useSignal } from "@preact/signals";
import { type RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { type RowWindow, rowWindow } from "./window.ts";

export interface ListWindow {
  host: RefObject<HTMLDivElement | null>;
  window: RowWindow;
  /** Rows per page. */
  page: number;
  /** Scrolls a row into view. */
  reveal(row: number): void;
}

/** The visible window of a scrolling list with rows of equal height. */
export function useWindow({ count, rowHeight }: { count: number; rowHeight: number }): ListWindow {
  const host = useRef<HTMLDivElement>(null);
  const viewport = useSignal({ scrollTop: 0, height: 800 });
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const measure = () => viewport.value = { scrollTop: element.scrollTop, height: element.clientHeight };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  useEffect(() => {
    const element = host.current;
    if (element !== null && element.scrollTop > count * rowHeight) element.scrollTop = 0;
  }, [count]);
  const { scrollTop, height } = viewport.value;
  return {
    host,
    window: rowWindow({ scrollTop, height, rowHeight, count }),
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
