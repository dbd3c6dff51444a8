import { batch } from "@preact/signals";
import type { Frame } from "./push_channel.ts";

/** A hidden page draws no frames; it keeps up all the same. */
const HIDDEN_MS = 250;
/** More frames than these are not waited for. */
const MOST_WAITING = 2_000;

export interface FrameQueue {
  push(frame: Frame): void;
  dispose(): void;
}

/** Gathers what comes and applies it at once: one batch of signals each frame that the browser draws. */
export function frameQueue(apply: (frames: readonly Frame[]) => void): FrameQueue {
  let waiting: Frame[] = [];
  let cancel: (() => void) | undefined;

  function flush(): void {
    cancel?.();
    cancel = undefined;
    const frames = waiting;
    waiting = [];
    if (frames.length > 0) batch(() => apply(frames));
  }

  function plan(): () => void {
    if (document.hidden) {
      const timer = setTimeout(flush, HIDDEN_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestAnimationFrame(flush);
    return () => cancelAnimationFrame(handle);
  }

  const onHidden = () => {
    if (cancel === undefined) return;
    cancel();
    cancel = plan();
  };
  document.addEventListener("visibilitychange", onHidden);

  return {
    push(frame) {
      waiting.push(frame);
      if (waiting.length > MOST_WAITING) flush();
      else cancel ??= plan();
    },
    dispose() {
      cancel?.();
      document.removeEventListener("visibilitychange", onHidden);
    },
  };
}
