import { assertEquals } from "@std/assert";
import { AssetLocations } from "../../../../domain/plant/asset_locations.ts";
import { type ProposedNode, proposedPlant } from "../../../../domain/plant/proposal.ts";
import {
  changed,
  dissolved,
  moved,
  nodesToCreate,
  retyped,
  treeInModel,
  typesAt,
  withId,
} from "../../../../domain/plant/proposal_edits.ts";
import type { NodeType, PlantTree } from "../../../../domain/plant/types.ts";

const node = (id: string, type: NodeType, ...children: PlantTree[]): PlantTree => ({
  id,
  name: id,
  type,
  children,
});

/** One line a node: `  Mixer (unit, 1 asset)`, with + for new ones and - for those left out. */
function drawing(nodes: readonly ProposedNode[], parentId: string | null = null, indent = ""): string[] {
  return nodes.filter((one) => one.parentId === parentId).flatMap((one) => [
    `${indent}${one.isLeftOut ? "-" : one.isNew ? "+" : ""}${one.name} (${one.type}${
      one.assets === 0 ? "" : `, ${one.assets}`
    })`,
    ...drawing(nodes, one.id, `${indent}  `),
  ]);
}

const DAIRY = ["Dairy.Line1.Filler", "Dairy.Line1.Packer", "Dairy.Line2.Filler", "Dairy.Utilities"];

Deno.test("proposedPlant() makes units of the usual depth, and places above for what the names do not say", () => {
  assertEquals(drawing(proposedPlant(DAIRY, [])), [
    "+Enterprise (enterprise)",
    "  +Site (site)",
    "    +Dairy (area)",
    "      +Line1 (production_line)",
    "        +Filler (unit, 1)",
    "        +Packer (unit, 1)",
    "      +Line2 (production_line)",
    "        +Filler (unit, 1)",
    "      +Utilities (production_line, 1)",
  ]);
});

Deno.test("proposedPlant() takes the levels from the depth of the names", () => {
  const types = (asset: string) => proposedPlant([asset], []).map(({ type }) => type).join(" > ");
  const all = "enterprise > site > area > production_line > unit";
  for (const name of ["Filler", "L.Filler", "A.L.Filler", "S.A.L.Filler", "E.S.A.L.Filler"]) {
    assertEquals(types(name), all);
  }
  assertEquals(types("E/S/A/L/Filler/Motor"), `${all} > equipment_module`);
  assertEquals(types("E/S/A/L/Filler/Motor/Drive/Bearing"), `${all} > equipment_module > control_module`);
  const [deepest] = proposedPlant(["E/S/A/L/Filler/Motor/Drive/Bearing"], []).slice(-1);
  assertEquals(deepest?.assets, 1, "an asset below the lowest level stands at it");
});

Deno.test("proposedPlant() adds to the plant model what no node is named like", () => {
  const plant = [
    node(
      "WORKS",
      "enterprise",
      node("NORTH", "site", node("Dairy", "area", node("Line-1", "production_line"))),
    ),
  ];
  assertEquals(drawing(proposedPlant([...DAIRY, "Cheese.Vat 1.Stirrer"], plant)), [
    "WORKS (enterprise)",
    "  NORTH (site)",
    "    Dairy (area)",
    "      Line-1 (production_line)",
    "        +Filler (unit, 1)",
    "        +Packer (unit, 1)",
    "      +Line2 (production_line)",
    "        +Filler (unit, 1)",
    "      +Utilities (production_line, 1)",
    "    +Cheese (area)",
    "      +Vat 1 (production_line)",
    "        +Stirrer (unit, 1)",
  ]);
});

Deno.test("once a proposal is taken, each asset has its location, and nothing is proposed again", () => {
  const renamed = changed(proposedPlant(DAIRY, []), { id: "Dairy.Line1", name: "Yoghurt" });
  const plant = treeInModel(nodesToCreate(renamed).map((one) => ({ ...one, isNew: false })));
  const locations = new AssetLocations(plant);
  assertEquals(DAIRY.map((asset) => locations.of(asset)), DAIRY);
  assertEquals(nodesToCreate(proposedPlant(DAIRY, plant)), []);
  const line3 = nodesToCreate(proposedPlant([...DAIRY, "Dairy.Line3.Packer"], plant));
  assertEquals(line3.map(({ id }) => id), ["Dairy.Line3", "Dairy.Line3.Packer"]);
});

Deno.test("proposedPlant() takes a unit for another one only where no name leads to it", () => {
  const unit = (line: string) =>
    node(
      "E",
      "enterprise",
      node("S", "site", node("Dairy", "area", node(line, "production_line", node("Filler", "unit")))),
    );
  assertEquals(nodesToCreate(proposedPlant(["Dairy.Line1.Filler"], [unit("Milk")])), [], "Milk is Line1");
  const other = nodesToCreate(proposedPlant(["Dairy.Line1.Filler", "Dairy.Line2.Filler"], [unit("Line1")]));
  assertEquals(other.map(({ id }) => id), ["Dairy.Line2", "Dairy.Line2.Filler"]);
});

Deno.test("proposedPlant() gives long, equal and unprintable names ids that the plant model takes", () => {
  const long = "x".repeat(150);
  const nodes = proposedPlant([`A.${long}1`, `A.${long}2`, "A.B\tC", "a.b c", ".."], []);
  const ids = nodes.map(({ id }) => id);
  assertEquals([new Set(ids).size, ids.every((id) => id.length <= 100)], [ids.length, true]);
  assertEquals(nodes.find(({ name }) => name === "B C")?.assets, 2, "blanks tell no names apart");
});

Deno.test("a node moves with what is below it, whose types follow; not under itself, and not too deep", () => {
  const nodes = proposedPlant(DAIRY, []);
  const up = moved(nodes, { id: "Dairy", parentId: "Enterprise" }) ?? [];
  assertEquals(drawing(up).slice(1, 6), [
    "  +Site (site)",
    "  +Dairy (site)",
    "    +Line1 (area)",
    "      +Filler (production_line, 1)",
    "      +Packer (production_line, 1)",
  ]);
  assertEquals(moved(nodes, { id: "Dairy", parentId: "Dairy.Line1" }), undefined);
  assertEquals(
    moved(nodes, { id: "Dairy", parentId: null })?.find(({ id }) => id === "Dairy")?.type,
    "enterprise",
  );
  const deep = proposedPlant(["E/S/A/L/U/M/C"], []);
  assertEquals(moved(deep, { id: "E.S.A.L", parentId: "E.S" })?.length, 7);
  assertEquals(
    moved(proposedPlant(["E/S/A/L/U/M/C", "E/S/A/L/U/N/D"], []), {
      id: "E.S.A.L.U.M",
      parentId: "E.S.A.L.U.N",
    }),
    undefined,
  );
});

Deno.test("a node changes its level, is dissolved, and is left out with what is below it", () => {
  const nodes = proposedPlant(DAIRY, []);
  const line = nodes.find(({ id }) => id === "Dairy.Line1")!;
  assertEquals(typesAt(nodes, line), ["process_cell", "production_unit", "production_line", "storage_zone"]);
  const zone = retyped(nodes, { id: "Dairy.Line1", type: "storage_zone" }) ?? [];
  assertEquals(zone.find(({ id }) => id === "Dairy.Line1.Filler")?.type, "unit", "it may stay one there");
  assertEquals(drawing(dissolved(nodes, "Site") ?? []).slice(0, 3), [
    "+Enterprise (enterprise)",
    "  +Dairy (site)",
    "    +Line1 (area)",
  ]);
  const without = changed(nodes, { id: "Dairy.Line1", isLeftOut: true });
  assertEquals(nodesToCreate(without).map(({ id }) => id), [
    "Enterprise",
    "Site",
    "Dairy",
    "Dairy.Line2",
    "Dairy.Line2.Filler",
    "Dairy.Utilities",
  ]);
});

Deno.test("a node gets another id, which its children follow", () => {
  const nodes = withId(proposedPlant(DAIRY, []), { id: "Dairy.Line1", to: "=A1 +L1" });
  assertEquals(nodesToCreate(nodes).filter(({ parentId }) => parentId === "=A1 +L1").length, 2);
});
