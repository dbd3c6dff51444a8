import type { PlantNodeRecord } from "../../../domain/plant/schema.ts";
import type { PlantTree } from "../../../domain/plant/types.ts";
import type { Plant } from "../../../storage/plant.ts";

/** One node with what is under it. */
export function plantNodeView(plant: Plant, { v: _, ...node }: PlantNodeRecord) {
  return { id: node.floc_id, ...node, children: subtree(plant.tree(), node.floc_id)?.children ?? [] };
}

function subtree(nodes: PlantTree[], id: string): PlantTree | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : subtree(node.children, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
