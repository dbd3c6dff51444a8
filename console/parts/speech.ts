import { type ReadonlySignal, signal } from "@preact/signals";

/** What a screen reader is told without being asked: one line in five seconds at most, the newest one. */
export interface Speech {
  readonly polite: ReadonlySignal<string>;
  readonly assertive: ReadonlySignal<string>;
  say(text: string): void;
  /** For the worst severity: at once. */
  warn(text: string): void;
}

const PAUSE_MS = 5_000;

export function createSpeech(): Speech {
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
    say(text) {
      waiting = text;
      if (timer === undefined) next();
    },
    warn(text) {
      assertive.value = text;
    },
  };
}
