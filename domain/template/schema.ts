import { z } from "zod";
import { placeholdersSchema, rulesSchema } from "../rule/schema.ts";
import { MAX_TEMPLATE_BYTES } from "./size.ts";
import { descriptionText, idNumber, ignoring, nameText } from "../shared/schema.ts";

const DEFAULT_COLOR = "#5b646d";

/**
 * `utilization`, `health`, `production`, `maintenance`, `quality`, `energy`, `safety`, `environment`, or any
 * other lower-case word of up to 40 letters.
 */
const category = z.string().regex(/^[a-z]{1,40}$/, "Must be a lower-case word of up to 40 letters");
const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, "Must be a colour of the form #rrggbb");

const templateRules = rulesSchema.meta({
  description: `A template's name, description, rules and placeholders take at most ${
    MAX_TEMPLATE_BYTES / 1024
  } KiB as JSON`,
});

const heading = { name: nameText(), category };

const READ_ONLY = [
  "id",
  "template_id",
  "created_at",
  "created_by",
  "updated_at",
  "version",
  "rules_count",
  "placeholders_count",
  "instances_count",
  "instances",
] as const;

/** Body of POST /api/templates. */
export const templateSchema = ignoring(
  [...READ_ONLY, "is_active", "allow_instances"],
  z.strictObject({
    ...heading,
    package_id: idNumber(),
    description: descriptionText().default(""),
    color: color.default(DEFAULT_COLOR),
    rules: templateRules.default([]),
    placeholders: placeholdersSchema.default([]),
  }),
);

/** Body of POST /api/packages/{package_id}/templates: a template without rules. */
export const bareTemplateSchema = ignoring(
  [...READ_ONLY, "is_active", "allow_instances", "package_id"],
  z.strictObject({
    ...heading,
    description: descriptionText().default(""),
    color: color.default(DEFAULT_COLOR),
  }),
);

/** A template that is evaluated but not stored: the body of POST without its package. */
export const unsavedTemplateSchema = ignoring(
  [...READ_ONLY, "is_active", "allow_instances", "package_id"],
  z.strictObject({
    ...heading,
    description: descriptionText().default(""),
    color: color.default(DEFAULT_COLOR),
    rules: templateRules.default([]),
    placeholders: placeholdersSchema.default([]),
  }),
);

/** A template in a package document: the body of POST without its package, and with its two switches. */
export const templateDocumentSchema = z.strictObject({
  ...heading,
  description: descriptionText().default(""),
  color: color.default(DEFAULT_COLOR),
  is_active: z.boolean().optional(),
  allow_instances: z.boolean().optional(),
  rules: templateRules.default([]),
  placeholders: placeholdersSchema.default([]),
});

export type TemplateGiven = z.infer<typeof templateDocumentSchema>;

/** Body of PUT /api/templates/{id}. Omitted fields stay unchanged. */
export const templateChangeSchema = ignoring(
  READ_ONLY,
  z.strictObject({
    name: heading.name.optional(),
    category: category.optional(),
    package_id: idNumber().optional(),
    description: descriptionText().optional(),
    color: color.optional(),
    rules: templateRules.optional(),
    placeholders: placeholdersSchema.optional(),
    is_active: z.boolean().optional(),
    allow_instances: z.boolean().optional(),
  }),
);

const VERSION_READ_ONLY = [
  ...["status", "released_at", "released_by", "deployed_instances"] as const,
  ...["is_active", "allow_instances", "package_id"] as const,
];

/** Body of POST /api/templates/{id}/versions. Omitted fields are taken from the current version. */
export const templateVersionSchema = ignoring(
  [...READ_ONLY, ...VERSION_READ_ONLY],
  z.strictObject({
    note: descriptionText().optional(),
    name: heading.name.optional(),
    category: category.optional(),
    description: descriptionText().optional(),
    color: color.optional(),
    rules: templateRules.optional(),
    placeholders: placeholdersSchema.optional(),
  }),
);

const PACKAGE_READ_ONLY = ["id", "templates", "created_at", "created_by"] as const;

/** Body of POST /api/packages. */
export const packageSchema = ignoring(
  PACKAGE_READ_ONLY,
  z.strictObject({ name: nameText(), description: descriptionText().default("") }),
);

/** Body of PUT /api/packages/{id}. */
export const packageChangeSchema = ignoring(
  PACKAGE_READ_ONLY,
  z.strictObject({ name: nameText().optional(), description: descriptionText().optional() }),
);
