import { parentTypesOf } from "../../../domain/plant/hierarchy.ts";
import { NODE_TYPES, type NodeType } from "../../../domain/plant/types.ts";
import type { PlantPlace, PlantTree } from "../../parts/plant_paths.ts";

/** `production_line` as one says it: "production line". */
export function typeText(type: NodeType): string {
  return type.replaceAll("_", " ");
}

/** The types that may stand under a node of this type; those of roots without one. */
export function childTypesOf(type: NodeType | null): readonly NodeType[] {
  return NODE_TYPES.filter((child) =>
    type === null ? parentTypesOf(child).length === 0 : parentTypesOf(child).includes(type)
  );
}

/** Where a node of a type may stand: not under itself, nor under what stands under it. */
export function parentsFor(
  type: NodeType,
  { node, places }: { node?: string; places: ReadonlyMap<string, PlantPlace> },
): PlantPlace[] {
  const legal = parentTypesOf(type);
  return [...places.values()].filter(({ node: one, ids }) =>
    legal.includes(one.type) && (node === undefined || !ids.includes(node))
  );
}

/** The types that a node may have where it stands, with the children that it has. */
export function typesFor(node: PlantTree, parent: PlantTree | undefined): NodeType[] {
  return childTypesOf(parent?.type ?? null).filter((type) =>
    node.children.every((child) => parentTypesOf(child.type).includes(type))
  );
}

/** A node's parent; undefined for a root. */
export function parentOf(
  { ids }: PlantPlace,
  places: ReadonlyMap<string, PlantPlace>,
): PlantPlace | undefined {
  return places.get(ids.at(-2) ?? "");
}

/** Ids in the order of the tree, of a node and all below it. */
export function idsBelow({ id, children }: PlantTree): string[] {
  return [id, ...children.flatMap(idsBelow)];
}
