import { parentTypesOf } from "./hierarchy.ts";
import { type ProposedNode, usualTypeBelow } from "./proposal.ts";
import { NODE_TYPES, type NodeType, type PlantTree } from "./types.ts";

type Nodes = readonly ProposedNode[];

/** The proposal with a change of one node. */
export function changed(
  nodes: Nodes,
  { id, ...change }: Pick<ProposedNode, "id"> & Partial<ProposedNode>,
): Nodes {
  return nodes.map((node) => node.id === id ? { ...node, ...change } : node);
}

export function childrenOf(nodes: Nodes, id: string | null): ProposedNode[] {
  return nodes.filter(({ parentId }) => parentId === id);
}

/** The types that a node may have where it stands. */
export function typesAt(nodes: Nodes, { parentId }: ProposedNode): NodeType[] {
  const parent = typeOf(nodes, parentId);
  return NODE_TYPES.filter((type) => fits(type, parent));
}

/** The proposal with another type of a node; what is below it gets types that fit. Undefined if it is too deep. */
export function retyped(nodes: Nodes, { id, type }: { id: string; type: NodeType }): Nodes | undefined {
  return refitted(changed(nodes, { id, type }), id);
}

/** The proposal with a node and what is below it under another one; their types follow. Undefined if it does not fit. */
export function moved(
  nodes: Nodes,
  { id, parentId }: { id: string; parentId: string | null },
): Nodes | undefined {
  if (idsAbove(nodes, parentId).includes(id)) return undefined;
  const node = nodes.find((one) => one.id === id);
  const type = node && fittingType(node.type, typeOf(nodes, parentId));
  return type === undefined ? undefined : refitted(changed(nodes, { id, parentId, type }), id);
}

/** The proposal without a node; what is below it moves up to its parent. Undefined if it does not fit there. */
export function dissolved(nodes: Nodes, id: string): Nodes | undefined {
  const node = nodes.find((one) => one.id === id);
  let left: Nodes | undefined = nodes;
  for (const child of childrenOf(nodes, id)) {
    left = left && moved(left, { id: child.id, parentId: node?.parentId ?? null });
  }
  return left?.filter((one) => one.id !== id);
}

/** The ids of a node and of those above it, upwards. */
export function idsAbove(nodes: Nodes, id: string | null): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const ids: string[] = [];
  for (let at = id; at !== null; at = byId.get(at)?.parentId ?? null) ids.push(at);
  return ids;
}

/** The new nodes that are not left out, nor below one that is; parents before their children. */
export function nodesToCreate(nodes: Nodes): ProposedNode[] {
  const below = Map.groupBy(nodes, ({ parentId }) => parentId);
  const from = (id: string | null): ProposedNode[] =>
    (below.get(id) ?? []).filter(({ isLeftOut }) => !isLeftOut).flatMap((node) => [
      ...node.isNew ? [node] : [],
      ...from(node.id),
    ]);
  return from(null);
}

/** The nodes with types that fit below this one; undefined if some are below the lowest level. */
function refitted(nodes: Nodes, id: string): Nodes | undefined {
  const parent = typeOf(nodes, id);
  let fitted: Nodes | undefined = nodes;
  for (const child of childrenOf(nodes, id)) {
    const type = fittingType(child.type, parent);
    // What is in the plant model keeps its type.
    if (type === undefined || (!child.isNew && type !== child.type)) return undefined;
    fitted = fitted &&
      refitted(type === child.type ? fitted : changed(fitted, { id: child.id, type }), child.id);
  }
  return fitted;
}

function fittingType(type: NodeType, parent: NodeType | null): NodeType | undefined {
  return fits(type, parent) ? type : usualTypeBelow(parent);
}

function fits(type: NodeType, parent: NodeType | null): boolean {
  const parents = parentTypesOf(type);
  return parent === null ? parents.length === 0 : parents.includes(parent);
}

function typeOf(nodes: Nodes, id: string | null): NodeType | null {
  return nodes.find((node) => node.id === id)?.type ?? null;
}

/** The proposal with another id of a node. */
export function withId(nodes: Nodes, { id, to }: { id: string; to: string }): Nodes {
  return nodes.map((node) =>
    node.id === id ? { ...node, id: to } : node.parentId === id ? { ...node, parentId: to } : node
  );
}

/** What of the proposal is in the plant model, as a tree. */
export function treeInModel(nodes: Nodes): PlantTree[] {
  const below = Map.groupBy(nodes.filter(({ isNew }) => !isNew), ({ parentId }) => parentId);
  const from = (parentId: string | null): PlantTree[] =>
    (below.get(parentId) ?? []).map(({ id, name, type }) => ({ id, name, type, children: from(id) }));
  return from(null);
}
