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

/**
 * The place of an asset with a dotted name, such as "Works.Line 2.Mixer": the node named like its last part that
 * has one, and among several of that name the one with the most other parts in its path. Null if it is not clear.
 */
export function locationOfAsset(places: ReadonlyMap<string, PlantLocation>, asset: string): string | null {
  const parts = asset.split(".").map(comparable).filter((part) => part !== "");
  for (const part of parts.toReversed()) {
    const named = [...places].filter(([id, { node }]) =>
      comparable(node.name) === part || comparable(id) === part
    ).map(([id, { path }]) => ({ id, shared: sharedParts(path, parts) }));
    if (named.length === 0) continue;
    const most = Math.max(...named.map(({ shared }) => shared));
    const best = named.filter(({ shared }) => shared === most);
    return best.length === 1 ? best[0].id : null;
  }
  return null;
}

function sharedParts(path: string, parts: readonly string[]): number {
  return path.split(" / ").filter((name) => parts.includes(comparable(name))).length;
}

/** "Line 2", "line-2" and "LINE_2" are the same. */
function comparable(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, "");
}
