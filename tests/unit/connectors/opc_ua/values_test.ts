import { assertEquals } from "@std/assert";
import { DataType, Variant } from "node-opcua-client";
import { isNodeText, nodeText, parseNodeText } from "../../../../connectors/opc_ua/node_text.ts";
import { ticksOf, UNSUPPORTED, valueOf } from "../../../../connectors/opc_ua/values.ts";
import { ticksFromMs } from "../../../../domain/shared/time.ts";

Deno.test("valueOf() reads each type of the standard that a stream can hold", () => {
  const read = (dataType: DataType, value: unknown, arrayType = 0) =>
    valueOf(new Variant({ dataType, value, arrayType: ["Scalar", "Array"][arrayType] }));
  assertEquals(read(DataType.Float, Math.fround(0.1)), 0.1);
  assertEquals(read(DataType.Float, Math.fround(16_777_217)), 16_777_216);
  assertEquals(read(DataType.Float, Math.fround(1.2345678)), 1.2345678);
  assertEquals(read(DataType.Int64, [-1, -2 >>> 0]), -2);
  assertEquals(read(DataType.UInt64, [1, 5]), 2 ** 32 + 5);
  assertEquals(read(DataType.Boolean, false), false);
  assertEquals(read(DataType.String, "on"), "on");
  assertEquals(read(DataType.LocalizedText, { text: "an", locale: "de" }), "an");
  assertEquals(read(DataType.DateTime, new Date(0)), "1970-01-01T00:00:00.000Z");
  assertEquals(valueOf(new Variant()), null);
  assertEquals(read(DataType.Double, [1, 2], 1), UNSUPPORTED);
});

Deno.test("ticksOf() keeps 100 ns; what servers send instead of no time is none", () => {
  assertEquals(ticksOf(new Date(1_000), 123_400_000), ticksFromMs(1_000) + 1_234);
  assertEquals(ticksOf(new Date(Date.UTC(1601, 0, 1))), null);
  assertEquals(ticksOf(null), null);
});

Deno.test("a node id is read and written by the URI of its namespace", () => {
  const uri = "http://plant.example/a;b%20c";
  const text = nodeText({ uri, id: "s=Line1;x" });
  assertEquals(parseNodeText(text), { uri, id: "s=Line1;x" });
  assertEquals(parseNodeText("i=85"), { uri: null, id: "i=85" });
  assertEquals(["ns=2;s=x", "nsu=http://a/", "Line1", ""].map(isNodeText), [false, false, false, false]);
});
