import type { RuleEvent } from "../api/client.ts";
import { TakeOutOfServiceDialog } from "./out_of_service_dialog.tsx";
import { useScopeChoices } from "./scope_choices.ts";

/** The dialog for an event of the wall; absent where there is nothing to take out, as of Andon itself. */
export function TakeOutEvent({ event, onClose }: { event: RuleEvent; onClose(): void }) {
  const choices = useScopeChoices().ofEvent(event);
  return choices.length === 0 ? null : <TakeOutOfServiceDialog choices={choices} onClose={onClose} />;
}
