import { TEMPLATE_SWITCHES } from "../../../domain/template/defaults.ts";
import type { Schemas } from "../../api/client.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { draftOf } from "../../rules/template_body.ts";
import { type Difference, templateDifference } from "../../rules/template_difference.ts";

export type TemplateVersion = Schemas["TemplateVersion"];
export type UpgradeTrial = Schemas["Upgrade"];

/** The requested version, else the newest draft, else the current version. */
export function chosenVersion(versions: readonly TemplateVersion[], requested: string | undefined) {
  return versions.find(({ version }) => String(version) === requested) ??
    versions.find(({ status }) => status === "draft") ??
    versions.find(({ status }) => status === "current");
}

/** The requested version to compare with; else the current one, or for that the one released before it. */
export function comparedWith(
  versions: readonly TemplateVersion[],
  { chosen, requested }: { chosen: TemplateVersion; requested: string | undefined },
): TemplateVersion | undefined {
  const others = versions.filter(({ version }) => version !== chosen.version);
  const match = others.find(({ version }) => String(version) === requested);
  if (match !== undefined) return match;
  if (chosen.status !== "current") return others.find(({ status }) => status === "current");
  return others.filter(({ status }) => status === "superseded")
    .toSorted((a, b) => (a.released_at ?? "") < (b.released_at ?? "") ? 1 : -1)[0];
}

/** The changes from one version to another, as text. */
export function versionDifference(before: TemplateVersion, after: TemplateVersion): Difference[] {
  return templateDifference(versionDraft(before), versionDraft(after));
}

/** What a version says of its template; the template's switches are not part of it. */
export function versionDraft(version: TemplateVersion): TemplateDraft {
  return draftOf({ ...version, ...TEMPLATE_SWITCHES });
}

/** The numbers of active events that an upgrade keeps open and closes. */
export function eventsOf({ items }: UpgradeTrial): { kept: number; superseded: number } {
  return items.reduce((sum, { events }) => ({
    kept: sum.kept + (events?.kept ?? 0),
    superseded: sum.superseded + (events?.superseded ?? 0),
  }), { kept: 0, superseded: 0 });
}
