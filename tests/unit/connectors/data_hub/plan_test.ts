import { assertEquals, assertStringIncludes } from "@std/assert";
import { planStream } from "../../../../connectors/data_hub/plan.ts";
import { parseWire } from "../../../../connectors/wire.ts";
import { sdsStream, sdsType } from "../../../../connectors/data_hub/wire.ts";
import { property, sdsType as typeOf } from "../../../support/data_hub_server.ts";

type Json = Record<string, unknown>;

function plan(type: Json, stream: Json = {}, others: Json[] = []) {
  const types = [type, ...others].map((one) => parseWire(sdsType, one, "type"));
  const parsed = parseWire(
    sdsStream,
    { Id: "s1", TypeId: String(type.Id), Name: "Tank1.Level", ...stream },
    "stream",
  );
  return planStream(parsed, (id) => types.find((one) => one.Id?.toLowerCase() === id.toLowerCase()));
}

function reasons(type: Json, stream: Json = {}): string[] {
  return plan(type, stream).unsupported.map((one) => `${one.stream_id}: ${one.reason}`);
}

const ENUM = {
  SdsTypeCode: 609,
  Properties: [{ Id: "Ok" }, { Id: "Warning", Value: 1 }, { Id: "Off", Value: "-1" }],
};

function piType(id: string, code: number): Json {
  const flags = ["IsQuestionable", "IsSubstituted", "IsAnnotated"].map((name) => property(name, 3));
  const value = property("Value", code);
  return typeOf(id, [value, ...flags, property("SystemStateCode", 109), property("DigitalStateName", 18)]);
}

Deno.test("planStream() plans one stream for one value property", () => {
  const { planned, unsupported } = plan(typeOf("T", [property("Level", 14, { Uom: "m" })]));
  assertEquals(unsupported, []);
  assertEquals(planned, [{
    streamId: "s1",
    property: null,
    dataType: "NUM",
    uom: "m",
    source: {
      kind: "data_hub",
      sdsStreamId: "s1",
      keyProperty: "Time",
      valueProperty: "Level",
      typeCode: 14,
      nullable: false,
      enumMembers: null,
      piEvent: false,
      typeId: "T",
      unit: "m",
      isOnlyValue: true,
      properties: ["Time", "Level"],
    },
  }]);
});

Deno.test("planStream() plans a stream per value property", () => {
  const type = typeOf("T", [
    property("Level", "NullableDouble"),
    property("Open", 3),
    property("Image", 206),
  ]);
  const { planned, unsupported } = plan(type);
  assertEquals(planned.map((one) => [one.property, one.dataType, one.source.typeCode, one.source.nullable]), [
    ["Level", "NUM", 114, true],
    ["Open", "BOOL", 3, false],
  ]);
  assertEquals(unsupported, [{
    stream_id: "s1.Image",
    reason: "Image is of type array of byte, which cannot be monitored",
  }]);
});

Deno.test("planStream() maps an enumeration's numbers to its members, an omitted number to 0", () => {
  const { planned } = plan(typeOf("T", [{ Id: "State", SdsType: ENUM }]));
  assertEquals(planned[0].dataType, "STR");
  assertEquals(planned[0].source.enumMembers, { "0": "Ok", "1": "Warning", "-1": "Off" });
});

Deno.test("planStream() prefers the stream's unit to the type's", () => {
  const stream = { PropertyOverrides: [{ SdsTypePropertyId: "level", Uom: "ft" }] };
  assertEquals(plan(typeOf("T", [property("Level", 14, { Uom: "m" })]), stream).planned[0].uom, "ft");
});

Deno.test("planStream() plans the properties of base types first", () => {
  const base = typeOf("Base", [property("Level", 14)]);
  const type: Json = { Id: "T", SdsTypeCode: 1, BaseType: base, Properties: [property("Open", 3)] };
  assertEquals(plan(type).planned.map((one) => one.property), ["Level", "Open"]);
});

Deno.test("planStream() looks up a property's type when only its id is given", () => {
  const named = { Id: "Mode", SdsType: { Id: "ModeType" } };
  const { planned } = plan(typeOf("T", [named]), {}, [{ Id: "modetype", ...ENUM }]);
  assertEquals(planned[0].source.enumMembers?.["1"], "Warning");
});

Deno.test("planStream() recognises PI types by their members, whatever their ids", () => {
  const { planned } = plan(piType("x-77", 113));
  assertEquals(planned.length, 1);
  assertEquals([planned[0].property, planned[0].dataType, planned[0].source.piEvent], [null, "NUM", true]);
  assertEquals(plan(typeOf("PI-Float32", [property("Value", 13)])).planned[0].source.piEvent, false);
});

Deno.test("planStream() reads PI's digital points as texts", () => {
  const { planned } = plan(piType("PI-Digital", 109));
  assertEquals([planned[0].dataType, planned[0].source.typeCode], ["STR", 18]);
});

Deno.test("planStream() refuses types without exactly one DateTime key, with the reason", () => {
  const keyed = (code: number, id = "K") => ({ Id: id, IsKey: true, SdsType: { SdsTypeCode: code } });
  const value = property("Value", 14);
  assertStringIncludes(
    reasons({ Id: "T", Properties: [keyed(14), value] })[0],
    "s1: Its key is of type double",
  );
  assertStringIncludes(reasons({ Id: "T", Properties: [keyed(16), keyed(16, "L"), value] })[0], "has 2 keys");
  assertStringIncludes(reasons({ Id: "T", Properties: [value] })[0], "has 0 keys");
  assertStringIncludes(reasons({ Id: "T", Properties: [keyed(16)] })[0], "no value property");
  assertEquals(plan({ Id: "T", Properties: [keyed(20), value] }).planned.length, 1);
});

Deno.test("planStream() refuses unknown types and ids that a URL cannot contain", () => {
  assertStringIncludes(reasons(typeOf("T", []), { TypeId: "Gone" })[0], "Its type Gone cannot be read");
  assertStringIncludes(
    reasons(typeOf("T", [property("Value", 14)]), { Id: ".." })[0],
    "cannot be part of a URL",
  );
  assertStringIncludes(reasons(typeOf("T", [property("Value", "Nonsense")]))[0], "an unknown type");
});

const STATUS = { ...property("Status", 10), IsQuality: true };
const listed = ({ planned }: ReturnType<typeof plan>) =>
  planned.map((one) => [one.property, one.former_suffix, one.only_if_stored, one.source.qualities?.length]);

Deno.test("planStream() makes a quality property the quality of the one value, whose name has no suffix", () => {
  for (const flag of [STATUS, { ...property("Status", 10), isquality: true }]) {
    assertEquals(listed(plan(typeOf("T", [property("Level", 14), flag]))), [
      [null, ".Level", undefined, 1],
      ["Status", undefined, true, undefined],
    ]);
  }
  const [level] = plan(typeOf("T", [property("Level", 14), STATUS])).planned;
  assertEquals(level.source.qualities, [{ property: "Status", typeCode: 10, enumMembers: null }]);
  assertEquals(level.source.isOnlyValue, true);
});

Deno.test("planStream() makes a quality property the quality of several values", () => {
  assertEquals(listed(plan(typeOf("T", [property("A", 14), property("B", 3), STATUS]))), [
    ["A", undefined, undefined, 1],
    ["B", undefined, undefined, 1],
    ["Status", undefined, true, undefined],
  ]);
});

Deno.test("planStream() takes a quality for a value where there is no other, or where it cannot be read", () => {
  assertEquals(listed(plan(typeOf("T", [STATUS]))), [[null, undefined, undefined, undefined]]);
  const time = { ...property("At", 16), IsQuality: true };
  const { planned, unsupported } = plan(typeOf("T", [property("Level", 14), time]));
  assertEquals(planned.map((one) => [one.property, one.source.qualities]), [["Level", undefined]]);
  assertEquals(unsupported.map((one) => one.stream_id), ["s1.At"]);
});

Deno.test("planStream() keeps the ids of states beside their names", () => {
  const states = {
    SdsTypeCode: 609,
    Properties: [{ Id: "Off" }, { Id: "Run", Name: "In operation", Value: 1 }],
  };
  const { source } = plan(typeOf("T", [{ Id: "State", SdsType: states }])).planned[0];
  assertEquals([source.enumMembers, source.enumIds], [{ 0: "Off", 1: "In operation" }, { 1: "Run" }]);
});
