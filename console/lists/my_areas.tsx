import { useSignal } from "@preact/signals";
import { MapPinned } from "lucide";
import { type Area, useAreas } from "../parts/areas.ts";
import { isShelved } from "../parts/event_text.ts";
import { Icon } from "../parts/icon.tsx";
import { later } from "../parts/later.tsx";
import { countText, numberText } from "../parts/numbers.ts";
import { usePlant } from "../parts/shared_resources.ts";
import { useConsole } from "../shell/console.ts";

const MyAreasDialog = later(async () => (await import("./my_areas_choice.tsx")).MyAreasDialog);

/** The areas that this browser limits lists and the wall to; none: the whole plant. */
export interface MyAreas {
  areas: readonly Area[];
  /** For the `area` of a query; undefined: the whole plant. */
  query: string | undefined;
  /** The plant nodes that they name. */
  nodes: readonly string[];
  /** False while areas are chosen whose places are not known yet. */
  isRead: boolean;
  /** Whether a plant node belongs to them; without areas, every one and none (null) does. */
  has(flocId: string | null): boolean;
}

/** "My areas" of this browser. Deleted areas are left out. */
export function useMyAreas(): MyAreas {
  const { preferences } = useConsole();
  const all = useAreas().state.value;
  const plant = usePlant().state.value;
  const places = plant.value?.places;
  const ids = preferences.areas.value.split(",");
  const areas = (all.value ?? []).filter(({ id }) => ids.includes(String(id)));
  const nodes = areas.flatMap(({ plant_node_ids }) => plant_node_ids);
  const isKnown = [all, plant].every(({ value, problem }) => value !== undefined || problem !== undefined);
  return {
    areas,
    query: areas.length === 0 ? undefined : areas.map(({ id }) => id).join(","),
    nodes,
    isRead: preferences.areas.value === "" || isKnown,
    has: (flocId) =>
      nodes.length === 0 ||
      flocId !== null && (places?.get(flocId)?.ids ?? [flocId]).some((id) => nodes.includes(id)),
  };
}

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
        aria-pressed={areas.length > 0}
        aria-haspopup="dialog"
        title="My areas"
        onClick={() => isOpen.value = true}
      >
        <Icon node={MapPinned} />
        {labelOf(areas)}
      </button>
      {isOpen.value && <MyAreasDialog onClose={() => isOpen.value = false} />}
    </>
  );
}

function labelOf(areas: readonly Area[]): string {
  if (areas.length === 0) return "Whole plant";
  return areas.length === 1 ? areas[0].name : `${areas.length} areas`;
}

/** Says which areas a page shows and how much is active elsewhere; absent where it shows the whole plant. */
export function MyAreasNote() {
  const { live } = useConsole();
  const { areas, has } = useMyAreas();
  if (areas.length === 0) return null;
  const nowMs = Date.now();
  const elsewhere = [...live.events.value.values()].filter((event) =>
    event.is_active && !isShelved(event, nowMs) && !has(event.plant_node_floc_id)
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

/** The most areas whose names are listed. */
const MOST_NAMED = 5;

/** "Hall", "Hall and North", "Hall, North and 4 more areas". */
export function namesText(areas: readonly { name: string }[]): string {
  const more = areas.length - MOST_NAMED;
  const names = areas.slice(0, MOST_NAMED).map(({ name }) => name);
  const last = more > 0 ? countText(more, "more area") : names.pop();
  return names.length === 0 ? last ?? "" : `${names.join(", ")} and ${last}`;
}
