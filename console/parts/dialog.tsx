import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
  /** Wider, for lists. */
  wide?: boolean;
  /** Escape and clicks outside do not close it. */
  requiresAnswer?: boolean;
}

/** The platform's modal dialog; moves the focus inside and returns it on closing. */
export function Dialog({ title, onClose, children, wide = false, requiresAnswer = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next key: an effect would return the focus only after the page is drawn.
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>("[autofocus]")?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? "wide" : ""}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!requiresAnswer) onClose();
      }}
      onClick={(event) => {
        if (!requiresAnswer && event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
