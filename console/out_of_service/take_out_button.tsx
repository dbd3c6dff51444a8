import { useSignal } from "@preact/signals";
import { useMayAt } from "../parts/areas.ts";
import { later } from "../parts/later.tsx";
import { useKeys } from "../shell/use_keys.ts";
import type { TakenOut } from "./scope_choices.ts";

const TakeOutDialog = later(async () => (await import("./take_out_dialog.tsx")).TakeOutDialog);

/** "Take out of service…", by its key and in the palette too; absent where the user may not. */
export function TakeOutButton({ of, group }: { of: TakenOut; group: string }) {
  const isOpen = useSignal(false);
  const may = useMayAt()("POST /api/out-of-service", of.plant_node_floc_id) && of.instance_id !== null;
  const open = () => isOpen.value = true;
  useKeys(may ? [{ keys: "S", label: "Take out of service", group, run: open }] : []);
  if (!may) return null;
  return (
    <>
      <button type="button" onClick={open}>
        Take out of service… <kbd aria-hidden="true">S</kbd>
      </button>
      {isOpen.value && <TakeOutDialog of={of} onClose={() => isOpen.value = false} />}
    </>
  );
}
