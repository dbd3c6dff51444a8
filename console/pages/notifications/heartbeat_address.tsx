import type { Schemas } from "../../api/client.ts";
import { Copied } from "../../parts/copied.tsx";
import { Dialog } from "../../parts/dialog.tsx";

export type HeartbeatWithAddress = Schemas["HeartbeatWithAddress"];

interface AddressDialogProps {
  heartbeat: HeartbeatWithAddress;
  onClose(): void;
}

/** The address that beats are sent to, shown only once. */
export function AddressDialog({ heartbeat: { name, path, token }, onClose }: AddressDialogProps) {
  const address = `${location.origin}${path}`;

  return (
    <Dialog title={`Address of “${name}”`} onClose={onClose} requiresAnswer>
      <p>Copy it now. It is shown only once and is not stored in plain text.</p>
      <p>A program sends a beat with</p>
      <Copied text={`curl -fsS -X POST "${address}"`} />
      <p>
        Another Andon sends beats by a contact point of the kind “Another Andon (heartbeat)”, with the token
      </p>
      <Copied text={token} />
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>Done</button>
      </div>
    </Dialog>
  );
}
