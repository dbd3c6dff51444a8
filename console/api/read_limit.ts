import { type ReadonlySignal, signal } from "@preact/signals";

/** How reads wait while a rate limit refuses them. */
export interface ReadLimit {
  /** When they go on, in milliseconds since 1970; null while none is refused. */
  readonly goesOnAtMs: ReadonlySignal<number | null>;
  /** Resolves when a read may be sent. */
  open(): Promise<void>;
  /** Notes when a refused read may be sent again; false if the answer does not say. */
  refused(answer: Response): boolean;
}

const wallClock = {
  now: Date.now,
  after(delayMs: number, call: () => void) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};

/** One for all reads of a browser tab: while one of them waits, the server would refuse the others too. */
export function createReadLimit(clock = wallClock): ReadLimit {
  const goesOnAtMs = signal<number | null>(null);
  let opened = Promise.withResolvers<void>();
  let cancel = () => {};
  opened.resolve();

  function close(atMs: number): void {
    if (goesOnAtMs.peek() === null) opened = Promise.withResolvers();
    goesOnAtMs.value = atMs;
    cancel();
    cancel = clock.after(atMs - clock.now(), () => {
      goesOnAtMs.value = null;
      opened.resolve();
    });
  }

  return {
    goesOnAtMs,
    open: () => opened.promise,
    refused({ headers }) {
      const seconds = Number(headers.get("Retry-After"));
      if (!(seconds > 0)) return false;
      const atMs = clock.now() + seconds * 1_000;
      if (atMs > (goesOnAtMs.peek() ?? 0)) close(atMs);
      return true;
    },
  };
}
