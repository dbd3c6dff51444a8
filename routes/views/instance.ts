import { bindingItems, mappingTexts, type NameOfStream } from "../../domain/instance/binding.ts";
import { instance as stored } from "../../domain/instance/schema.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import { picked } from "../../domain/shared/schema.ts";
import type { AppDeps } from "../deps.ts";
import { recentCoverageView } from "./coverage.ts";
import { deployedFields } from "./schemas/instance.ts";

/** An instance as a client reads it. `judging` is false while its source is lost or it is not deployed. */
export function instanceView(deps: AppDeps, instance: InstanceRecord) {
  const template = deps.storage.templates.get(instance.template_id);
  return {
    ...picked(stored.shape, instance),
    template: templateName(deps, instance),
    placeholders: bindingItems(instance.bindings, nameOf(deps)),
    placeholder_mappings: mappingTexts(instance.bindings, nameOf(deps)),
    is_active: template?.is_active ?? false,
    judging: instance.is_deployed && deps.sourceStatus().state === "connected",
    coverage: recentCoverageView(deps, instance),
    upgraded_at: instance.upgrades?.at(-1)?.at ?? null,
  };
}

/** An instance as the answer of its deployment shows it: exactly these fields. */
export function deployedView(deps: AppDeps, instance: InstanceRecord) {
  return {
    ...picked(deployedFields.shape, instance),
    template: templateName(deps, instance),
    placeholder_mappings: mappingTexts(instance.bindings, nameOf(deps)),
  };
}

/** A stream's name as it is shown. */
export function nameOf({ storage }: Pick<AppDeps, "storage">): NameOfStream {
  return (id) => storage.assets.stream(id)?.stream_name ?? `stream ${id}`;
}

function templateName({ storage }: AppDeps, { template_id: id }: InstanceRecord) {
  return { id, name: storage.templates.get(id)?.name ?? "" };
}
