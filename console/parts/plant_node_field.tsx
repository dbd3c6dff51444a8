import { useSignal } from "@preact/signals";
import type { OwnPlaces } from "./own_areas.ts";
import { Field } from "./form/fields.tsx";
import { locationsFound, type PlantLocation } from "./plant_paths.ts";
import { SearchPicker } from "./search_picker.tsx";
import { usePlant } from "./shared_resources.ts";

interface PlantNodeFieldProps {
  path: string;
  label: string;
  hint?: string;
  mark?: string;
  /** Keeps a typed text that is no node, such as a pattern. */
  takesText?: boolean;
  /** Where the user may act; other nodes are not offered. */
  own?: OwnPlaces;
}

/** A plant node found by search over names and ids; an empty text is no location. */
export function PlantNodeField({ path, label, hint, mark, takesText = false, own }: PlantNodeFieldProps) {
  const places = usePlant().state.value.value?.places ?? new Map();
  const typed = useSignal<string | null>(null);
  const hints = [hint, ownHint(own)].filter((text) => text !== undefined);
  return (
    <Field {...{ path, label, mark }} hint={hints.length === 0 ? undefined : hints.join(". ")}>
      {({ value, set, attributes }) => {
        const chosen = places.get(String(value ?? ""));
        const text = typed.value ?? (takesText ? undefined : chosen?.path) ?? String(value ?? "");
        return (
          <SearchPicker
            text={text}
            onType={(next) => {
              if (takesText || next === "") set(next);
              typed.value = takesText ? null : next;
            }}
            onChoose={([id]) => {
              set(id);
              typed.value = null;
            }}
            onLeave={() => typed.value = null}
            find={(words) => locationsFound(places, words).filter(([id]) => own?.mayAt(id) ?? true)}
            isChosen={typed.value === null && chosen !== undefined}
            keyOf={([id]) => id}
            noun="locations"
            hint="No location"
            attributes={attributes}
          >
            {([id, place]: [string, PlantLocation]) => (
              <>
                <span class="search-offer-name">{place.path}</span>
                <span class="muted">{id}</span>
              </>
            )}
          </SearchPicker>
        );
      }}
    </Field>
  );
}

function ownHint(own: OwnPlaces | undefined): string | undefined {
  const names = own?.areas?.map(({ name }) => name) ?? [];
  return names.length === 0 ? undefined : `In your areas: ${names.join(", ")}`;
}
