import { z } from "zod";
import { RULE_LIMITS } from "../rule/limits.ts";
import { idNumber, ignoring, limitedMap, limitedText, nameText, plainValue } from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { MAX_BINDING_BYTES } from "./binding.ts";
import { MOST_AT_ONCE } from "./bulk.ts";

export const literalSchema = z.union(
  [limitedText({ max: TEXT_LIMITS.description }), z.number(), z.boolean()],
  {
    error: `Must be a text of at most ${TEXT_LIMITS.description} characters, a number, true or false`,
  },
);

/**
 * One placeholder's binding: a stream's name (or a constant as text), or a value that is always a constant.
 */
const placeholderItem = z.strictObject({
  placeholder_name: limitedText({ max: RULE_LIMITS.placeholderNameLength }),
  stream_name: limitedText({ max: TEXT_LIMITS.description }).nullable().optional(),
  value: literalSchema.nullable().optional(),
}).refine((item) => (item.stream_name ?? null) === null || (item.value ?? null) === null, {
  path: ["value"],
  message: "Give stream_name or value, not both",
});

export type PlaceholderItem = z.infer<typeof placeholderItem>;

const MAX_ITEMS = RULE_LIMITS.placeholders;

const SIZE = { description: `Together at most ${MAX_BINDING_BYTES / 1024} KiB as JSON` };

/** A binding as it is read: a stream by its name, or a constant. */
export const bindingItem = z.union([
  z.strictObject({ placeholder_name: z.string(), stream_name: z.string() }),
  z.strictObject({ placeholder_name: z.string(), value: plainValue() }),
]).meta({ id: "Binding" });

/** The two forms in which a body may give bindings. */
export const bindingForms = {
  placeholders: z.array(placeholderItem).max(MAX_ITEMS).optional().meta(SIZE),
  placeholder_mappings: byPlaceholder(literalSchema.nullable()).optional().meta(SIZE),
};

function byPlaceholder<V extends z.ZodType>(value: V) {
  const limits = { most: MAX_ITEMS, keyMax: RULE_LIMITS.placeholderNameLength, noun: "placeholders" };
  return limitedMap(value, limits);
}

const flocId = limitedText({ max: TEXT_LIMITS.flocId }).nullable();

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
  "upgraded_at",
  "created_at",
  "created_by",
] as const;

/** Body of POST /api/instances and POST /api/template-instances. */
export const instanceSchema = ignoring(
  READ_ONLY,
  z.strictObject({
    template_id: idNumber(),
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

/**
 * Body of POST /api/instances/bulk. A `*` in a text matches any text within one dotted part of a stream's
 * name.
 */
export const bulkInstanceSchema = z.strictObject({
  template_id: idNumber(),
  instance_name: nameText(),
  plant_node_floc_id: limitedText({ max: TEXT_LIMITS.description }).nullable().default(null),
  placeholders: byPlaceholder(literalSchema),
  dry_run: z.boolean().default(false),
});

/** Body of POST /api/instances/bulk-deploy and bulk-undeploy. Has exactly one of the two fields. */
export const bulkCommandSchema = z.strictObject({
  instance_ids: z.array(idNumber()).min(1).max(MOST_AT_ONCE).optional(),
  template_id: idNumber().optional(),
}).refine((body) => (body.instance_ids === undefined) !== (body.template_id === undefined), {
  path: ["instance_ids"],
  message: "Give instance_ids or template_id, one of the two",
});
