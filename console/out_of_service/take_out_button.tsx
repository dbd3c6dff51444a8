import { useSignal } from "@preact/signals";
import { useKeys } from "../shell/use_keys.ts";
import { type ScopeChoice, TakeOutOfServiceDialog } from "./out_of_service_dialog.tsx";

/** "Take out of service…", by its key and in the palette too; absent where the user may not. */
export function TakeOutButton({ choices, group }: { choices: readonly ScopeChoice[]; group: string }) {
  const isOpen = useSignal(false);
  const open = () => isOpen.value = true;
  useKeys(choices.length === 0 ? [] : [{ keys: "S", label: "Take out of service", group, run: open }]);
  if (choices.length === 0) return null;
  return (
    <>
      <button type="button" onClick={open}>
        Take out of service… <kbd aria-hidden="true">S</kbd>
      </button>
      {isOpen.value && <TakeOutOfServiceDialog choices={choices} onClose={() => isOpen.value = false} />}
    </>
  );
}
