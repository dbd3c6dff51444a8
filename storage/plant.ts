import type { Actor } from "../domain/access/types.ts";
import { childrenIssue, makesLoop, placementIssue, plantTree } from "../domain/plant/hierarchy.ts";
import type { PlantNodeRecord } from "../domain/plant/schema.ts";
import type { NodeType, PlantTree } from "../domain/plant/types.ts";
import type { Check, Entry, Mutation } from "../domain/shared/commit.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import { policiesOfNode, policiesUnchanged } from "./policy_uses.ts";
import { counted } from "./template_reads.ts";
import { type NounContext, traces, unchanged, unchangedMark, write } from "./write.ts";
import { inUse, notFound, type User } from "./noun_refusals.ts";
import { invalid } from "../domain/shared/refusal.ts";

export interface PlantNodeDraft {
  floc_id: string;
  name: string;
  node_type: NodeType;
  parent_id: string | null;
}

type Change = Partial<Omit<PlantNodeDraft, "floc_id">>;

/** The plant model, read from memory. Each node counts its children and the instances in it. */
export class Plant {
  constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {}

  tree(): PlantTree[] {
    return plantTree(this.mirrors.plantNodes.list());
  }

  list(): PlantNodeRecord[] {
    return [...this.mirrors.plantNodes.list()];
  }

  get(flocId: string): PlantNodeRecord | undefined {
    return this.mirrors.plantNodes.get(flocId);
  }

  create(draft: PlantNodeDraft, by: Actor): Promise<PlantNodeRecord> {
    const { context } = this;
    const id = draft.floc_id;
    return write(context, async () => {
      const key = keys.plantNode(id);
      const record: PlantNodeRecord = { v: 1, ...draft };
      if (await context.store.get(key) !== undefined) {
        throw invalid("floc_id", `A plant node "${id}" exists already; choose another floc_id`);
      }
      const checks = [unchanged(key, undefined), ...await this.#requireParent(record)];
      const { mutations, frames } = traces(context, {
        action: "created",
        type: "plant_node",
        id,
        by,
        after: record,
      });
      mutations.push({ type: "set", key, value: record }, ...usesOf(record.parent_id, 1));
      return { result: record, commit: { checks, mutations, frames } };
    });
  }

  update(flocId: string, change: Change, by: Actor): Promise<PlantNodeRecord> {
    const { context } = this;
    return write(context, async () => {
      const { record: before, checks } = await this.#read(flocId);
      const after: PlantNodeRecord = { ...before, ...change };
      checks.push(...await this.#requireParent(after));
      // Children that the counter includes must be in memory too.
      if (before.node_type !== after.node_type) await context.store.caughtUp();
      const issue = childrenIssue(after.node_type, this.mirrors.nodesByParent.of(flocId));
      if (issue !== undefined) throw invalid(issue.path, issue.message);
      const action = { action: "updated", type: "plant_node", id: flocId, by, before, after } as const;
      const { mutations, frames } = traces(context, action);
      mutations.push({ type: "set", key: keys.plantNode(flocId), value: after });
      if (before.parent_id !== after.parent_id) {
        mutations.push(...usesOf(before.parent_id, -1), ...usesOf(after.parent_id, 1));
      }
      return { result: after, commit: { checks, mutations, frames } };
    });
  }

  remove(flocId: string, by: Actor): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const { record: before, checks, uses } = await this.#read(flocId);
      checks.push(await this.#areasUnchanged(), await policiesUnchanged(context));
      const { areasByNode } = this.mirrors;
      const naming = areasByNode.of(flocId).length + policiesOfNode(flocId, this.mirrors).length;
      if (counted(uses) > 0 || naming > 0) {
        throw inUse(`Plant node "${flocId}"`, this.#usersOf(flocId));
      }
      const { mutations, frames } = traces(context, {
        action: "deleted",
        type: "plant_node",
        id: flocId,
        by,
        before,
      });
      mutations.push(
        { type: "delete", key: keys.plantNode(flocId) },
        { type: "delete", key: keys.plantNodeUses(flocId) },
        { type: "sum", key: keys.plantNodesGone(), value: 1 },
        ...usesOf(before.parent_id, -1),
      );
      return { result: undefined, commit: { checks, mutations, frames } };
    });
  }

  /** The checks fail once the node, its children or its instances change. */
  async #read(
    flocId: string,
  ): Promise<{ record: PlantNodeRecord; checks: Check[]; uses: Entry | undefined }> {
    const recordKeys = [keys.plantNode(flocId), keys.plantNodeUses(flocId)];
    const [node, uses] = await this.context.store.getMany(recordKeys);
    if (node === undefined) throw notFound("plant node", flocId);
    const checks = [unchanged(recordKeys[0]!, node), unchanged(recordKeys[1]!, uses)];
    return { record: kinds.plantNode.read(node.value), checks, uses };
  }

  /** The check fails once an area changes, so those in memory are complete. */
  #areasUnchanged(): Promise<Check> {
    return unchangedMark(this.context, keys.areas());
  }

  /** Requires a valid parent, and returns the check of it. */
  async #requireParent(node: PlantNodeRecord): Promise<Check[]> {
    const { parent_id } = node;
    const entry = parent_id === null ? undefined : await this.context.store.get(keys.plantNode(parent_id));
    if (makesLoop(node, (id) => this.get(id)?.parent_id ?? null)) {
      throw invalid("parent_id", `Plant node "${node.floc_id}" cannot be below itself`);
    }
    const parent = entry === undefined ? undefined : kinds.plantNode.read(entry.value);
    const issue = placementIssue({ ...node, parent });
    if (issue !== undefined) throw invalid(issue.path, issue.message);
    return parent_id === null ? [] : [unchanged(keys.plantNode(parent_id), entry)];
  }

  #usersOf(flocId: string): User[] {
    const { nodesByParent, instancesByNode, areasByNode } = this.mirrors;
    return [
      ...nodesByParent.of(flocId).map((node): User => ({
        type: "plant_node",
        id: node.floc_id,
        name: node.name,
      })),
      ...instancesByNode.of(flocId).map(({ id, instance_name }): User => ({
        type: "instance",
        id,
        name: instance_name,
      })),
      ...areasByNode.of(flocId).map(({ id, name }): User => ({ type: "area", id, name })),
      ...policiesOfNode(flocId, this.mirrors),
    ];
  }
}

function usesOf(flocId: string | null, by: number): Mutation[] {
  return flocId === null ? [] : [{ type: "sum", key: keys.plantNodeUses(flocId), value: by }];
}
