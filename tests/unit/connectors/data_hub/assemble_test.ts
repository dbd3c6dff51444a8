import { assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { assemble } from "../../../../connectors/data_hub/assemble.ts";
import { assetOfName, uniqueNames } from "../../../../connectors/naming.ts";
import { parseWire } from "../../../../connectors/wire.ts";
import { sdsType } from "../../../../connectors/data_hub/wire.ts";
import { property, sdsType as typeOf } from "../../../support/data_hub_server.ts";

const ONE = parseWire(sdsType, typeOf("One", [property("Value", 14)]), "type");
const TWO = parseWire(sdsType, typeOf("Two", [property("Speed", 14), property("On", 3)]), "type");

function found(
  streams: { Id: string; Name?: string; TypeId?: string }[],
  assets: { Id: string; Name?: string; of?: string[] }[] = [],
) {
  const wired = assets.map(({ of = [], ...asset }) => ({
    ...asset,
    StreamReferences: of.map((StreamId) => ({ StreamId })),
  }));
  return assemble(streams.map((stream) => ({ TypeId: "One", ...stream })), {
    assets: wired,
    findType: (id) => id === "One" ? ONE : id === "Two" ? TWO : undefined,
  });
}

function rows(...given: Parameters<typeof found>) {
  return found(...given).streams.map((one) => [one.stream_id, one.stream_name, one.asset_id]);
}

Deno.test("assemble() names a stream by its Name and derives its asset from the dotted name", () => {
  assertEquals(rows([{ Id: "1", Name: "Plant.Tank1.Level" }, { Id: "2", Name: "Loose" }, { Id: "3" }]), [
    ["1", "Plant.Tank1.Level", "Plant.Tank1"],
    ["2", "Loose", "Unassigned"],
    ["3", "3", "Unassigned"],
  ]);
});

Deno.test("assemble() appends the property's name when there are several", () => {
  assertEquals(rows([{ Id: "1", Name: "Plant.Pump", TypeId: "Two" }]), [
    ["1.On", "Plant.Pump.On", "Plant.Pump"],
    ["1.Speed", "Plant.Pump.Speed", "Plant.Pump"],
  ]);
});

Deno.test("assemble() leaves names as they are where several streams share one", () => {
  const { streams } = found([{ Id: "1", Name: "A.B" }, { Id: "2", Name: "A.B" }, { Id: "3", Name: "A.C" }]);
  assertEquals(streams.map((one) => [one.stream_name, one.display_name, one.asset_id]), [
    ["A.B", "A.B", "A"],
    ["A.B", "A.B", "A"],
    ["A.C", "A.C", "A"],
  ]);
});

Deno.test("assemble() uses the assets of Data Hub that list the stream, ignoring case", () => {
  const assets = [{ Id: "a2", Name: "Mixer", of: ["S1"] }, { Id: "a1", Name: "Tank", of: ["s1", "S2"] }];
  assertEquals(
    rows([{ Id: "s1", Name: "X.Y" }, { Id: "s2", Name: "X.Z" }, { Id: "s3", Name: "X.W" }], assets),
    [
      ["s1", "X.Y", "Mixer"],
      ["s2", "X.Z", "Tank"],
      ["s3", "X.W", "X"],
    ],
  );
});

Deno.test("assemble() lists Data Hub's and derived assets once each, in order", () => {
  const { assets } = found([{ Id: "1", Name: "Tank.Level" }, { Id: "2", Name: "Line.Speed" }], [
    { Id: "b", Name: "Tank" },
    { Id: "c", Name: "Twin" },
    { Id: "a", Name: "Twin" },
    { Id: "z" },
  ]);
  assertEquals(assets.map((one) => [one.asset_id, one.display_name]), [
    ["Line", "Line"],
    ["Tank", "Tank"],
    ["Twin (a)", "Twin"],
    ["Twin (c)", "Twin"],
    ["z", "z"],
  ]);
});

Deno.test("assemble() refuses names that start with SYS. and ids that two streams share", () => {
  const { streams, unsupported } = found([
    { Id: "1", Name: "SYS.TIME.HOUR" },
    { Id: "X", Name: "Pump", TypeId: "Two" },
    { Id: "x.on", Name: "Other" },
    { Id: "9", TypeId: "Gone" },
  ]);
  assertEquals(streams.map((one) => one.stream_id), ["X.Speed", "x.on"]);
  assertEquals(unsupported.map((one) => one.stream_id), ["1", "9", "X.On"]);
});

Deno.test("assemble() does not depend on the order of the lists", () => {
  const streams = [
    { Id: "1", Name: "A.B" },
    { Id: "2", Name: "A.B" },
    { Id: "3", Name: "A.B (1)" },
    { Id: "4", Name: "P", TypeId: "Two" },
    { Id: "5", TypeId: "Gone" },
  ];
  const assets = [{ Id: "m", Name: "M", of: ["1", "4"] }, { Id: "n", Name: "M", of: ["1"] }, {
    Id: "o",
    of: ["2"],
  }];
  const expected = JSON.stringify(found(streams, assets));
  fc.assert(fc.property(
    fc.shuffledSubarray(streams, { minLength: streams.length }),
    fc.shuffledSubarray(assets, { minLength: assets.length }),
    (someStreams, someAssets) => JSON.stringify(found(someStreams, someAssets)) === expected,
  ));
});

Deno.test("uniqueNames() makes every name unique", () => {
  const name = fc.constantFrom("A", "A (1)", "A (1) (1)", "B");
  fc.assert(fc.property(fc.array(name, { maxLength: 8 }), (names) => {
    const unique = uniqueNames(names.map((one, index) => ({ name: one, id: String(index) })));
    return new Set(unique).size === names.length &&
      unique.every((one, index) => one.startsWith(names[index]));
  }));
});

Deno.test("assetOfName() drops the last dotted part", () => {
  assertEquals(["A.B.C", "A", ".A", "A."].map(assetOfName), ["A.B", "Unassigned", "Unassigned", "A"]);
});

Deno.test("assemble() takes names of 1,000 characters whole, and lists what it cannot take with the reason", () => {
  const long = "𝄞".repeat(1_000), half = "\ud834";
  const given = [
    { Id: "1", Name: long },
    { Id: "2", Name: long },
    { Id: "3", Name: `${long}.` },
    { Id: "4", Name: `Pump ${half}` },
    { Id: "i".repeat(901), Name: "Long id" },
    { Id: "5", Name: "Tab\tNul\0" },
  ];
  const { streams, unsupported, assets } = found(given, [{ Id: "A", Name: `${long}.`, of: ["5"] }]);
  assertEquals(streams.map((one) => one.stream_name), [long, long, "Tab\tNul\0"]);
  assertEquals(unsupported.map(({ stream_id, reason }) => [stream_id.length, reason]), [
    [1, "Names take at most 1000 characters"],
    [1, "Its id or name contains half of a Unicode character"],
    [900, "Ids take at most 900 characters"],
  ]);
  assertEquals(assets.map(({ asset_id }) => asset_id), ["A", "Unassigned"]);
});
