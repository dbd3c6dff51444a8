import { useSignal } from "@preact/signals";
import { ListFilter } from "lucide";
import { useMyAreas } from "../../lists/use_my_areas.ts";
import { Icon } from "../../parts/icon.tsx";
import { later } from "../../parts/later.tsx";
import type { ChoiceProps } from "./wall_address.ts";

const ChoiceDialog = later(async () => (await import("./wall_choice_dialog.tsx")).ChoiceDialog);

/** The areas, locations and severities of this wall; the browser keeps them. */
export function ChoiceButton({ choice, choose }: ChoiceProps) {
  const isOpen = useSignal(false);
  const count = choice.areas.length + choice.severities.length + useMyAreas().areas.length;
  return (
    <>
      <button type="button" aria-pressed={count > 0} onClick={() => isOpen.value = true}>
        <Icon node={ListFilter} />
        {count === 0 ? "Filter" : `Filter: ${count}`}
      </button>
      {isOpen.value && <ChoiceDialog choice={choice} choose={choose} onClose={() => isOpen.value = false} />}
    </>
  );
}
