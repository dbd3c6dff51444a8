import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { DataType, StatusCodes } from "node-opcua-client";
import type { CollectedSource } from "../../connectors/collected/source.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { plant, TEMP, TestFolder } from "../support/opc_ua_plant.ts";
import { OpcUaServer } from "../support/opc_ua_server.ts";
import { opcUaSource, pastOf } from "../support/opc_ua_source.ts";

/** Of now, less what is asked. */
const BEGIN = Math.floor(Date.now() / 1_000) * 1_000 - 60_000;

Deno.test("variables of all types below a node are streams with name, type, unit and asset", async () => {
  await using server = await OpcUaServer.start();
  plant(server);
  await using folder = await TestFolder.make();
  const source = await opcUaSource({
    config: { endpoint_url: server.url, nodes: [`${server.id("Line1")}/#`] },
    folder: folder.path,
  });
  try {
    await eventually("all values came", async () => (await valuesOf(source)).length === 5);
    const { streams } = await source.discover();
    assertEquals(
      streams.map(({ stream_name, data_type, uom, asset_id }) => [stream_name, data_type, uom, asset_id])
        .toSorted(),
      [
        ["Line1/Batch", "STR", null, "Line1"],
        ["Line1/Count", "NUM", null, "Line1"],
        ["Line1/Filler/Speed", "NUM", null, "Line1.Filler"],
        ["Line1/Filler/Temp", "NUM", "°C", "Line1.Filler"],
        ["Line1/Run", "BOOL", null, "Line1"],
      ],
    );
    assertEquals(await valuesOf(source), [
      "Line1/Batch=A-17",
      "Line1/Count=7",
      "Line1/Filler/Speed=0.1",
      "Line1/Filler/Temp=20",
      "Line1/Run=true",
    ]);
    const listed = await source.browse!(server.id("Line1.Filler"));
    assertEquals(listed.map(({ name, has_children, stream }) => [name, has_children, stream]), [
      ["Temp", false, { type: "number", unit: "°C", value_text: "20" }],
      ["Speed", false, { type: "number", unit: null, value_text: "0.1" }],
    ]);
    assert(
      (await source.browse!(null)).some(({ id, name }) => id === server.id("Line1") && name === "Line1"),
    );
    const { facts } = await source.test();
    assertEquals([facts.Product, facts.Security], ["NodeOPCUA-Server", "None"]);
    await assertRejects(() => source.browse!("nsu=http://other.example/;s=x"), Refusal, "has no namespace");
  } finally {
    await source.close();
  }
});

Deno.test("values keep the source's time and its status; nodes that cannot be read are told", async () => {
  await using server = await OpcUaServer.start();
  plant(server);
  await using folder = await TestFolder.make();
  server.write("Line1.Filler.Temp", 1, { at: BEGIN });
  const source = await opcUaSource({
    config: {
      endpoint_url: server.url,
      sampling_ms: 0,
      nodes: [
        server.id("Line1.Filler.Temp"),
        server.id("Missing"),
        server.id("Line1"),
      ],
    },
    folder: folder.path,
  });
  try {
    await eventuallyEquals(() => pastOf(source, TEMP, BEGIN), ["0=1"]);
    server.write("Line1.Filler.Temp", 2, { at: BEGIN + 1_000, status: StatusCodes.UncertainLastUsableValue });
    await eventuallyEquals(() => pastOf(source, TEMP, BEGIN), ["0=1", "1=2?"]);
    server.write("Line1.Filler.Temp", 3, { at: BEGIN + 2_000, status: StatusCodes.BadSensorFailure });
    await eventuallyEquals(() => pastOf(source, TEMP, BEGIN), ["0=1", "1=2?", "2=3!"]);
    const { rejections, complete_to } = source.collected();
    assert(Date.parse(complete_to) > BEGIN + 30_000, complete_to);
    assertEquals(rejections.map(({ stream }) => stream), [server.id("Missing"), server.id("Line1")]);
    assertStringIncludes(rejections[1]!.reason, "has no value; choose what is below it");
  } finally {
    await source.close();
  }
});

Deno.test("with a deadband the server sends larger changes only, of numbers", async () => {
  await using server = await OpcUaServer.start();
  plant(server);
  await using folder = await TestFolder.make();
  server.write("Line1.Filler.Temp", 20, { at: BEGIN });
  const source = await opcUaSource({
    config: {
      endpoint_url: server.url,
      sampling_ms: 0,
      deadband: 2,
      nodes: [`${server.id("Line1")}/#`],
    },
    folder: folder.path,
  });
  try {
    await eventually("all values came", async () => (await valuesOf(source)).length === 5);
    server.write("Line1.Filler.Temp", 21, { at: BEGIN + 1_000 });
    server.write("Line1.Filler.Temp", 23, { at: BEGIN + 2_000 });
    server.write("Line1.Batch", "A-18", { dataType: DataType.String });
    await eventuallyEquals(() => pastOf(source, TEMP, BEGIN), ["0=20", "2=23"]);
    await eventually(
      "a text has no deadband",
      async () => (await valuesOf(source)).includes("Line1/Batch=A-18"),
    );
  } finally {
    await source.close();
  }
});

async function valuesOf(source: CollectedSource): Promise<string[]> {
  const { streams } = await source.discover();
  const values = await Promise.all(streams.map(async ({ stream_name, source: address }) => {
    const sample = await source.latest({ id: 1, source: address });
    return sample === null ? [] : [`${stream_name}=${sample.value}`];
  }));
  return values.flat().toSorted();
}
