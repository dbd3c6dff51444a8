import { batch } from "@preact/signals";
import type { Frame } from "./push_channel.ts";

/** Browsers draw nothing of a hidden page, and at times of a shown one: frames of the channel wait no longer than this. */
const LONGEST_MS = 250;
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
    const handle = requestAnimationFrame(flush), timer = setTimeout(flush, LONGEST_MS);
    return () => {
      cancelAnimationFrame(handle);
      clearTimeout(timer);
    };
  }

  return {
    push(frame) {
      waiting.push(frame);
      if (waiting.length > MAX_WAITING) flush();
      else cancel ??= schedule();
    },
    dispose: () => cancel?.(),
  };
}
