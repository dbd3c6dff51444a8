import type { PlantTree } from "../plant/types.ts";

/** Number of nodes in a plant model. */
export function countNodes(roots: readonly PlantTree[]): number {
  let count = 0;
  for (const level of levels(roots)) count += level.length;
  return count;
}

/** The plant model with at most `most` nodes; upper levels come first. */
export function upperNodes(roots: readonly PlantTree[], most: number): PlantTree[] {
  const selected = new Set<PlantTree>();
  for (const level of levels(roots)) {
    for (const node of level.slice(0, most - selected.size)) selected.add(node);
  }
  return partOf(roots, selected);
}

function partOf(nodes: readonly PlantTree[], selected: ReadonlySet<PlantTree>): PlantTree[] {
  return nodes.filter((node) => selected.has(node))
    .map((node) => ({ ...node, children: partOf(node.children, selected) }));
}

function* levels(roots: readonly PlantTree[]): Generator<readonly PlantTree[]> {
  for (let level = roots; level.length > 0; level = level.flatMap((node) => node.children)) yield level;
}
