import { picked } from "../shared/schema.ts";
import { templateContent } from "./schema.ts";
import type {
  TemplateContent,
  TemplateRecord,
  TemplateVersion,
  TemplateVersionRecord,
  TemplateVersionsRecord,
  VersionOrigin,
} from "./types.ts";

/** Versions that a template keeps: its current one, drafts, and superseded ones. */
export const MOST_VERSIONS = 50;

/** Upgrades of a deployment that its instance remembers, and whose versions are kept for corrections. */
export const MOST_UPGRADES = 20;

/** What a version holds, of whatever holds it. */
export function contentOf(from: TemplateContent): TemplateContent {
  return picked(templateContent.shape, from);
}

/** What is known of the versions of a template that never had another than its current one. */
export function firstVersions(template: TemplateRecord): TemplateVersionsRecord {
  return { v: 1, newest: template.version, current: originByUpdate(template, template.created_by) };
}

/** A version that a change of the template itself has made: made and released at once. */
export function originByUpdate({ updated_at }: TemplateRecord, by: string): VersionOrigin {
  const at = updated_at;
  return { note: "", created_at: at, created_by: by, released_at: at, released_by: by };
}

/** The template as a version has it: what deployed instances of that version are judged and written by. */
export function atVersion(
  template: TemplateRecord,
  version: TemplateContent & { version: number },
): TemplateRecord {
  return { ...template, ...contentOf(version), version: version.version };
}

/** The current version, told from the template. */
export function currentVersion(template: TemplateRecord, current: VersionOrigin): TemplateVersion {
  const { id, version } = template;
  return { template_id: id, version, status: "current", ...current, ...contentOf(template) };
}

/** A version that is not the current one. */
export function otherVersion({ v: _, ...version }: TemplateVersionRecord): TemplateVersion {
  return { ...version, status: version.released_at === null ? "draft" : "superseded" };
}
