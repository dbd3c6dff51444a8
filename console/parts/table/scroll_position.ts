import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { remember, remembered, useCarriedOver } from "./list_memory.ts";

interface Scroll {
  list: number;
  page: number;
}

interface ScrollPositionOptions {
  /** The list's label: Back restores its scroll position under this name. */
  name: string;
  /** Whether the rows stand in the list. */
  isReady?: boolean;
}

/** Back returns to where a list and its page stood when something in the list was used. */
export function useScrollPosition(
  host: RefObject<HTMLElement | null>,
  { name, isReady = true }: ScrollPositionOptions,
): void {
  const key = scrollKey(name);
  const left = useRef(remembered<Scroll>(key));
  useLayoutEffect(() => {
    const element = host.current;
    return element === null ? undefined : keepScroll(element, key);
  }, []);
  useLayoutEffect(() => {
    if (!isReady || left.current === undefined || host.current === null) return;
    host.current.scrollTop = left.current.list;
    scrollTo(0, left.current.page);
    left.current = undefined;
  });
  useCarriedOver(key, () => {
    const list = host.current?.scrollTop ?? 0;
    return list === 0 ? undefined : { list, page: scrollY } satisfies Scroll;
  });
}

/** Whether Back has returned to a list that was left before. */
export function isLeftList(name: string): boolean {
  return remembered<Scroll>(scrollKey(name)) !== undefined;
}

function scrollKey(name: string): string {
  return `scroll ${name}`;
}

/** Remembers where the list stands before something in it is used that may lead away. */
function keepScroll(element: HTMLElement, key: string): () => void {
  const keep = () => remember(key, { list: element.scrollTop, page: scrollY } satisfies Scroll);
  const options = { capture: true, passive: true };
  for (const type of LEADING_AWAY) element.addEventListener(type, keep, options);
  return () => {
    for (const type of LEADING_AWAY) element.removeEventListener(type, keep, options);
  };
}

const LEADING_AWAY = ["pointerdown", "click", "keydown", "scroll"] as const;
