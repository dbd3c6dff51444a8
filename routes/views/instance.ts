import { bindingItems, mappingTexts } from "../../domain/instance/binding.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { AppDeps } from "../deps.ts";
import { recentCoverageView } from "./coverage.ts";

/** An instance as a client reads it. `judging` is false while its source is lost or it is not deployed. */
export function instanceView(deps: AppDeps, instance: InstanceRecord) {
  const template = deps.storage.templates.get(instance.template_id);
  return {
    id: instance.id,
    instance_id: instance.instance_id,
    instance_name: instance.instance_name,
    template_id: instance.template_id,
    template: templateName(deps, instance),
    plant_node_floc_id: instance.plant_node_floc_id,
    placeholders: bindingItems(instance.bindings),
    placeholder_mappings: mappingTexts(instance.bindings),
    is_active: template?.is_active ?? false,
    is_deployed: instance.is_deployed,
    judging: instance.is_deployed && deps.sourceStatus().state === "connected",
    coverage: recentCoverageView(deps, instance),
    deployment_date: instance.deployment_date,
    template_version: instance.template_version,
    upgraded_at: instance.upgrades?.at(-1)?.at ?? null,
    created_at: instance.created_at,
    created_by: instance.created_by,
  };
}

/** An instance as the answer of its deployment shows it: exactly these fields. */
export function deployedView(deps: AppDeps, instance: InstanceRecord) {
  return {
    id: instance.id,
    instance_id: instance.instance_id,
    instance_name: instance.instance_name,
    is_deployed: instance.is_deployed,
    deployment_date: instance.deployment_date,
    template: templateName(deps, instance),
    placeholder_mappings: mappingTexts(instance.bindings),
  };
}

function templateName({ storage }: AppDeps, { template_id: id }: InstanceRecord) {
  return { id, name: storage.templates.get(id)?.name ?? "" };
}
