import { assertEquals } from "@std/assert";
import {
  locationsFound,
  plantLocations,
  type PlantTree,
  treeAt,
} from "../../../console/parts/plant_paths.ts";

const node = (id: string, name: string, children: PlantTree[] = []): PlantTree => ({
  id,
  name,
  type: "area",
  children,
});

const places = plantLocations([
  node("W", "Works", [
    node("N", "North", [node("N-L2", "Line 2", [node("N-MIX", "Mixer")])]),
    node("S", "South", [node("S-L2", "Line 2", [node("S-FILL", "Filler")])]),
  ]),
]);

Deno.test("locationsFound() finds all typed words in the path or the id", () => {
  const ids = (typed: string) => locationsFound(places, typed).map(([id]) => id);
  assertEquals(ids("line south"), ["S-L2", "S-FILL"]);
  assertEquals(ids("n-mix"), ["N-MIX"]);
  assertEquals(ids("").length, 7);
});

Deno.test("treeAt() keeps the named nodes with what is below, and the way to them from the root", () => {
  const roots = [places.get("W")!.node];
  const ids = (nodes: readonly PlantTree[]): string[] =>
    nodes.flatMap(({ id, children }) => [id, ...ids(children)]);
  assertEquals(ids(treeAt(roots, ["S-L2"])), ["W", "S", "S-L2", "S-FILL"]);
  assertEquals(ids(treeAt(roots, ["N", "S-FILL"])), ["W", "N", "N-L2", "N-MIX", "S", "S-L2", "S-FILL"]);
  assertEquals(ids(treeAt(roots, ["N", "N-MIX"])), ["W", "N", "N-L2", "N-MIX"]);
  assertEquals(ids(treeAt(roots, ["W"])), ids(roots));
  assertEquals(ids(treeAt(roots, ["ELSEWHERE"])), []);
});
