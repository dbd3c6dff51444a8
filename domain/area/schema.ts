import { z } from "zod";
import { flocId } from "../plant/schema.ts";
import { changeFields, id, ignoring, instant, nameText, storedFields } from "../shared/schema.ts";
import { AREA_LIMITS } from "./limits.ts";

const given = {
  name: nameText().describe("Unique, whatever its case"),
  plant_node_ids: z.array(flocId())
    .min(1, "Must name at least one plant node").max(AREA_LIMITS.nodes).describe(
      "The `floc_id` of plant nodes; what is below them belongs to the area too",
    ),
};

/** An area of responsibility: a named set of plant nodes, with what is below them. */
export const area = z.strictObject({
  id: id(),
  ...storedFields(given),
  created_at: instant(),
  created_by: z.string(),
});

export interface AreaRecord extends z.infer<typeof area> {
  v: 1;
}

const READ = Object.keys(area.shape);

/** Body of POST /api/areas. */
export const areaSchema = ignoring(READ, z.strictObject(given));
export interface AreaDraft extends z.output<typeof areaSchema> {}

/** Body of PUT /api/areas/{id}. Omitted fields stay unchanged. */
export const areaChangeSchema = ignoring(READ, z.strictObject(changeFields(given)));
export interface AreaChange extends z.output<typeof areaChangeSchema> {}
