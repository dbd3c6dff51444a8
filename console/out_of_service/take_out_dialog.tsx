import { usePlant } from "../parts/shared_resources.ts";
import { TakeOutOfServiceDialog } from "./out_of_service_dialog.tsx";
import { type TakenOut, useScopeChoices } from "./scope_choices.ts";

/** The dialog for an event, an instance or a location, once its place is known; absent where nothing can be taken out. */
export function TakeOutDialog({ of, onClose }: { of: TakenOut; onClose(): void }) {
  const choices = useScopeChoices(of);
  if (choices.length === 0 || usePlant().state.value.value === undefined) return null;
  return <TakeOutOfServiceDialog choices={choices} onClose={onClose} />;
}
