import { type ReadonlySignal, signal } from "@preact/signals";

/** The browser's clock, once a second for as long as somebody looks. */
export function createNow(): { nowMs: ReadonlySignal<number>; dispose(): void } {
  const nowMs = signal(Date.now());
  const timer = setInterval(() => nowMs.value = Date.now(), 1_000);
  return { nowMs, dispose: () => clearInterval(timer) };
}
