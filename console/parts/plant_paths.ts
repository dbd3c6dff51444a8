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

/** Some nodes with what is below them, and the nodes above that lead to them. */
export function treeAt(roots: readonly PlantTree[], nodes: readonly string[]): PlantTree[] {
  return roots.flatMap((node) => {
    if (nodes.includes(node.id)) return [node];
    const children = treeAt(node.children, nodes);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

function pathOf(names: readonly string[]): string {
  return (names.length > 1 ? names.slice(1) : names).join(" / ");
}

/** The places whose path or id contains all typed words. */
export function locationsFound(
  places: ReadonlyMap<string, PlantLocation>,
  typed: string,
): [id: string, place: PlantLocation][] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return [...places].filter(([id, { path }]) => {
    const text = `${path} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
