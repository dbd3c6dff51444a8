import { z } from "zod";
import { MOST_INSTANCES, MOST_TEMPLATES } from "./document_items.ts";
import { bindingItem, literalSchema } from "../instance/schema.ts";
import { RULE_LIMITS } from "../rule/limits.ts";
import { descriptionText, instant, issue, limitedText, nameText } from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { packageStored, templateDocument } from "../template/schema.ts";

export const PACKAGE_FORMAT = "andon-package";
export const PACKAGE_VERSION = 1;

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

export type InstanceInput = z.infer<typeof instanceDocumentSchema>;

/**
 * The parts of a document that must be valid before any of it is applied. Templates and instances are checked
 * one by one.
 */
const documentSchema = z.strictObject({
  format: z.literal(PACKAGE_FORMAT, { error: `Must be "${PACKAGE_FORMAT}"` }),
  version: z.literal(PACKAGE_VERSION, { error: `This program reads version ${PACKAGE_VERSION}` }),
  exported_at: limitedText({ max: TEXT_LIMITS.name }).optional(),
  package: z.strictObject({ name: nameText(), description: descriptionText().default("") }),
  templates: z.array(z.unknown()).max(MOST_TEMPLATES).describe(
    "As POST /api/templates takes them, without package_id",
  ),
  instances: z.array(z.unknown()).max(MOST_INSTANCES).optional().describe("As an export has them"),
});

/** An instance of a document as it is exported, undeployed. */
export const instanceDocument = z.strictObject({
  template: nameText().describe("The template's name within the package"),
  instance_name: nameText(),
  plant_node_floc_id: z.string().nullable(),
  placeholders: z.array(bindingItem),
});

export interface InstanceDocument extends z.infer<typeof instanceDocument> {}

/** A package as it is exported. */
export const packageDocument = z.strictObject({
  format: z.literal(PACKAGE_FORMAT),
  version: z.literal(PACKAGE_VERSION),
  exported_at: instant(),
  package: packageStored.pick({ name: true, description: true }),
  templates: z.array(templateDocument),
  instances: z.array(instanceDocument).optional(),
});

export interface PackageDocument extends z.infer<typeof packageDocument> {}

export const IMPORT_STATUSES = [
  "created",
  "updated",
  "unchanged",
  "would_create",
  "would_update",
  "refused",
] as const;

/** Why an item may be refused. */
export const IMPORT_ERRORS = [
  "VALIDATION_FAILED",
  "TEMPLATE_IN_USE",
  "INSTANCE_IN_USE",
  "TEMPLATE_NOT_FOUND",
  "NOT_FOUND",
  "UNAVAILABLE",
] as const;
/** Body of POST /api/packages/import. */
export const importSchema = z.strictObject({
  document: documentSchema,
  dry_run: z.boolean().default(false),
  /** False: ignore the document's instances. */
  instances: z.boolean().default(true),
});

/** The result for one item of a document. */
export const importItem = z.strictObject({
  type: z.enum(["package", "template", "instance"]),
  name: z.string(),
  template: z.string().optional().describe("An instance's template, by name"),
  status: z.enum(IMPORT_STATUSES),
  changes: z.array(z.string()).describe("Dotted paths that differ from what is stored"),
  problems: z.array(issue),
  error_code: z.enum(IMPORT_ERRORS).optional(),
});

export interface ImportItem extends z.infer<typeof importItem> {}
