import { assertEquals } from "@std/assert";
import { AssetLocations, type NamedNode } from "../../../../domain/plant/asset_locations.ts";

const node = (id: string, name: string, children: NamedNode[] = []): NamedNode => ({ id, name, children });

Deno.test("AssetLocations finds the node of the last part that has one, in the matching branch", () => {
  const locations = new AssetLocations([
    node("W", "Works", [
      node("N", "North", [node("N-L2", "Line 2", [node("N-MIX", "Mixer")])]),
      node("S", "South", [node("S-L2", "Line 2", [node("S-FILL", "Filler")])]),
    ]),
    node("V", "Other works", [node("V-MIX", "Mixer")]),
  ]);
  const found = (asset: string) => locations.of(asset);
  assertEquals(found("Works.North.Line2.Mixer"), "N-MIX");
  assertEquals(found("other-works.Mixer"), "V-MIX", "the root is part of the path");
  assertEquals(found("South.LINE_2.Conveyor"), "S-L2");
  assertEquals(found("Works.South.Line 2.Mixer"), "S-L2", "the mixers are elsewhere");
  assertEquals(found("Works.South.Filler.Mixer"), "S-FILL", "the asset is part of a node");
  assertEquals(found("Plant.S-FILL"), "S-FILL", "by its id");
  assertEquals(found("Line 2"), null, "two lines of this name");
  assertEquals([found("Elsewhere.Pump"), found(""), new AssetLocations([]).of("Works")], [null, null, null]);
});

Deno.test("AssetLocations finds a node whose id is the whole name, whatever it is called", () => {
  const locations = new AssetLocations([
    node("Works", "Dairy North", [
      node("Works.Line2", "Yoghurt", [node("Works.Line2.Mixer", "Big mixer")]),
      node("Works.Line3", "Cheese", [node("Works.Line3.Mixer", "Small mixer")]),
    ]),
  ]);
  assertEquals(locations.of("Works.Line2.Mixer"), "Works.Line2.Mixer");
  assertEquals(locations.of("works/LINE-3/mixer/Motor"), "Works.Line3.Mixer");
  assertEquals(locations.of("Other.Line2.Mixer"), null);
  assertEquals(locations.of("Works.Line4.Big mixer"), "Works.Line2.Mixer", "by its name");
});

Deno.test("AssetLocations takes slashes for dots, and a stream without an asset by its own name", () => {
  const locations = new AssetLocations([node("W", "Works", [node("L", "Line 1.5", [node("M", "Mixer")])])]);
  assertEquals(locations.of("Works/Line 1.5/Mixer"), "M");
  assertEquals(locations.of("\\\\Works\\Line 1.5"), "L");
  assertEquals(locations.ofStream({ asset: "Unassigned", stream: "Works/Mixer/Speed" }), "M");
  assertEquals(locations.ofStream({ asset: "Works", stream: "Works/Mixer/Speed" }), "W");
  assertEquals(locations.ofStream({ asset: "Unassigned", stream: "Mixer" }), null, "the tag is no location");
});

Deno.test("AssetLocations does not take a node that stands for one name for another one that ends alike", () => {
  const filler = (id: string) =>
    new AssetLocations([node("Works", "Works", [node("Works.Line1", "Milk", [node(id, "Filler")])])]);
  assertEquals(filler("Works.Line1.Filler").of("Works.Line2.Filler"), "Works");
  assertEquals(filler("1000/FILL 7").of("Works.Line2.Filler"), "1000/FILL 7", "its id says nothing of names");
});
