import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";

/** The record alone: what it is named and counted under must not have changed. */
export function saveInstance(record: InstanceRecord): Mutation {
  return { type: "set", key: keys.instance(record.id), value: record };
}

/**
 * A deployment or its end: the record, and one more or less on its template's counter of deployments. The commit
 * must check the versionstamps of the instance's and (to deploy) the template's key: that is what keeps a template
 * from being changed under a deployment.
 */
export function deployMutations(before: InstanceRecord, after: InstanceRecord): Mutation[] {
  const by = Number(after.is_deployed) - Number(before.is_deployed);
  if (by === 0) return [saveInstance(after)];
  return [saveInstance(after), { type: "sum", key: keys.templateDeployments(after.template_id), value: by }];
}

/**
 * Stands in every commit of a deployment or its end. A command on many instances of a template checks this key in
 * place of each record: no other than the instance's own shard changes `is_deployed`.
 */
export function commandMark(templateId: number, shard: number): Mutation {
  return { type: "sum", key: keys.templateCommands(templateId, shard), value: 0 };
}

/** A new instance, undeployed: its name's key, and what it is counted in. */
export function newInstance(record: InstanceRecord): Mutation[] {
  return [
    saveInstance(record),
    { type: "set", key: keys.instanceByName(record.template_id, record.instance_name), value: record.id },
    { type: "sum", key: keys.templateInstances(record.template_id), value: 1 },
    ...usesOfNode(record.plant_node_floc_id, 1),
  ];
}

/** A changed, undeployed instance. The sum of 0 tells the template's removal that its instances have changed. */
export function changeInstance(before: InstanceRecord, after: InstanceRecord): Mutation[] {
  const mutations = [
    saveInstance(after),
    { type: "sum" as const, key: keys.templateInstances(after.template_id), value: 0 },
  ];
  return [...mutations, ...renamed(before, after), ...movedNode(before, after)];
}

/** An undeployed instance's end. */
export function removeInstance(record: InstanceRecord): Mutation[] {
  return [...dropInstance(record), {
    type: "sum",
    key: keys.templateInstances(record.template_id),
    value: -1,
  }];
}

/** The same without the template's counter, for a template that goes as a whole. */
export function dropInstance(record: InstanceRecord): Mutation[] {
  return [
    { type: "delete", key: keys.instance(record.id) },
    { type: "delete", key: keys.instanceByName(record.template_id, record.instance_name) },
    ...usesOfNode(record.plant_node_floc_id, -1),
  ];
}

function renamed(before: InstanceRecord, after: InstanceRecord): Mutation[] {
  if (before.instance_name === after.instance_name) return [];
  return [
    { type: "delete", key: keys.instanceByName(before.template_id, before.instance_name) },
    { type: "set", key: keys.instanceByName(after.template_id, after.instance_name), value: after.id },
  ];
}

function movedNode(before: InstanceRecord, after: InstanceRecord): Mutation[] {
  if (before.plant_node_floc_id === after.plant_node_floc_id) return [];
  return [...usesOfNode(before.plant_node_floc_id, -1), ...usesOfNode(after.plant_node_floc_id, 1)];
}

function usesOfNode(flocId: string | null, by: number): Mutation[] {
  return flocId === null ? [] : [{ type: "sum", key: keys.plantNodeUses(flocId), value: by }];
}
