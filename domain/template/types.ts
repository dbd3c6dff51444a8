import type { TemplateContent, VersionOrigin } from "./schema.ts";

export type { PackageRecord, TemplateContent, TemplateRecord, VersionOrigin } from "./schema.ts";

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

export const VERSION_STATUSES = ["draft", "current", "superseded"] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

/** A version of any status, as clients read it. */
export interface TemplateVersion extends Omit<TemplateVersionRecord, "v"> {
  status: VersionStatus;
}
