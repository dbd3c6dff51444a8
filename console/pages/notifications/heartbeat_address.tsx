import type { Schemas } from "../../api/client.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { useConsole } from "../../shell/console.ts";

export type HeartbeatWithAddress = Schemas["HeartbeatWithAddress"];

interface AddressDialogProps {
  heartbeat: HeartbeatWithAddress;
  onClose(): void;
}

/** The address that beats are sent to, shown only once. */
export function AddressDialog({ heartbeat: { name, path, token }, onClose }: AddressDialogProps) {
  const { toasts } = useConsole();
  const address = `${location.origin}${path}`;

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toasts.done("Copied");
    } catch {
      toasts.problem("The browser does not allow copying. Select the text and copy it.");
    }
  }

  return (
    <Dialog title={`Address of “${name}”`} onClose={onClose} requiresAnswer>
      <p>Copy it now. It is shown only once and is not stored in plain text.</p>
      <p>A program sends a beat with</p>
      <Copied text={`curl -fsS -X POST "${address}"`} copy={copy} />
      <p>
        Another Andon sends beats by a contact point of the kind “Another Andon (heartbeat)”, with the token
      </p>
      <Copied text={token} copy={copy} />
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>Done</button>
      </div>
    </Dialog>
  );
}

function Copied({ text, copy }: { text: string; copy(text: string): void }) {
  return (
    <div class="secret">
      <code>{text}</code>
      <button type="button" onClick={() => copy(text)}>Copy</button>
    </div>
  );
}
