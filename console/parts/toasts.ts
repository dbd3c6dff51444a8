import { type ReadonlySignal, signal } from "@preact/signals";

export interface Toast {
  id: number;
  text: string;
  kind: "done" | "problem";
  /** An action, such as "Undo". */
  action?: { label: string; run(): void };
}

/** Short messages that disappear by themselves, except under the pointer or focus. */
export interface Toasts {
  readonly shown: ReadonlySignal<readonly Toast[]>;
  done(text: string, action?: Toast["action"]): void;
  problem(text: string): void;
  close(id: number): void;
  /** Keeps them while they have the pointer or focus. */
  hold(held: boolean): void;
}

const LIFE_MS = 6_000;
/** Long enough to hear of an action and to reach it. */
const ACTION_LIFE_MS = 15_000;
const MOST = 4;

export function createToasts(): Toasts {
  const shown = signal<readonly Toast[]>([]);
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let lastId = 0;

  function close(id: number): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    shown.value = shown.value.filter((toast) => toast.id !== id);
  }

  function closeLater({ id, action }: Toast): void {
    timers.set(id, setTimeout(() => close(id), action === undefined ? LIFE_MS : ACTION_LIFE_MS));
  }

  function show(toast: Omit<Toast, "id">): void {
    const added = { ...toast, id: ++lastId };
    shown.value = [...shown.value.filter(({ text }) => text !== toast.text).slice(1 - MOST), added];
    closeLater(added);
  }

  return {
    shown,
    close,
    done: (text, action) => show({ text, kind: "done", action }),
    problem: (text) => show({ text, kind: "problem" }),
    hold(held) {
      for (const toast of shown.value) {
        clearTimeout(timers.get(toast.id));
        if (!held) closeLater(toast);
      }
    },
  };
}
