import { z } from "@hono/zod-openapi";
import { plantNode as stored } from "../../../../domain/plant/schema.ts";
import type { PlantTree } from "../../../../domain/plant/types.ts";
import { shown } from "../../../pipeline/document/shown.ts";

const treeSchema: z.ZodType<PlantTree> = z.strictObject({
  id: z.string().describe("The functional location identifier"),
  name: z.string(),
  type: stored.shape.node_type,
  children: z.lazy(() => z.array(treeSchema)),
}).openapi("PlantTree");

export const plantTree = {
  schema: treeSchema,
  example: {
    id: "WORKS",
    name: "Example Works",
    type: "enterprise",
    children: [{ id: "NORTH", name: "Works North", type: "site", children: [] }],
  },
} satisfies { schema: unknown; example: PlantTree };

export const plantNode = shown(
  "PlantNode",
  z.strictObject({ id: z.string(), ...stored.shape, children: z.array(treeSchema) }),
  {
    id: "NORTH",
    floc_id: "NORTH",
    name: "Works North",
    node_type: "site",
    parent_id: "WORKS",
    children: [],
  },
);

export const plantNodeExample = {
  floc_id: "NORTH",
  name: "Works North",
  node_type: "site",
  parent_id: "WORKS",
} as const;
