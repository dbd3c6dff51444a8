import { batch } from "@preact/signals";
import type { Frame } from "./push_channel.ts";

/** A hidden page gets no animation frames; it applies updates by a timer. */
const HIDDEN_MS = 250;
/** With more waiting frames, they are applied at once. */
const MAX_WAITING = 2_000;

export interface FrameQueue {
  push(frame: Frame): void;
  dispose(): void;
}

/** Collects push frames and applies them together, one signal batch per animation frame. */
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

  function schedule(): () => void {
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
    cancel = schedule();
  };
  document.addEventListener("visibilitychange", onHidden);

  return {
    push(frame) {
      waiting.push(frame);
      if (waiting.length > MAX_WAITING) flush();
      else cancel ??= schedule();
    },
    dispose() {
      cancel?.();
      document.removeEventListener("visibilitychange", onHidden);
    },
  };
}
