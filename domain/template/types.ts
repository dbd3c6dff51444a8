import type { Placeholder, Rule } from "../rule/types.ts";

/** A rule template as stored. Every update raises `version`. */
export interface TemplateRecord {
  v: 1;
  id: number;
  template_id: string;
  name: string;
  description: string;
  category: string;
  color: string;
  package_id: number;
  is_active: boolean;
  allow_instances: boolean;
  created_at: string;
  created_by: string;
  updated_at: string;
  version: number;
  rules: Rule[];
  placeholders: Placeholder[];
}

/** The content of a version: a template without its package, switches and version number. */
export type TemplateContent = Pick<
  TemplateRecord,
  "name" | "description" | "category" | "color" | "rules" | "placeholders"
>;

/**
 * Who created a version, and who released it as the current one (null: not released). `note` says what is
 * new.
 */
export interface VersionOrigin {
  note: string;
  created_at: string;
  created_by: string;
  released_at: string | null;
  released_by: string | null;
}

/** A version that is not the current one: a draft or a superseded version. */
export interface TemplateVersionRecord extends TemplateContent, VersionOrigin {
  v: 1;
  /** The template's id. */
  template_id: number;
  version: number;
}

/** Data about all versions of a template; absent while there is only one. */
export interface TemplateVersionsRecord {
  v: 1;
  /** The highest number used; numbers are never reused. */
  newest: number;
  /** The origin of the current version. */
  current: VersionOrigin;
}

export type VersionStatus = "draft" | "current" | "superseded";

/** A version of any status, as clients read it. */
export interface TemplateVersion extends Omit<TemplateVersionRecord, "v"> {
  status: VersionStatus;
}

export interface PackageRecord {
  v: 1;
  id: number;
  name: string;
  description: string;
  created_at: string;
  created_by: string;
}
