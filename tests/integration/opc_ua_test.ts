import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { DataType, StatusCodes } from "node-opcua-client";
import { sleep } from "../../concurrency/sleep.ts";
import type { CollectedSource } from "../../connectors/collected/source.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { FaultyProxy } from "../support/faulty_proxy.ts";
import { OpcUaServer } from "../support/opc_ua_server.ts";
import { opcUaSource, pastOf } from "../support/opc_ua_source.ts";

/** Of now, less what is asked. */
const BEGIN = Math.floor(Date.now() / 1_000) * 1_000 - 60_000;

const TEMP = "Line1/Filler/Temp", TEMP_NODE = "Line1.Filler.Temp";

function plant(server: OpcUaServer): void {
  server.folderAt("Line1");
  server.folderAt("Line1.Filler", "Line1");
  server.variable("Line1.Filler.Temp", DataType.Double, { unit: { displayName: { text: "°C" } }, value: 20 });
  server.variable("Line1.Filler.Speed", DataType.Float, { value: 0.1 });
  server.variable("Line1.Run", DataType.Boolean, { value: true });
  server.variable("Line1.Batch", DataType.String, { value: "A-17" });
  server.variable("Line1.Count", DataType.Int64, { value: [0, 7] });
}

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

Deno.test("what overflows a server's queue is one bad sample before the values that are left", async () => {
  await using server = await OpcUaServer.start();
  plant(server);
  await using folder = await TestFolder.make();
  server.write("Line1.Filler.Temp", 0, { at: BEGIN });
  const source = await opcUaSource({
    config: {
      endpoint_url: server.url,
      sampling_ms: 0,
      publishing_ms: 1_000,
      queue_size: 3,
      nodes: [server.id("Line1.Filler.Temp")],
    },
    folder: folder.path,
  });
  try {
    await eventuallyEquals(() => pastOf(source, TEMP, BEGIN), ["0=0"]);
    for (let i = 1; i <= 8; i++) server.write("Line1.Filler.Temp", i, { at: BEGIN + 1_000 * i });
    await eventuallyEquals(
      () => pastOf(source, TEMP, BEGIN),
      ["0=0", "1e-7=null!", "6=6", "7=7", "8=8"],
    );
  } finally {
    await source.close();
  }
});

Deno.test("a server that restarts is found again, by the URI of its namespaces; the gap is one bad sample", async () => {
  const first = await OpcUaServer.start();
  plant(first);
  await using folder = await TestFolder.make();
  first.write("Line1.Filler.Temp", 1, { at: BEGIN });
  const source = await opcUaSource({
    config: {
      endpoint_url: first.url,
      sampling_ms: 0,
      nodes: [first.id("Line1.Filler.Temp")],
    },
    folder: folder.path,
  });
  try {
    await eventuallyEquals(() => pastOf(source, TEMP, BEGIN), ["0=1"]);
    await eventually("the server lives", () => source.collected().silent_for === null);
    await first[Symbol.asyncDispose]();
    await eventually("the loss is told", () => source.collected().silent_for !== null);
    await using again = await OpcUaServer.start({
      port: first.port,
      otherNamespaces: ["http://other.example/"],
    });
    assertEquals(again.index, first.index + 1);
    plant(again);
    again.write("Line1.Filler.Temp", 1, { at: BEGIN });
    await eventually("it is read again", () => source.collected().silent_for === null);
    await eventually("the gap has ended", async () => (await pastOf(source, TEMP, BEGIN)).length === 3);
    const past = await pastOf(source, TEMP, BEGIN);
    assertEquals([past[0], past[1]!.split("=")[1], past[2]!.split("=")[1]], ["0=1", "null!", "1"]);
    again.write("Line1.Filler.Temp", 2);
    await eventually(
      "what is new comes",
      async () => (await pastOf(source, TEMP, BEGIN)).at(-1)!.endsWith("=2"),
    );
  } finally {
    await source.close();
  }
});

Deno.test("after Andon was away, what the server has stored meanwhile is read", async () => {
  await using server = await OpcUaServer.start();
  plant(server);
  const temp = server.variables.get("Line1.Filler.Temp");
  server.space.installHistoricalDataNode(temp, { maxOnlineValues: 1_000 });
  server.write("Line1.Filler.Temp", 1, { at: BEGIN });
  await using folder = await TestFolder.make();
  const settings = {
    config: {
      endpoint_url: server.url,
      sampling_ms: 0,
      nodes: [
        server.id("Line1.Filler.Temp"),
        server.id("Line1.Filler.Speed"),
      ],
    },
    folder: folder.path,
  };
  const before = await opcUaSource(settings);
  await eventuallyEquals(() => pastOf(before, TEMP, BEGIN), ["0=1"]);
  await eventually("it has read so far", () => before.collected().last_arrival_at !== null);
  await before.close();
  await Deno.writeTextFile(`${folder.path}/read_to`, String(BEGIN + 500));
  for (let i = 1; i <= 3; i++) server.write("Line1.Filler.Temp", i, { at: BEGIN + 1_000 * i });
  const after = await opcUaSource(settings);
  try {
    const first = async () => (await pastOf(after, TEMP, BEGIN)).slice(0, 4);
    await eventuallyEquals(first, ["0=1", "1=1", "2=2", "3=3"]);
    await eventually(
      "the other one has a gap",
      async () => (await pastOf(after, "Line1/Filler/Speed", BEGIN))[0] === "0.5=null!",
    );
  } finally {
    await after.close();
  }
});

Deno.test("a variable that is chosen later has no gap before it, and its first value keeps its time", async () => {
  await using server = await OpcUaServer.start();
  plant(server);
  await using folder = await TestFolder.make();
  server.write("Line1.Filler.Temp", 1, { at: BEGIN });
  server.write("Line1.Filler.Speed", 2, { at: BEGIN, dataType: DataType.Float });
  const connect = (...nodes: string[]) =>
    opcUaSource({
      config: { endpoint_url: server.url, sampling_ms: 0, nodes: nodes.map((node) => server.id(node)) },
      folder: folder.path,
    });
  const before = await connect("Line1.Filler.Temp");
  await eventuallyEquals(() => pastOf(before, TEMP, BEGIN), ["0=1"]);
  await eventually("it has read so far", () => Date.parse(before.collected().complete_to) > BEGIN);
  await before.close();
  await Deno.writeTextFile(`${folder.path}/read_to`, String(BEGIN + 500));
  const after = await connect("Line1.Filler.Temp", "Line1.Filler.Speed");
  try {
    await eventually("the other one has a gap", async () => (await pastOf(after, TEMP, BEGIN)).length === 3);
    await eventuallyEquals(() => pastOf(after, "Line1/Filler/Speed", BEGIN), ["0=2"]);
  } finally {
    await after.close();
  }
});

Deno.test("what changes while the connection is broken is sent again, and nothing is lost", async () => {
  await using server = await OpcUaServer.start();
  plant(server);
  await using proxy = new FaultyProxy(server.port);
  await using folder = await TestFolder.make();
  server.write(TEMP_NODE, 0, { at: BEGIN });
  const source = await opcUaSource({
    config: {
      endpoint_url: proxy.url.replace("http:", "opc.tcp:"),
      sampling_ms: 0,
      nodes: [server.id(TEMP_NODE)],
    },
    folder: folder.path,
  });
  try {
    const expected = ["0=0"];
    await eventuallyEquals(() => pastOf(source, TEMP, BEGIN), expected);
    for (let cut = 1; cut <= 2; cut++) {
      // By then the server has sent a sign of life, whose number is that of the next message.
      const { complete_to } = source.collected();
      await eventually("a sign of life", () => source.collected().complete_to > complete_to);
      proxy.cut();
      await eventually("the loss is told", () => source.collected().silent_for !== null);
      for (const part of [0.1, 0.2]) {
        server.write(TEMP_NODE, cut + part, { at: BEGIN + 1_000 * (cut + part) });
        await sleep(200);
        expected.push(`${cut + part}=${cut + part}`);
      }
      proxy.mend();
      await eventuallyEquals(() => pastOf(source, TEMP, BEGIN), expected);
    }
  } finally {
    await source.close();
  }
});

class TestFolder implements AsyncDisposable {
  private constructor(readonly path: string) {}

  static async make(): Promise<TestFolder> {
    return new TestFolder(await Deno.makeTempDir({ prefix: "opc_ua" }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}

async function valuesOf(source: CollectedSource): Promise<string[]> {
  const { streams } = await source.discover();
  const values = await Promise.all(streams.map(async ({ stream_name, source: address }) => {
    const sample = await source.latest({ id: 1, source: address });
    return sample === null ? [] : [`${stream_name}=${sample.value}`];
  }));
  return values.flat().toSorted();
}
