import type { Check, Entry } from "../domain/shared/commit.ts";
import { missing, Refusal } from "../domain/shared/refusal.ts";
import type { TemplateRecord } from "../domain/template/types.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import { type NounContext, unchanged } from "./write.ts";

/** A template read for a write, with its checks. */
export interface TemplateReads {
  record: TemplateRecord;
  deployed: number;
  /** They fail once the template or its number of deployments changes. */
  checks: Check[];
}

/** Reads a template and the counter of its deployments together. */
export async function readTemplate({ store }: NounContext, id: number): Promise<TemplateReads> {
  const recordKeys = [keys.template(id), keys.templateDeployments(id)];
  const [template, deployments] = await store.getMany(recordKeys);
  if (template === undefined) throw new Refusal("TEMPLATE_NOT_FOUND", missing("template", id));
  return {
    record: kinds.template.read(template.value),
    deployed: counted(deployments),
    checks: [unchanged(recordKeys[0]!, template), unchanged(recordKeys[1]!, deployments)],
  };
}

/** A counter's value; 0 when it is not stored. */
export function counted(entry: Entry | undefined): number {
  return typeof entry?.value === "number" ? entry.value : 0;
}

/** TEMPLATE_IN_USE while instances are deployed. */
export function refuseDeployed({ record, deployed }: TemplateReads): void {
  if (deployed <= 0) return;
  const noun = deployed === 1 ? "instance" : "instances";
  throw new Refusal(
    "TEMPLATE_IN_USE",
    `Template "${record.name}" has ${deployed} deployed ${noun}; undeploy ${
      deployed === 1 ? "it" : "them"
    } first`,
    { template_id: record.id, deployed_instances: deployed },
  );
}
