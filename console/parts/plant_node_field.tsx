import { SelectField } from "./form/fields.tsx";
import { usePlant } from "./shared_resources.ts";

/** A select of plant nodes by path; empty for no location. */
export function PlantNodeField(
  { path, label, hint, none = "No location" }: {
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
