import { type ReadonlySignal, signal } from "@preact/signals";

export interface ConfirmOptions {
  title: string;
  text: string;
  /** The label of the confirm button: "Close event". */
  action: string;
  /** The label of the other button; the default is "Cancel". */
  decline?: string;
  /** A destructive action: Cancel has the focus. */
  danger?: boolean;
}

export interface ConfirmDialogs {
  readonly open: ReadonlySignal<(ConfirmOptions & { answer(isConfirmed: boolean): void }) | null>;
  /** Resolves to true if the user confirms; Escape cancels. */
  confirm(options: ConfirmOptions): Promise<boolean>;
}

export function createConfirmDialogs(): ConfirmDialogs {
  const open = signal<(ConfirmOptions & { answer(isConfirmed: boolean): void }) | null>(null);
  return {
    open,
    confirm(options) {
      open.peek()?.answer(false);
      return new Promise((resolve) => {
        open.value = {
          ...options,
          answer(isConfirmed) {
            open.value = null;
            resolve(isConfirmed);
          },
        };
      });
    },
  };
}
