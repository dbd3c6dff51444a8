import { z } from "zod";
import { ignoring, nameText } from "../shared/schema.ts";

const literal = z.union([z.string().max(2_000), z.number(), z.boolean()], {
  error: "Must be a text, a number, true or false",
});

/** One placeholder's binding: a stream by its name (or a constant as text), or a forced constant. */
const placeholderItem = z.strictObject({
  placeholder_name: z.string(),
  stream_name: z.string().max(2_000).nullable().optional(),
  value: literal.nullable().optional(),
}).refine((item) => (item.stream_name ?? null) === null || (item.value ?? null) === null, {
  path: ["value"],
  message: "Give stream_name or value, not both",
});

export type PlaceholderItem = z.infer<typeof placeholderItem>;

const MAX_ITEMS = 100;

const bindingForms = {
  placeholders: z.array(placeholderItem).max(MAX_ITEMS).optional(),
  placeholder_mappings: z.record(z.string(), literal.nullable())
    .refine((map) => Object.keys(map).length <= MAX_ITEMS, "Takes at most 100 placeholders").optional(),
};

const flocId = z.string().nullable();

const READ_ONLY = [
  "id",
  "instance_id",
  "template",
  "is_deployed",
  "is_active",
  "judging",
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
