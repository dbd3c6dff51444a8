import { z } from "@hono/zod-openapi";
import { TIME_FILTERS } from "../../../../domain/context/types.ts";
import { count, id, shown } from "../../../pipeline/document/shown.ts";
import { boundStream, countedAsset } from "../../../plant/views/schemas/asset.ts";
import { ruleEvent } from "../../../events/views/schemas/event.ts";
import { plantTree } from "../../../plant/views/schemas/plant_node.ts";
import { rule } from "../../../rules/views/schemas/template.ts";

const time_filter = z.enum(TIME_FILTERS);

const ruleOfTemplate = z.strictObject({
  template_id: id(),
  template_name: z.string(),
  category: z.string(),
  is_active: z.boolean(),
  deployed_instances: count(),
  ...rule.schema.shape,
});

/** The data are in the field with the name of their type. */
function context<Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) {
  return z.strictObject({ context_type: z.literal(type), time_filter, data: z.strictObject(data) });
}

const listed = <S extends z.ZodType>(item: S) => z.strictObject({ total: count(), details: z.array(item) });

export const contextShown = shown(
  "Context",
  z.union([
    context("events", {
      events: z.strictObject({ active: count(), details: z.array(ruleEvent.schema) }),
    }),
    context("rules", { rules: listed(ruleOfTemplate) }),
    context("assets", { assets: listed(countedAsset) }),
    context("streams", { streams: listed(boundStream.schema) }),
    context("plant_model", {
      plant_model: z.strictObject({ nodes: count(), tree: z.array(plantTree.schema) }),
    }),
  ]),
  {
    context_type: "events",
    time_filter: "24h",
    data: { events: { active: 1, details: [ruleEvent.example] } },
  },
);
