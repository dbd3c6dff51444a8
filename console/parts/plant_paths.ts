import type { Schemas } from "../api/client.ts";

export type PlantTree = Schemas["PlantTree"];

/** A plant node with its path from the root. */
export interface PlantLocation {
  node: PlantTree;
  /** Ids from the root to the node itself. */
  ids: readonly string[];
  /** "Riverside / Utilities / Boiler": the path without the root. */
  path: string;
  /** The node and its parent: "Boiler, Utilities". */
  short: string;
}

/** Every node of the plant by its id. */
export function plantLocations(roots: readonly PlantTree[]): ReadonlyMap<string, PlantLocation> {
  const places = new Map<string, PlantLocation>();
  const add = (node: PlantTree, above: { ids: readonly string[]; names: readonly string[] }): void => {
    const ids = [...above.ids, node.id];
    const names = [...above.names, node.name];
    places.set(node.id, { node, ids, path: pathOf(names), short: names.slice(-2).reverse().join(", ") });
    for (const child of node.children) add(child, { ids, names });
  };
  for (const root of roots) add(root, { ids: [], names: [] });
  return places;
}

function pathOf(names: readonly string[]): string {
  return (names.length > 1 ? names.slice(1) : names).join(" / ");
}
