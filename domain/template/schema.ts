import { z } from "zod";
import {
  placeholder,
  type PlaceholderInput,
  placeholdersSchema,
  rule,
  type RuleInput,
  rulesSchema,
} from "../rule/schema.ts";
import {
  changeFields,
  count,
  descriptionText,
  type Given,
  id,
  idNumber,
  ignoring,
  instant,
  nameText,
  storedFields,
} from "../shared/schema.ts";
import { CATEGORY } from "./category.ts";
import { TEMPLATE_DEFAULTS } from "./defaults.ts";
import { MAX_TEMPLATE_BYTES } from "./size.ts";

/** One of `CATEGORIES`, or any other word of up to 40 letters of any script, without capitals. */
export const category = z.string().normalize().regex(
  CATEGORY,
  "Must be a word of up to 40 letters, without capitals",
);
const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, "Must be a colour of the form #rrggbb");

const templateRules = rulesSchema.describe(
  `A template's name, description, rules and placeholders take at most ${
    MAX_TEMPLATE_BYTES / 1024
  } KiB as JSON`,
);

/**
 * What a version of a template holds besides its rules and placeholders, as a body gives it: the one list of these
 * fields. A default is for a new template; a change may leave out any of them.
 */
const head = {
  name: nameText(),
  description: descriptionText().default(TEMPLATE_DEFAULTS.description),
  category,
  color: color.default(TEMPLATE_DEFAULTS.color),
};
const parts = { rules: templateRules.default([]), placeholders: placeholdersSchema.default([]) };
/** They are no part of a version. */
const switches = { is_active: z.boolean(), allow_instances: z.boolean() };

const storedHead = storedFields(head);
const storedParts = { rules: z.array(rule), placeholders: z.array(placeholder) };

/** The head of a template, as it is stored and read. */
export const templateHead = z.strictObject(storedHead);

/** What a version of a template holds, as it is stored and read. */
export const templateContent = z.strictObject({ ...storedHead, ...storedParts });

/** A template as a package's document has it. */
export const templateDocument = z.strictObject({ ...storedHead, ...switches, ...storedParts });

/** A template as it is stored and read. */
export const template = z.strictObject({
  id: id(),
  template_id: z.string().regex(/^tpl_/),
  ...storedHead,
  package_id: id(),
  ...switches,
  created_at: instant(),
  created_by: z.string(),
  updated_at: instant(),
  version: z.int().min(1),
  ...storedParts,
});

/** `version` rises with every update. */
export interface TemplateRecord extends z.infer<typeof template> {
  v: 1;
}

/** What a version of a template holds: all of it but its place, its switches and its number. */
export interface TemplateContent extends z.infer<typeof templateContent> {}

export interface TemplateDocument extends z.infer<typeof templateDocument> {}

/** Who created a version, and who released it as the current one (null: not released). */
export const versionOrigin = z.strictObject({
  note: z.string().describe("What is new in it"),
  created_at: instant(),
  created_by: z.string(),
  released_at: instant().nullable(),
  released_by: z.string().nullable(),
});

export interface VersionOrigin extends z.infer<typeof versionOrigin> {}

/** A package as it is stored and read. */
export const packageStored = z.strictObject({
  id: id(),
  name: nameText(),
  description: z.string(),
  created_at: instant(),
  created_by: z.string(),
});

export interface PackageRecord extends z.infer<typeof packageStored> {
  v: 1;
}

/** What a read of a template shows. */
const READ = [
  ...Object.keys(template.shape),
  ...["rules_count", "placeholders_count", "instances_count", "instances"] as const,
];

/** What is required is checked first. */
const { name, category: _, ...others } = head;
const required = { name, category };

/** Body of POST /api/templates. */
export const templateSchema = ignoring(
  READ,
  z.strictObject({ ...required, package_id: idNumber(), ...others, ...parts }),
);

/** Body of POST /api/packages/{package_id}/templates: a template without rules. */
export const bareTemplateSchema = ignoring(
  READ.filter((field) => !(field in parts)),
  z.strictObject({ ...required, ...others }),
);

/** A template that is evaluated but not stored: the body of POST without its package. */
export const unsavedTemplateSchema = ignoring(
  READ,
  z.strictObject({ ...required, ...others, ...parts }),
);

/** A template in a package document: the body of POST without its package, and with its two switches. */
export const templateDocumentSchema = z.strictObject({
  ...required,
  ...others,
  ...changeFields(switches),
  ...parts,
});

/** A template of a package document before its defaults are filled in. */
export interface TemplateGiven
  extends Omit<Given<TemplateDocument, z.input<typeof templateDocumentSchema>>, "rules" | "placeholders"> {
  rules?: readonly RuleInput[];
  placeholders?: readonly PlaceholderInput[];
}

export type TemplateInput = z.infer<typeof templateDocumentSchema>;

/** Body of PUT /api/templates/{id}. Omitted fields stay unchanged. */
export const templateChangeSchema = ignoring(
  READ,
  z.strictObject(
    changeFields({ ...required, package_id: idNumber(), ...others, ...parts, ...switches }),
  ),
);

/** Body of POST /api/templates/{id}/versions. Omitted fields are taken from the current version. */
export const templateVersionSchema = ignoring(
  [...READ, "status", "released_at", "released_by", "deployed_instances"],
  z.strictObject(changeFields({ note: descriptionText(), ...required, ...others, ...parts })),
);

const PACKAGE_READ = [...Object.keys(packageStored.shape), "templates"];
const packageFields = { name: nameText(), description: descriptionText().default("") };

/** Body of POST /api/packages. */
export const packageSchema = ignoring(PACKAGE_READ, z.strictObject(packageFields));

/** Body of PUT /api/packages/{id}. */
export const packageChangeSchema = ignoring(PACKAGE_READ, z.strictObject(changeFields(packageFields)));

const change = z.enum(["added", "removed", "changed"]);
const fields = z.array(z.string()).describe("The fields that differ");

/** How a rule differs: `before` is null for an added rule, `after` for a removed one. */
const ruleDifference = z.strictObject({
  rule_id: z.string(),
  change,
  fields,
  keeps_events: z.boolean().describe(
    "No change affects the rule's events or the texts in them, so they stay open",
  ),
  before: z.union([rule, z.null()]),
  after: z.union([rule, z.null()]),
});

const placeholderDifference = z.strictObject({
  placeholder_name: z.string(),
  change,
  fields,
  before: z.union([placeholder, z.null()]),
  after: z.union([placeholder, z.null()]),
});

/** The differences between two versions of a template. */
export const templateDifference = z.strictObject({
  fields: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
  rules: z.array(ruleDifference),
  unchanged_rules: count(),
  placeholders: z.array(placeholderDifference),
});

export interface RuleDifference extends z.infer<typeof ruleDifference> {}
export interface PlaceholderDifference extends z.infer<typeof placeholderDifference> {}
export interface TemplateDifference extends z.infer<typeof templateDifference> {}
