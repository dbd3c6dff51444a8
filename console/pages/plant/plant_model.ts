import { parentTypesOf } from "../../../domain/plant/hierarchy.ts";
import { NODE_TYPES, type NodeType } from "../../../domain/plant/types.ts";
import type { PlantLocation, PlantTree } from "../../parts/plant_paths.ts";

/** `production_line` as text: "production line". */
export function typeText(type: NodeType): string {
  return type.replaceAll("_", " ");
}

/** The types allowed under a node of this type; null for roots. */
export function childTypesOf(type: NodeType | null): readonly NodeType[] {
  return NODE_TYPES.filter((child) =>
    type === null ? parentTypesOf(child).length === 0 : parentTypesOf(child).includes(type)
  );
}

/** The nodes allowed as parents of a type, without the node itself and its subtree. */
export function parentsFor(
  type: NodeType,
  { node, places }: { node?: string; places: ReadonlyMap<string, PlantLocation> },
): PlantLocation[] {
  const allowed = parentTypesOf(type);
  return [...places.values()].filter(({ node: one, ids }) =>
    allowed.includes(one.type) && (node === undefined || !ids.includes(node))
  );
}

/** The types that fit a node's parent and children. */
export function typesFor(node: PlantTree, parent: PlantTree | undefined): NodeType[] {
  return childTypesOf(parent?.type ?? null).filter((type) =>
    node.children.every((child) => parentTypesOf(child.type).includes(type))
  );
}

/** A node's parent; undefined for a root. */
export function parentOf(
  { ids }: PlantLocation,
  places: ReadonlyMap<string, PlantLocation>,
): PlantLocation | undefined {
  return places.get(ids.at(-2) ?? "");
}

/** The ids of a node and its subtree, in tree order. */
export function idsBelow({ id, children }: PlantTree): string[] {
  return [id, ...children.flatMap(idsBelow)];
}
