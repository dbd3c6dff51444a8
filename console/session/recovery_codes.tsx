import { useSignal } from "@preact/signals";
import { useFocusFirst } from "../parts/focus_first.ts";
import { download } from "../parts/download.ts";

interface RecoveryCodesProps {
  codes: readonly string[];
  username: string;
  /** The label of the last button: "Done", "Continue". */
  action: string;
  onDone(): void;
}

/** Recovery codes, which are shown only once: to copy, print or save. */
export function RecoveryCodes({ codes, username, action, onDone }: RecoveryCodesProps) {
  const copyResult = useSignal("");
  const element = useFocusFirst<HTMLDivElement>();
  const text = `Recovery codes for Andon (${location.host}), user ${username}\n\n${codes.join("\n")}\n`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      copyResult.value = "Copied";
    } catch {
      copyResult.value = "The browser does not allow copying. Select the codes and copy them.";
    }
  }

  return (
    <div ref={element} class="recovery-codes">
      <p class="recovery-user">Andon, {location.host}, user {username}</p>
      <p>
        If you lose your phone or key, each of these codes signs you in once. They are shown only now: keep
        them in a safe place.
      </p>
      <ol aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p role="status" class="muted">{copyResult.value}</p>
      <div class="buttons">
        <button type="button" onClick={copy}>Copy</button>
        <button type="button" onClick={() => print()}>Print</button>
        <button
          type="button"
          onClick={() => download("andon-recovery-codes.txt", { text, type: "text/plain" })}
        >
          Download
        </button>
        <button type="button" class="primary" autofocus onClick={onDone}>{action}</button>
      </div>
    </div>
  );
}
