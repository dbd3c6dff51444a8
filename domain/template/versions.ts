import { picked } from "../shared/picked.ts";
import { templateContent } from "./schema.ts";
import type {
  TemplateContent,
  TemplateRecord,
  TemplateVersion,
  TemplateVersionRecord,
  TemplateVersionsRecord,
  VersionOrigin,
} from "./types.ts";

/** Most versions of a template: the current one, drafts and superseded ones. */
export const MOST_VERSIONS = 50;

/** Most upgrades that an instance stores. Their versions are kept for corrections. */
export const MOST_UPGRADES = 20;

/** The content of a version, from any object that has its fields. */
export function contentOf(from: TemplateContent): TemplateContent {
  return picked(templateContent.shape, from);
}

/** The versions record of a template that has only had one version. */
export function firstVersions(template: TemplateRecord): TemplateVersionsRecord {
  return { v: 1, newest: template.version, current: originByUpdate(template, template.created_by) };
}

/** The origin of a version that an update of the template created and released at once. */
export function originByUpdate({ updated_at }: TemplateRecord, by: string): VersionOrigin {
  const at = updated_at;
  return { note: "", created_at: at, created_by: by, released_at: at, released_by: by };
}

/**
 * A template with the content of a version, for evaluating that version's instances and writing their events.
 */
export function atVersion(
  template: TemplateRecord,
  version: TemplateContent & { version: number },
): TemplateRecord {
  return { ...template, ...contentOf(version), version: version.version };
}

/** The current version, read from the template. */
export function currentVersion(template: TemplateRecord, current: VersionOrigin): TemplateVersion {
  const { id, version } = template;
  return { template_id: id, version, status: "current", ...current, ...contentOf(template) };
}

/** A version that is not the current one. */
export function otherVersion({ v: _, ...version }: TemplateVersionRecord): TemplateVersion {
  return { ...version, status: version.released_at === null ? "draft" : "superseded" };
}
