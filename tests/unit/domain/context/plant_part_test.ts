import { assertEquals } from "@std/assert";
import { countNodes, upperNodes } from "../../../../domain/context/plant_part.ts";
import type { PlantTree } from "../../../../domain/plant/types.ts";

const node = (id: string, ...children: PlantTree[]): PlantTree => ({ id, name: id, type: "site", children });
const tree = [node("a", node("a1", node("a11")), node("a2")), node("b", node("b1"))];
const ids = (nodes: PlantTree[]): unknown[] => nodes.map(({ id, children }) => [id, ids(children)]);

Deno.test("countNodes() counts all levels", () => {
  assertEquals([countNodes(tree), countNodes([])], [6, 0]);
});

Deno.test("upperNodes() keeps the upper levels first, and each node under its parent", () => {
  assertEquals(ids(upperNodes(tree, 1)), [["a", []]]);
  assertEquals(ids(upperNodes(tree, 4)), [["a", [["a1", []], ["a2", []]]], ["b", []]]);
  assertEquals(upperNodes(tree, 6), tree);
  assertEquals(upperNodes(tree, 1_000), tree);
});
