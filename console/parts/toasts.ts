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

  function show(toast: Omit<Toast, "id">): void {
    const id = ++lastId;
    shown.value = [...shown.value.filter(({ text }) => text !== toast.text).slice(1 - MOST), {
      ...toast,
      id,
    }];
    timers.set(id, setTimeout(() => close(id), LIFE_MS));
  }

  return {
    shown,
    close,
    done: (text, action) => show({ text, kind: "done", action }),
    problem: (text) => show({ text, kind: "problem" }),
    hold(held) {
      for (const { id } of shown.value) {
        clearTimeout(timers.get(id));
        if (!held) timers.set(id, setTimeout(() => close(id), LIFE_MS));
      }
    },
  };
}
