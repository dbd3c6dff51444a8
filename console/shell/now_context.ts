import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

export const NowContext = createContext<ReadonlySignal<number> | undefined>(undefined);

/** The browser's clock, once a second. Bind it to texts; a part that reads it is drawn every second. */
export function useNow(): ReadonlySignal<number> {
  const nowMs = useContext(NowContext);
  if (nowMs === undefined) throw new TypeError("A part of the console stands outside of it");
  return nowMs;
}
