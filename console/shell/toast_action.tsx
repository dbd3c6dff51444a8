import type { Toast } from "../parts/toasts.ts";
import { useConsole } from "./console.ts";
import { useKeys } from "./use_keys.ts";

interface ToastActionProps {
  id: number;
  action: NonNullable<Toast["action"]>;
}

/** The action of a message, mostly "Undo". A key reaches it from anywhere; of several, the newest has the key. */
export function ToastAction({ id, action: { label, run } }: ToastActionProps) {
  const { preferences, toasts } = useConsole();
  const act = () => {
    toasts.close(id);
    run();
  };
  useKeys([{ keys: "z", label, group: "Message", run: act }]);
  return (
    <button type="button" class="link" aria-keyshortcuts="z" onClick={act}>
      {label}
      {preferences.letters.value && <kbd class="wide-only" aria-hidden="true">z</kbd>}
    </button>
  );
}
