import { type ReadonlySignal, signal } from "@preact/signals";

/** The browser's clock, updated every second. */
export function createNow(): { nowMs: ReadonlySignal<number>; dispose(): void } {
  const nowMs = signal(Date.now());
  const timer = setInterval(() => nowMs.value = Date.now(), 1_000);
  return { nowMs, dispose: () => clearInterval(timer) };
}
