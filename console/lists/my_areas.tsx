import { useSignal } from "@preact/signals";
import { MapPinned } from "lucide";
import { type Area, useAreas, useOwnAreas } from "../parts/areas.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Icon } from "../parts/icon.tsx";
import { useConsole } from "../shell/console.ts";

/** The areas that this browser limits lists and the wall to; none: the whole plant. */
export interface MyAreas {
  areas: readonly Area[];
  /** For the `area` of a query; undefined: the whole plant. */
  query: string | undefined;
  /** The plant nodes that they name. */
  nodes: readonly string[];
}

/** "My areas" of this browser. Deleted areas are left out. */
export function useMyAreas(): MyAreas {
  const { preferences } = useConsole();
  const all = useAreas().state.value.value ?? [];
  const ids = preferences.areas.value.split(",");
  const areas = all.filter(({ id }) => ids.includes(String(id)));
  return {
    areas,
    query: areas.length === 0 ? undefined : areas.map(({ id }) => id).join(","),
    nodes: areas.flatMap(({ plant_node_ids }) => plant_node_ids),
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
      <button type="button" aria-pressed={areas.length > 0} onClick={() => isOpen.value = true}>
        <Icon node={MapPinned} />
        {labelOf(areas)}
      </button>
      {isOpen.value && (
        <Dialog title="My areas" onClose={() => isOpen.value = false}>
          <p class="muted">
            This browser keeps the choice for the wall and the lists. The header counts the whole plant.
          </p>
          <MyAreasChoice />
          <div class="buttons">
            <button type="button" class="primary" onClick={() => isOpen.value = false}>Close</button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function labelOf(areas: readonly Area[]): string {
  if (areas.length === 0) return "Whole plant";
  return areas.length === 1 ? areas[0].name : `${areas.length} areas`;
}

/** The most areas that one request filters by. */
const MOST = 20;

/** The areas as check boxes; absent in a plant without areas. */
export function MyAreasChoice() {
  const { preferences } = useConsole();
  const all = useAreas().state.value.value ?? [];
  const { areas } = useMyAreas();
  const own = useOwnAreas();
  if (all.length === 0) return null;
  const set = (chosen: readonly Area[]) => preferences.areas.value = chosen.map(({ id }) => id).join(",");
  const ownAreas = own.map(({ area }) => area);
  return (
    <fieldset class="choice-list">
      <legend>My areas</legend>
      {all.map((area) => (
        <label key={area.id}>
          <input
            type="checkbox"
            checked={areas.includes(area)}
            disabled={!areas.includes(area) && areas.length >= MOST}
            onChange={() =>
              set(areas.includes(area) ? areas.filter((one) => one !== area) : [...areas, area])}
          />
          {area.name}
          {own.filter((one) => one.area === area).map(({ role }) => (
            <span key={role} class="muted">{role}</span>
          ))}
        </label>
      ))}
      <div class="choice-tools">
        {ownAreas.length > 0 && (
          <button
            type="button"
            class="link"
            onClick={() => set(ownAreas.slice(0, MOST))}
          >
            Where I have a role
          </button>
        )}
        <button type="button" class="link" onClick={() => set([])}>Whole plant</button>
      </div>
    </fieldset>
  );
}
