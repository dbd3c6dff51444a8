import { type Api, type Schemas, unwrap } from "../../api/client.ts";
import type { TemplateVersion, UpgradeTrial } from "./version_choice.ts";

export type DeployedInstance = Pick<
  Schemas["Instance"],
  "id" | "instance_name" | "template_version" | "plant_node_floc_id"
>;

/** The data of the versions page. */
export interface VersionsReading {
  template: Pick<Schemas["Template"], "id" | "name" | "is_active" | "allow_instances" | "package_id">;
  /** Newest first. */
  versions: readonly TemplateVersion[];
  deployed: readonly DeployedInstance[];
}

export async function readVersions(api: Api, id: number, signal: AbortSignal): Promise<VersionsReading> {
  const params = { path: { id } };
  const query = { template_id: id, is_deployed: true };
  const [template, versions, deployed] = await Promise.all([
    unwrap(api.GET("/api/templates/{id}", { params, signal })),
    unwrap(api.GET("/api/templates/{id}/versions", { params, signal })),
    unwrap(api.GET("/api/instances", { params: { query }, signal })),
  ]);
  return { template: template.data, versions: versions.data.toReversed(), deployed: deployed.data };
}

export async function tryUpgrade(
  api: Api,
  { templateId, version, ids }: { templateId: number; version: number; ids: number[] },
): Promise<UpgradeTrial> {
  const params = { path: { id: templateId, version } };
  const body = { instance_ids: ids, dry_run: true, backtest: true };
  const path = "/api/templates/{id}/versions/{version}/upgrade";
  return (await unwrap(api.POST(path, { params, body }))).data;
}
