import type { BindingItem } from "../instance/binding.ts";
import type { TemplateRecord } from "../template/types.ts";

export const PACKAGE_FORMAT = "andon-package";
export const PACKAGE_VERSION = 1;

/** A template as POST /api/templates takes it, without ids. */
export type TemplateDocument = Pick<
  TemplateRecord,
  | "name"
  | "description"
  | "category"
  | "color"
  | "is_active"
  | "allow_instances"
  | "rules"
  | "placeholders"
>;

/** An instance, undeployed; `template` is its template's name within the package. */
export interface InstanceDocument {
  template: string;
  instance_name: string;
  plant_node_floc_id: string | null;
  placeholders: BindingItem[];
}

/** A package as one JSON document. */
export interface PackageDocument {
  format: typeof PACKAGE_FORMAT;
  version: typeof PACKAGE_VERSION;
  exported_at: string;
  package: { name: string; description: string };
  templates: TemplateDocument[];
  instances?: InstanceDocument[];
}

export type ImportStatus = "created" | "updated" | "unchanged" | "would_create" | "would_update" | "refused";

/** Why an item may be refused. */
export const IMPORT_ERRORS = [
  "VALIDATION_FAILED",
  "TEMPLATE_IN_USE",
  "INSTANCE_IN_USE",
  "TEMPLATE_NOT_FOUND",
  "NOT_FOUND",
  "UNAVAILABLE",
] as const;
export type ImportError = (typeof IMPORT_ERRORS)[number];

/** What became of one thing of a document. `changes` are the dotted paths that differ from what is stored. */
export interface ImportItem {
  type: "package" | "template" | "instance";
  name: string;
  /** An instance's template, by name. */
  template?: string;
  status: ImportStatus;
  changes: string[];
  problems: { path: string; message: string }[];
  error_code?: ImportError;
}
