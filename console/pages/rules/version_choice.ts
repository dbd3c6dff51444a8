import type { Schemas } from "../../api/client.ts";
import { draftOf } from "../../rules/template_body.ts";
import { type Difference, templateDifference } from "../../rules/template_difference.ts";

export type TemplateVersion = Schemas["TemplateVersion"];
export type UpgradeTrial = Schemas["Upgrade"];

/** The one that was asked for; else the newest draft, else the current one. */
export function chosenVersion(versions: readonly TemplateVersion[], asked: string | undefined) {
  return versions.find(({ version }) => String(version) === asked) ??
    versions.find(({ status }) => status === "draft") ??
    versions.find(({ status }) => status === "current");
}

/** What a version is compared with: what was asked for; else the current one, and that with the one before it. */
export function comparedWith(
  versions: readonly TemplateVersion[],
  { chosen, asked }: { chosen: TemplateVersion; asked: string | undefined },
): TemplateVersion | undefined {
  const others = versions.filter(({ version }) => version !== chosen.version);
  const wished = others.find(({ version }) => String(version) === asked);
  if (wished !== undefined) return wished;
  if (chosen.status !== "current") return others.find(({ status }) => status === "current");
  return others.filter(({ status }) => status === "superseded")
    .toSorted((a, b) => (a.released_at ?? "") < (b.released_at ?? "") ? 1 : -1)[0];
}

/** What changes from one version to another, in words. */
export function versionDifference(before: TemplateVersion, after: TemplateVersion): Difference[] {
  const switches = { is_active: true, allow_instances: true };
  return templateDifference(draftOf({ ...before, ...switches }), draftOf({ ...after, ...switches }));
}

/** How many active events stay open, and how many are closed, of those that would go over. */
export function eventsOf({ items }: UpgradeTrial): { kept: number; superseded: number } {
  return items.reduce((sum, { events }) => ({
    kept: sum.kept + (events?.kept ?? 0),
    superseded: sum.superseded + (events?.superseded ?? 0),
  }), { kept: 0, superseded: 0 });
}
