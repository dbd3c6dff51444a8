import { type ReadonlySignal, signal } from "@preact/signals";

export interface Question {
  title: string;
  text: string;
  /** What the button says that does it: "Close event". */
  action: string;
  /** It destroys something: the other button has the focus. */
  danger?: boolean;
}

export interface Asking {
  readonly open: ReadonlySignal<(Question & { answer(yes: boolean): void }) | null>;
  /** Resolves to what the person chose; Escape is no. */
  confirm(question: Question): Promise<boolean>;
}

export function createAsking(): Asking {
  const open = signal<(Question & { answer(yes: boolean): void }) | null>(null);
  return {
    open,
    confirm(question) {
      open.peek()?.answer(false);
      return new Promise((resolve) => {
        open.value = {
          ...question,
          answer(yes) {
            open.value = null;
            resolve(yes);
          },
        };
      });
    },
  };
}
