import { assertEquals } from "@std/assert";
import { childrenIssue, makesLoop, placementIssue, plantTree } from "../../../../domain/plant/hierarchy.ts";
import { NODE_TYPES, type NodeType } from "../../../../domain/plant/types.ts";

Deno.test("placementIssue() allows exactly the parents of the ISA-95 table", () => {
  const legal: string[] = [];
  for (const node_type of NODE_TYPES) {
    for (const parent_type of NODE_TYPES) {
      const placement = { node_type, parent_id: "P", parent: { node_type: parent_type } };
      if (placementIssue(placement) === undefined) legal.push(`${parent_type} > ${node_type}`);
    }
  }
  const middle: NodeType[] = ["process_cell", "production_unit", "production_line", "storage_zone"];
  const units: NodeType[] = ["unit", "work_cell", "storage_unit"];
  const expected = [
    "enterprise > site",
    "site > area",
    ...middle.map((type) => `area > ${type}`),
    ...units.flatMap((unit) => middle.map((type) => `${type} > ${unit}`)),
    ...units.map((unit) => `${unit} > equipment_module`),
    "equipment_module > control_module",
  ];
  assertEquals(legal.toSorted(), expected.toSorted());
});

Deno.test("placementIssue() lets only an enterprise be a root", () => {
  const roots = NODE_TYPES.filter((node_type) =>
    placementIssue({ node_type, parent_id: null, parent: undefined }) === undefined
  );
  assertEquals(roots, ["enterprise"]);
});

Deno.test("placementIssue() names a parent that does not exist", () => {
  const issue = placementIssue({ node_type: "site", parent_id: "X", parent: undefined });
  assertEquals(issue, { path: "parent_id", message: 'Plant node "X" does not exist' });
});

Deno.test("childrenIssue() names the first child that could not stay", () => {
  const child = { v: 1 as const, floc_id: "U", name: "", node_type: "unit" as const, parent_id: "L" };
  assertEquals(childrenIssue("storage_zone", [child]), undefined);
  assertEquals(childrenIssue("area", [child])?.path, "node_type");
});

Deno.test("makesLoop() finds a node under itself at any depth, and ends on an existing loop", () => {
  const parents: Record<string, string | null> = { B: "A", C: "B", A: null, X: "Y", Y: "X" };
  const parentOf = (id: string) => parents[id] ?? null;
  assertEquals(makesLoop({ floc_id: "A", parent_id: "C" }, parentOf), true);
  assertEquals(makesLoop({ floc_id: "A", parent_id: "A" }, parentOf), true);
  assertEquals(makesLoop({ floc_id: "C", parent_id: "A" }, parentOf), false);
  assertEquals(makesLoop({ floc_id: "N", parent_id: "X" }, parentOf), true);
});

Deno.test("plantTree() puts children under parents, and nodes without their parent among the roots", () => {
  const node = (floc_id: string, parent_id: string | null) => ({
    v: 1 as const,
    floc_id,
    name: "",
    node_type: "area" as const,
    parent_id,
  });
  const trees = plantTree([node("C", "P"), node("O", "gone"), node("P", null)]);
  assertEquals(trees.map((tree) => [tree.id, tree.children.map((child) => child.id)]), [["O", []], ["P", [
    "C",
  ]]]);
});
