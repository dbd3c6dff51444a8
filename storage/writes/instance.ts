import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";

/** Writes the record only: its name, template and plant node must be unchanged. */
export function saveInstance(record: InstanceRecord): Mutation {
  return { type: "set", key: keys.instance(record.id), value: record };
}

/**
 * A deployment or its end: the record and the template's counter of deployments. The commit must check the keys
 * of the instance and, to deploy, of the template, so that a template never changes during a deployment.
 */
export function deployMutations(before: InstanceRecord, after: InstanceRecord): Mutation[] {
  const by = Number(after.is_deployed) - Number(before.is_deployed);
  if (by === 0) return [saveInstance(after)];
  return [saveInstance(after), { type: "sum", key: keys.templateDeployments(after.template_id), value: by }];
}

/**
 * Part of every commit of a deployment or its end. A command on many instances of a template checks this key
 * instead of each record, since only the instance's own shard changes `is_deployed`.
 */
export function commandMark(templateId: number, shard: number): Mutation {
  return { type: "sum", key: keys.templateCommands(templateId, shard), value: 0 };
}

/** A new, undeployed instance with its name's key and its counters. */
export function newInstance(record: InstanceRecord): Mutation[] {
  return [
    saveInstance(record),
    { type: "set", key: keys.instanceByName(record.template_id, record.instance_name), value: record.id },
    { type: "sum", key: keys.templateInstances(record.template_id), value: 1 },
    ...usesOfNode(record.plant_node_floc_id, 1),
  ];
}

/** A changed, undeployed instance. The sum of 0 makes a concurrent removal of the template fail its check. */
export function changeInstance(before: InstanceRecord, after: InstanceRecord): Mutation[] {
  const mutations = [
    saveInstance(after),
    { type: "sum" as const, key: keys.templateInstances(after.template_id), value: 0 },
  ];
  return [...mutations, ...renamed(before, after), ...movedNode(before, after)];
}

/** Removes an undeployed instance. */
export function removeInstance(record: InstanceRecord): Mutation[] {
  return [...dropInstance(record), {
    type: "sum",
    key: keys.templateInstances(record.template_id),
    value: -1,
  }];
}

/** The same without the template's counter, for the removal of the whole template. */
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
