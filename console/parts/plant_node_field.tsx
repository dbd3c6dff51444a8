import { SelectField } from "./form/fields.tsx";
import { usePlant } from "./shared_resources.ts";

/** A node of the plant by its path; empty: none. */
export function PlantNodeField(
  { path, label, hint, none = "Nowhere in particular" }: {
    path: string;
    label: string;
    hint?: string;
    none?: string;
  },
) {
  const places = [...usePlant().state.value.value?.places ?? []];
  const options = places.map(([value, place]) => ({ value, label: place.path }));
  return (
    <SelectField path={path} label={label} hint={hint} options={[{ value: "", label: none }, ...options]} />
  );
}
