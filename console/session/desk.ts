import { type ReadonlySignal, signal } from "@preact/signals";
import type { Schemas } from "../api/client.ts";

/** The person who has confirmed at this shared desk, for a short time. */
export interface Acting {
  username: string;
  /** As people know the person. */
  name: string;
  /** By the browser's clock. */
  untilMs: number;
  /** What the calls carry. */
  confirmation: string;
}

/** Who acts at a shared desk. In a session of a person nobody is asked. */
export interface Desk {
  readonly acting: ReadonlySignal<Acting | null>;
  /** The dialog that asks who acts is open. */
  readonly isAsking: ReadonlySignal<boolean>;
  /** Who acted last on this page, whom the dialog proposes; "" for nobody. */
  readonly lastUsername: ReadonlySignal<string>;
  /** The confirmation that calls carry; undefined while nobody acts. */
  confirmation(): string | undefined;
  /** Asks who acts; all who ask at once get the same answer: false if nobody said so. */
  ask(): Promise<boolean>;
  /** A person has confirmed. */
  confirmed(data: Schemas["DeskConfirmation"]): void;
  /** The dialog is closed without a confirmation. */
  cancel(): void;
  /** Nobody acts any more. */
  end(): void;
}

export function createDesk(now: () => number = Date.now): Desk {
  const acting = signal<Acting | null>(null);
  const isAsking = signal(false);
  const lastUsername = signal("");
  let waiting: ((isConfirmed: boolean) => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function answer(isConfirmed: boolean): void {
    const resolvers = waiting;
    waiting = [];
    isAsking.value = false;
    for (const resolve of resolvers) resolve(isConfirmed);
  }

  function end(): void {
    clearTimeout(timer);
    acting.value = null;
  }

  return {
    acting,
    isAsking,
    lastUsername,
    confirmation: () => acting.peek()?.confirmation,
    ask() {
      end();
      isAsking.value = true;
      return new Promise((resolve) => waiting.push(resolve));
    },
    confirmed({ confirmation, username, display_name, seconds }) {
      end();
      const lastsMs = seconds * 1_000;
      const name = display_name ?? username;
      acting.value = { username, name, untilMs: now() + lastsMs, confirmation };
      lastUsername.value = username;
      timer = setTimeout(end, lastsMs);
      answer(true);
    },
    cancel: () => answer(false),
    end,
  };
}
