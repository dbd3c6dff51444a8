import { assertEquals } from "@std/assert";
import { sourceNames } from "../../../console/streams/source_names.ts";

Deno.test("a stream is of the source whose name stands before its own, else of the default", () => {
  const { all, of, sourceOf, without } = sourceNames([{ id: 3, name: "line2" }, { id: 1, name: "default" }]);
  assertEquals(all, ["default", "line2"]);
  assertEquals(["line2/Pump.Flow", "line20/Pump.Flow", "Pump.Flow"].map(of), ["line2", "default", "default"]);
  assertEquals(["line2/Flow", "Flow"].map((stream) => sourceOf(stream)?.id), [3, 1]);
  assertEquals(["line2/a/Flow", "a/Flow"].map(without), ["a/Flow", "a/Flow"]);
  assertEquals(sourceNames([{ id: 3, name: "line2" }]).of("Pump.Flow"), "");
});
