import { type Issue, missing } from "../shared/refusal.ts";
import type { PlantNodeRecord } from "./schema.ts";
import type { NodeType, PlantTree } from "./types.ts";

const BELOW_AREA: readonly NodeType[] = [
  "process_cell",
  "production_unit",
  "production_line",
  "storage_zone",
];
const UNITS: readonly NodeType[] = ["unit", "work_cell", "storage_unit"];

/** The legal parent types of each type; a type without any is a root. */
const LEGAL_PARENTS: Readonly<Record<NodeType, readonly NodeType[]>> = {
  enterprise: [],
  site: ["enterprise"],
  area: ["site"],
  process_cell: ["area"],
  production_unit: ["area"],
  production_line: ["area"],
  storage_zone: ["area"],
  unit: BELOW_AREA,
  work_cell: BELOW_AREA,
  storage_unit: BELOW_AREA,
  equipment_module: UNITS,
  control_module: ["equipment_module"],
};

/** The legal parent types of a type; none for a root. */
export function parentTypesOf(nodeType: NodeType): readonly NodeType[] {
  return LEGAL_PARENTS[nodeType];
}

/** The position of a node. `parent` is undefined when the node named by `parent_id` does not exist. */
export interface Placement {
  node_type: NodeType;
  parent_id: string | null;
  parent: Pick<PlantNodeRecord, "node_type"> | undefined;
}

/** What is wrong with a node's position, or undefined. */
export function placementIssue({ node_type, parent_id, parent }: Placement): Issue | undefined {
  const legal = LEGAL_PARENTS[node_type];
  const under = legal.join(", ");
  if (parent_id === null) {
    if (legal.length === 0) return undefined;
    return { path: "parent_id", message: `A node of type ${node_type} needs a parent of type ${under}` };
  }
  if (legal.length === 0) {
    return { path: "parent_id", message: `A node of type ${node_type} is a root; leave its parent_id null` };
  }
  if (parent === undefined) return { path: "parent_id", message: missing("plant node", parent_id) };
  if (legal.includes(parent.node_type)) return undefined;
  const message = `A node of type ${node_type} belongs under ${under}, not under ${parent.node_type}`;
  return { path: "parent_id", message };
}

/** What is wrong with a new type of a node with these children, or undefined. */
export function childrenIssue(nodeType: NodeType, children: readonly PlantNodeRecord[]): Issue | undefined {
  const child = children.find((node) => !LEGAL_PARENTS[node.node_type].includes(nodeType));
  if (child === undefined) return undefined;
  const message = `Its child "${child.floc_id}" of type ${child.node_type} cannot be under ${nodeType}`;
  return { path: "node_type", message };
}

/** Whether a move would put a node under itself. `parentOf` returns null at a root. */
export function makesLoop(
  move: { floc_id: string; parent_id: string | null },
  parentOf: (flocId: string) => string | null,
): boolean {
  const seen = new Set([move.floc_id]);
  for (let at = move.parent_id; at !== null; at = parentOf(at)) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

/** The roots with all their descendants, in the order of the nodes. */
export function plantTree(nodes: readonly PlantNodeRecord[]): PlantTree[] {
  const trees = new Map(nodes.map((node) => [node.floc_id, treeOf(node)]));
  const roots: PlantTree[] = [];
  for (const node of nodes) {
    const parent = node.parent_id === null ? undefined : trees.get(node.parent_id);
    (parent?.children ?? roots).push(trees.get(node.floc_id)!);
  }
  return roots;
}

function treeOf(node: PlantNodeRecord): PlantTree {
  return { id: node.floc_id, name: node.name, type: node.node_type, children: [] };
}

/** Returns a function that lists a node and its ancestors up to the root; nothing for an unknown node. */
export function ancestryOf(nodes: readonly PlantNodeRecord[]): (flocId: string | null) => readonly string[] {
  const parents = new Map(nodes.map((node) => [node.floc_id, node.parent_id]));
  const known = new Map<string, readonly string[]>();
  const lineOf = (flocId: string | null): readonly string[] => {
    if (flocId === null || !parents.has(flocId)) return [];
    let line = known.get(flocId);
    if (line === undefined) known.set(flocId, line = [flocId, ...lineOf(parents.get(flocId) ?? null)]);
    return line;
  };
  return lineOf;
}

/** The ids of nodes with those of all nodes below them; of an unknown node only the id itself. */
export function withPlacesBelow(flocIds: readonly string[], nodes: readonly PlantNodeRecord[]): Set<string> {
  const lineOf = ancestryOf(nodes), named = new Set(flocIds);
  const below = nodes.filter(({ floc_id }) => lineOf(floc_id).some((id) => named.has(id)));
  return new Set([...flocIds, ...below.map(({ floc_id }) => floc_id)]);
}
