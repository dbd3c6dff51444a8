import { useConsole } from "../shell/console.ts";
import { later } from "./later.tsx";

const ReadLimitNotice = later(async () => (await import("../shell/overlays.ts")).ReadLimitNotice);
const ToastAction = later(async () => (await import("../shell/overlays.ts")).ToastAction);

export function ToastList() {
  const { readLimit, toasts } = useConsole();
  return (
    <div
      class="toasts"
      role="status"
      onPointerEnter={() => toasts.hold(true)}
      onPointerLeave={() => toasts.hold(false)}
      onFocusIn={() => toasts.hold(true)}
      onFocusOut={() => toasts.hold(false)}
    >
      {readLimit.goesOnAtMs.value !== null && <ReadLimitNotice />}
      {toasts.shown.value.map(({ id, text, kind, action }) => (
        <div key={id} class={`toast ${kind}`}>
          <span>{text}</span>
          {action !== undefined && <ToastAction id={id} action={action} />}
          <button type="button" class="link quiet" aria-label="Dismiss" onClick={() => toasts.close(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
