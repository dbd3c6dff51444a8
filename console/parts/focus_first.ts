import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** For a part that appears on a page that is open: focuses its element with `autofocus`, again when `key` changes. */
export function useFocusFirst<T extends HTMLElement>(key?: unknown): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>("[autofocus]")?.focus(), [key]);
  return element;
}
