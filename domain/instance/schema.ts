import { z } from "zod";
import { ignoring, nameText } from "../shared/schema.ts";
import { MOST_AT_ONCE } from "./bulk.ts";

export const literalSchema = z.union([z.string().max(2_000), z.number(), z.boolean()], {
  error: "Must be a text, a number, true or false",
});

/** One placeholder's binding: a stream by its name (or a constant as text), or a forced constant. */
const placeholderItem = z.strictObject({
  placeholder_name: z.string().max(64),
  stream_name: z.string().max(2_000).nullable().optional(),
  value: literalSchema.nullable().optional(),
}).refine((item) => (item.stream_name ?? null) === null || (item.value ?? null) === null, {
  path: ["value"],
  message: "Give stream_name or value, not both",
});

export type PlaceholderItem = z.infer<typeof placeholderItem>;

const MAX_ITEMS = 100;

const bindingForms = {
  placeholders: z.array(placeholderItem).max(MAX_ITEMS).optional(),
  placeholder_mappings: z.record(z.string(), literalSchema.nullable())
    .refine((map) => Object.keys(map).length <= MAX_ITEMS, "Takes at most 100 placeholders").optional(),
};

const flocId = z.string().max(100).nullable();

const READ_ONLY = [
  "id",
  "instance_id",
  "template",
  "is_deployed",
  "is_active",
  "judging",
  "coverage",
  "deployment_date",
  "template_version",
  "created_at",
  "created_by",
] as const;

/** Body of POST /api/instances and POST /api/template-instances. */
export const instanceSchema = ignoring(
  READ_ONLY,
  z.strictObject({
    template_id: z.int().min(1),
    instance_name: nameText(),
    plant_node_floc_id: flocId.default(null),
    ...bindingForms,
  }),
);

/** Body of PUT /api/instances/{id}. The template of an instance never changes. */
export const instanceChangeSchema = ignoring(
  [...READ_ONLY, "template_id"],
  z.strictObject({
    instance_name: nameText().optional(),
    plant_node_floc_id: flocId.optional(),
    ...bindingForms,
  }),
);

/** Body of POST /api/instances/bulk. In a text `*` stands for any text within one dotted part of a stream's name. */
export const bulkInstanceSchema = z.strictObject({
  template_id: z.int().min(1),
  instance_name: nameText(),
  plant_node_floc_id: z.string().max(2_000).nullable().default(null),
  placeholders: z.record(z.string(), literalSchema)
    .refine((map) => Object.keys(map).length <= MAX_ITEMS, "Takes at most 100 placeholders"),
  dry_run: z.boolean().default(false),
});

/** Body of POST /api/instances/bulk-deploy and bulk-undeploy: one of the two. */
export const bulkCommandSchema = z.strictObject({
  instance_ids: z.array(z.int().min(1)).min(1).max(MOST_AT_ONCE).optional(),
  template_id: z.int().min(1).optional(),
}).refine((body) => (body.instance_ids === undefined) !== (body.template_id === undefined), {
  path: ["instance_ids"],
  message: "Give instance_ids or template_id, one of the two",
});
