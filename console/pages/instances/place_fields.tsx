import { TextField } from "../../parts/form/fields.tsx";
import type { OwnPlaces } from "../../parts/own_areas.ts";
import { PlantNodeField } from "../../parts/plant_node_field.tsx";
import type { PlantLocation } from "../../parts/plant_paths.ts";
import type { FilledIn } from "./filled_in.ts";
import type { FilledField, Suggestion } from "./suggestion.ts";

interface PlaceFieldsProps {
  filled: FilledIn;
  suggestion: Suggestion;
  places: ReadonlyMap<string, PlantLocation>;
  own: OwnPlaces;
}

const MARK = "filled in";

/** The name and location of a new instance, which follow its stream until a person edits them. */
export function PlaceFields({ filled, suggestion, places, own }: PlaceFieldsProps) {
  const pathOf = (id: string) => places.get(id)?.path ?? id;
  const mark = (field: FilledField) => filled.isFilled(field) ? MARK : undefined;
  const offer = (field: FilledField, shown: (value: string) => string) => {
    const value = filled.offerFor(field);
    return value !== "" && (
      <button type="button" class="link" onClick={() => filled.follow(field)}>Use “{shown(value)}”</button>
    );
  };
  return (
    <>
      <div class="filled-field">
        <TextField
          path="instance_name"
          label="Name"
          mark={mark("instance_name")}
          hint={filled.isFilled("instance_name")
            ? "From the stream; stays as it is once you change it"
            : "Name of the equipment, such as “Line 1 mixer”"}
        />
        {offer("instance_name", (name) => name)}
      </div>
      <div class="filled-field">
        <PlantNodeField
          path="plant_node_floc_id"
          label="Location"
          mark={mark("plant_node_floc_id")}
          hint={places.size === 0 ? undefined : locationHint({ filled, suggestion })}
          own={own}
        />
        {offer("plant_node_floc_id", pathOf)}
      </div>
      <p class="sr-only" role="status">{filledText({ filled, suggestion, pathOf })}</p>
    </>
  );
}

function locationHint(
  { filled, suggestion: { stream, plant_node_floc_id } }: { filled: FilledIn; suggestion: Suggestion },
): string | undefined {
  if (stream === undefined) return undefined;
  if (filled.isFilled("plant_node_floc_id")) return `From the stream's asset, ${stream.assetName}`;
  return plant_node_floc_id === "" && filled.form.at("plant_node_floc_id") === ""
    ? `No location clearly matches the stream's asset, ${stream.assetName}`
    : undefined;
}

interface FilledTextOptions {
  filled: FilledIn;
  suggestion: Suggestion;
  pathOf(id: string): string;
}

/** Announces what was filled in after a stream was chosen. */
function filledText({ filled, suggestion, pathOf }: FilledTextOptions): string {
  if (suggestion.stream === undefined) return "";
  const { instance_name, plant_node_floc_id } = suggestion;
  return [
    filled.isFilled("instance_name") ? `Name filled in: ${instance_name}` : "",
    filled.isFilled("plant_node_floc_id") ? `Location filled in: ${pathOf(plant_node_floc_id)}` : "",
  ].filter((text) => text !== "").join(". ");
}
