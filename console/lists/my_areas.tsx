import { useSignal } from "@preact/signals";
import { MapPinned } from "lucide";
import { type Area, useAreas } from "../parts/areas.ts";
import { isHidden } from "../parts/event_text.ts";
import { Icon } from "../parts/icon.tsx";
import { later } from "../parts/later.tsx";
import { countText, numberText } from "../parts/numbers.ts";
import { useConsole } from "../shell/console.ts";
import { namesText, useMyAreas } from "./use_my_areas.ts";

const MyAreasDialog = later(async () => (await import("./my_areas_choice.tsx")).MyAreasDialog);

/** Chooses "my areas"; absent in a plant without areas. */
export function MyAreasButton() {
  const isOpen = useSignal(false);
  const all = useAreas().state.value.value ?? [];
  const { areas } = useMyAreas();
  if (all.length === 0) return null;
  return (
    <>
      <button
        type="button"
        class={areas.length > 0 ? "my-areas chosen" : "my-areas"}
        aria-haspopup="dialog"
        title="My areas"
        onClick={() => isOpen.value = true}
      >
        <Icon node={MapPinned} />
        <span class="sr-only">My areas:</span>
        {labelOf(areas)}
      </button>
      {isOpen.value && <MyAreasDialog onClose={() => isOpen.value = false} />}
    </>
  );
}

function labelOf(areas: readonly Area[]): string {
  if (areas.length === 0) return "Whole plant";
  return areas.length === 1 ? areas[0]!.name : `${areas.length} areas`;
}

/** Says which areas a page shows and how much is active elsewhere; absent where it shows the whole plant. */
export function MyAreasNote() {
  const { live } = useConsole();
  const { areas, has } = useMyAreas();
  if (areas.length === 0) return null;
  const nowMs = Date.now();
  const elsewhere = [...live.events.value.values()].filter((event) =>
    event.is_active && !isHidden(event, nowMs) && !has(event.plant_node_floc_id)
  );
  const critical = elsewhere.filter(({ severity }) => severity === "critical").length;
  return (
    <p class="areas-note">
      Only {namesText(areas)} {areas.length === 1 ? "is" : "are"} shown. {elsewhere.length === 0
        ? "No event is"
        : `${countText(elsewhere.length, "event")} ${elsewhere.length === 1 ? "is" : "are"}`}{" "}
      active elsewhere{critical > 0 && <strong>, {numberText(critical)} critical</strong>}.
    </p>
  );
}
