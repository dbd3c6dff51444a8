import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

export const NowContext = createContext<ReadonlySignal<number> | undefined>(undefined);

/** The browser's clock, updated every second. Bind it to texts: a component that reads it renders every second. */
export function useNow(): ReadonlySignal<number> {
  const nowMs = useContext(NowContext);
  if (nowMs === undefined) throw new TypeError("useNow needs a NowContext");
  return nowMs;
}
