import { type ReadonlySignal, signal } from "@preact/signals";

/** Screen reader announcements: at most one in five seconds, the newest one. */
export interface Announcer {
  readonly polite: ReadonlySignal<string>;
  readonly assertive: ReadonlySignal<string>;
  announce(text: string): void;
  /** Announces at once, for critical events. */
  alert(text: string): void;
}

const PAUSE_MS = 5_000;

export function createAnnouncer(): Announcer {
  const polite = signal("");
  const assertive = signal("");
  let waiting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function next(): void {
    timer = undefined;
    if (waiting === undefined) return;
    polite.value = waiting;
    waiting = undefined;
    timer = setTimeout(next, PAUSE_MS);
  }

  return {
    polite,
    assertive,
    announce(text) {
      waiting = text;
      if (timer === undefined) next();
    },
    alert(text) {
      assertive.value = text;
    },
  };
}
