import { useConsole } from "../shell/console.ts";

interface CopiedProps {
  text: string;
  /** Names it where several stand together: "redirect address". */
  what?: string;
  /** It has lines of its own. */
  isBlock?: boolean;
}

/** A text with a button that copies it. */
export function Copied({ text, what, isBlock = false }: CopiedProps) {
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
    <div class={isBlock ? "secret block" : "secret"}>
      <code>{text}</code>
      <button type="button" aria-label={what && `Copy the ${what}`} onClick={copy}>Copy</button>
    </div>
  );
}
