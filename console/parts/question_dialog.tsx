import { useConsole } from "../shell/console.ts";
import { Dialog } from "./dialog.tsx";

/** Shows what is being asked. */
export function QuestionDialog() {
  const { asking } = useConsole();
  const question = asking.open.value;
  if (question === null) return null;
  const { title, text, action, danger = false, answer } = question;
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <p>{text}</p>
      <div class="buttons">
        <button type="button" autofocus={danger} onClick={() => answer(false)}>Cancel</button>
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
