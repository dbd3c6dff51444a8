import type { TemplateContent, VersionOrigin } from "./schema.ts";

export type { PackageRecord, TemplateContent, TemplateRecord, VersionOrigin } from "./schema.ts";

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

export const VERSION_STATUSES = ["draft", "current", "superseded"] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

/** A version as it is read, whichever it is. */
export interface TemplateVersion extends Omit<TemplateVersionRecord, "v"> {
  status: VersionStatus;
}
