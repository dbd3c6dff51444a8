import { useLayoutEffect, useRef } from "preact/hooks";
import { useConsole } from "./console.ts";
import type { KeyBinding } from "./keyboard.ts";

/** Registers keyboard shortcuts while a component is mounted; their actions may change with each rendering. */
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
