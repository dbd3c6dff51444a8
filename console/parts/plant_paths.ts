import type { Schemas } from "../api/client.ts";

export type PlantTree = Schemas["PlantTree"];

/** A node with the way to it, the root first. */
export interface PlantPlace {
  node: PlantTree;
  /** Ids from the root to the node itself. */
  ids: readonly string[];
  /** "Riverside / Utilities / Boiler": without the root, which is the same for all. */
  path: string;
  /** The node, then what it is part of: "Boiler, Utilities". */
  short: string;
}

/** Every node of the plant by its id. */
export function plantPlaces(roots: readonly PlantTree[]): ReadonlyMap<string, PlantPlace> {
  const places = new Map<string, PlantPlace>();
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
