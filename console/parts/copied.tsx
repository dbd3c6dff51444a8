import { useConsole } from "../shell/console.ts";

/** A text with a button that copies it. `what` names it where several stand together: "redirect address". */
export function Copied({ text, what }: { text: string; what?: string }) {
  const { toasts } = useConsole();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toasts.done("Copied");
    } catch {
      toasts.problem("The browser does not allow copying. Select the text and copy it.");
    }
  }

  return (
    <div class="secret">
      <code>{text}</code>
      <button type="button" aria-label={what && `Copy the ${what}`} onClick={copy}>Copy</button>
    </div>
  );
}
