import { useSignal } from "@preact/signals";
import { type RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { type RowWindow, rowWindow } from "./window.ts";

export interface ListWindow {
  host: RefObject<HTMLDivElement | null>;
  window: RowWindow;
  /** Rows of a page. */
  page: number;
  /** Brings a row into sight. */
  reveal(row: number): void;
}

/** Follows the scrolling of a list of equally high rows. */
export function useWindow({ count, rowHeight }: { count: number; rowHeight: number }): ListWindow {
  const host = useRef<HTMLDivElement>(null);
  const seen = useSignal({ scrollTop: 0, height: 800 });
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const look = () => seen.value = { scrollTop: element.scrollTop, height: element.clientHeight };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  useEffect(() => {
    const element = host.current;
    if (element !== null && element.scrollTop > count * rowHeight) element.scrollTop = 0;
  }, [count]);
  const { scrollTop, height } = seen.value;
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
