import { z } from "zod";
import { literalSchema } from "../instance/schema.ts";
import { RULE_LIMITS } from "../rule/limits.ts";
import { descriptionText, limitedText, nameText } from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { PACKAGE_FORMAT, PACKAGE_VERSION } from "./types.ts";

const placeholderName = limitedText({ max: RULE_LIMITS.placeholderNameLength });
const streamName = limitedText({ min: 1, max: TEXT_LIMITS.description });

/** One instance of a document. */
export const instanceDocumentSchema = z.strictObject({
  template: nameText(),
  instance_name: nameText(),
  plant_node_floc_id: limitedText({ max: TEXT_LIMITS.flocId }).nullable().default(null),
  placeholders: z.array(z.union([
    z.strictObject({ placeholder_name: placeholderName, stream_name: streamName }),
    z.strictObject({ placeholder_name: placeholderName, value: literalSchema }),
  ])).max(RULE_LIMITS.placeholders).default([]),
});

export type InstanceGiven = z.infer<typeof instanceDocumentSchema>;

/**
 * The parts of a document that must be valid before any of it is applied. Templates and instances are checked
 * one by one.
 */
const documentSchema = z.strictObject({
  format: z.literal(PACKAGE_FORMAT, { error: `Must be "${PACKAGE_FORMAT}"` }),
  version: z.literal(PACKAGE_VERSION, { error: `This program reads version ${PACKAGE_VERSION}` }),
  exported_at: limitedText({ max: TEXT_LIMITS.name }).optional(),
  package: z.strictObject({ name: nameText(), description: descriptionText().default("") }),
  templates: z.array(z.unknown()).meta({
    description: "As POST /api/templates takes them, without package_id",
  }),
  instances: z.array(z.unknown()).optional().meta({ description: "As an export has them" }),
});

/** Body of POST /api/packages/import. */
export const importSchema = z.strictObject({
  document: documentSchema,
  dry_run: z.boolean().default(false),
  /** False: ignore the document's instances. */
  instances: z.boolean().default(true),
});
