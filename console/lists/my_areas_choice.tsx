import { type Area, useAreas } from "../parts/areas.ts";
import { useOwnAreas } from "../parts/own_areas.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useConsole } from "../shell/console.ts";
import { useMyAreas } from "./use_my_areas.ts";

export function MyAreasDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="My areas" onClose={onClose}>
      <p class="muted">
        This browser keeps the choice for the overview, the wall, the lists, the alarm quality and the shift.
        The header counts the whole plant.
      </p>
      <MyAreasChoice />
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>Close</button>
      </div>
    </Dialog>
  );
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
