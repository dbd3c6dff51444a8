import { useConsole } from "../shell/console.ts";
import { Dialog } from "./dialog.tsx";

/** The open confirm dialog, if any. */
export function ConfirmDialog() {
  const { dialogs } = useConsole();
  const dialog = dialogs.open.value;
  if (dialog === null) return null;
  const { title, text, action, decline = "Cancel", danger = false, answer } = dialog;
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <p>{text}</p>
      <div class="buttons">
        <button type="button" autofocus={danger} onClick={() => answer(false)}>{decline}</button>
        <button
          type="button"
          class={danger ? "danger" : "primary"}
          autofocus={!danger}
          onClick={() => answer(true)}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}
