import { MyAreasChoice } from "../../lists/my_areas_choice.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { SEVERITIES } from "../../parts/severity.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { useConsole } from "../../shell/console.ts";
import type { ChoiceProps } from "./wall_address.ts";

/** Selects the areas and severities of this wall. */
export function ChoiceDialog({ choice, choose, onClose }: ChoiceProps & { onClose(): void }) {
  const { preferences } = useConsole();
  const { areas, severities } = choice;
  const places = [...usePlant().state.value.value?.places ?? []];
  return (
    <Dialog title="Show on this wall" onClose={onClose}>
      <p class="muted">This browser keeps the choice. Nothing selected: everything is shown.</p>
      <fieldset class="wrap wall-choice">
        <legend>Severities</legend>
        {SEVERITIES.map(({ name, title }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={severities.includes(name)}
              onChange={() => choose({ ...choice, severities: toggled(severities, name) })}
            />
            <SeverityGlyph severity={name} label={null} />
            {title}
          </label>
        ))}
      </fieldset>
      <MyAreasChoice />
      {places.length > 0 && (
        <fieldset class="wrap wall-choice areas">
          <legend>Locations</legend>
          {places.map(([id, { node, ids }]) => (
            <label key={id} style={{ paddingInlineStart: `${(ids.length - 1) * 20}px` }}>
              <input
                type="checkbox"
                checked={areas.includes(id)}
                onChange={() =>
                  choose({ ...choice, areas: toggled(areas, id) })}
              />
              {node.name}
            </label>
          ))}
        </fieldset>
      )}
      <div class="buttons">
        <button
          type="button"
          onClick={() => {
            preferences.areas.value = "";
            choose({ areas: [], severities: [] });
          }}
        >
          Show everything
        </button>
        <button type="button" class="primary" onClick={onClose}>Close</button>
      </div>
    </Dialog>
  );
}

function toggled<T>(list: readonly T[], one: T): readonly T[] {
  return list.includes(one) ? list.filter((each) => each !== one) : [...list, one];
}
