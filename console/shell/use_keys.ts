import { useLayoutEffect, useRef } from "preact/hooks";
import { useConsole } from "./console.ts";
import type { KeyBinding } from "./keyboard.ts";

/** Keys that act from the moment a part of the page is shown. What they do may change at each drawing. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const { keyboard } = useConsole();
  const newest = useRef(bindings);
  newest.current = bindings;
  const shown = bindings.map(({ keys, label }) => `${keys} ${label}`).join("\n");
  useLayoutEffect(
    () => keyboard.add(bindings.map((one, index) => ({ ...one, run: () => newest.current[index]?.run() }))),
    [shown],
  );
}
