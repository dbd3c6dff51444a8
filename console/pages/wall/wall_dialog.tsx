import type { RuleEvent } from "../../api/client.ts";
import { CommentDialog, ShelveDialog } from "../../events/event_dialogs.tsx";
import { TakeOutDialog } from "../../out_of_service/take_out_dialog.tsx";

export interface OpenDialog {
  kind: "shelve" | "note" | "out";
  event: RuleEvent;
}

/** What a key opens for the event of a tile. */
export function WallDialog({ kind, event, onClose }: OpenDialog & { onClose(): void }) {
  if (kind === "shelve") return <ShelveDialog event={event} onClose={onClose} />;
  if (kind === "note") return <CommentDialog event={event} onClose={onClose} />;
  return <TakeOutDialog of={event} onClose={onClose} />;
}
