import { type Api, type Schemas, told } from "../../api/client.ts";
import { draftOf } from "../../rules/template_body.ts";
import { type Difference, templateDifference } from "../../rules/template_difference.ts";

export type TemplateVersion = Schemas["TemplateVersion"];
export type DeployedInstance = Pick<Schemas["Instance"], "id" | "instance_name" | "template_version">;
export type UpgradeTrial = Schemas["Upgrade"];

/** What the page of a template's versions stands on. */
export interface VersionsReading {
  template: Pick<Schemas["Template"], "id" | "name" | "is_active" | "allow_instances" | "package_id">;
  /** The newest first. */
  versions: readonly TemplateVersion[];
  deployed: readonly DeployedInstance[];
}

export async function readVersions(api: Api, id: number, signal: AbortSignal): Promise<VersionsReading> {
  const params = { path: { id } };
  const query = { template_id: id, is_deployed: true };
  const [template, versions, deployed] = await Promise.all([
    told(api.GET("/api/templates/{id}", { params, signal })),
    told(api.GET("/api/templates/{id}/versions", { params, signal })),
    told(api.GET("/api/instances", { params: { query }, signal })),
  ]);
  return { template: template.data, versions: versions.data.toReversed(), deployed: deployed.data };
}

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

export async function tryUpgrade(
  api: Api,
  { templateId, version, ids }: { templateId: number; version: number; ids: number[] },
): Promise<UpgradeTrial> {
  const params = { path: { id: templateId, version } };
  const body = { instance_ids: ids, dry_run: true, backtest: true };
  const path = "/api/templates/{id}/versions/{version}/upgrade";
  return (await told(api.POST(path, { params, body }))).data;
}

/** How many active events stay open, and how many are closed, of those that would go over. */
export function eventsOf({ items }: UpgradeTrial): { kept: number; superseded: number } {
  return items.reduce((sum, { events }) => ({
    kept: sum.kept + (events?.kept ?? 0),
    superseded: sum.superseded + (events?.superseded ?? 0),
  }), { kept: 0, superseded: 0 });
}
