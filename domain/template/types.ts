import type { Placeholder, Rule } from "../rule/types.ts";

/** A rule template as it is stored. `version` rises with every update. */
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

/** What a version of a template holds: all of it but its place, its switches and its number. */
export type TemplateContent = Pick<
  TemplateRecord,
  "name" | "description" | "category" | "color" | "rules" | "placeholders"
>;

/** Who made a version, and who made it the current one (null: nobody yet). `note` says what is new in it. */
export interface VersionOrigin {
  note: string;
  created_at: string;
  created_by: string;
  released_at: string | null;
  released_by: string | null;
}

/** A version that is not the current one: a draft, or one that another has superseded. */
export interface TemplateVersionRecord extends TemplateContent, VersionOrigin {
  v: 1;
  /** The template's id. */
  template_id: number;
  version: number;
}

/** What is known of a template's versions together; absent as long as there is but one. */
export interface TemplateVersionsRecord {
  v: 1;
  /** The highest number that was ever given: none is given twice. */
  newest: number;
  /** Where the current version comes from. */
  current: VersionOrigin;
}

export type VersionStatus = "draft" | "current" | "superseded";

/** A version as it is read, whichever it is. */
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
