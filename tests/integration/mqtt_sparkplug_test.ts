import { assertEquals } from "@std/assert";
import { ticksFromMs } from "../../domain/shared/time.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { Mosquitto, mosquittoTest } from "../support/mosquitto.ts";
import { startedMqtt, streamAt, valuesOf } from "../support/mqtt_source.ts";
import { deathOf, SparkplugNode } from "../support/sparkplug_node.ts";

const CONFIG = { topics: [{ topic: "spBv1.0/#" }] };
const TEMP = { name: "Temp", alias: 1, datatype: 10 }, RUN = { name: "Motor/Run", alias: 2, datatype: 11 };

async function scene() {
  const broker = await Mosquitto.start(), folder = Deno.makeTempDirSync({ prefix: "sparkplug" });
  const source = await startedMqtt({ port: broker.port, folder, config: CONFIG });
  return {
    broker,
    source,
    folder,
    async [Symbol.asyncDispose]() {
      await source.close();
      await broker[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

mosquittoTest(
  "Sparkplug: births make streams with types and units, data comes by alias, historical at its time",
  async () => {
    await using of = await scene();
    const node = await SparkplugNode.connect(of.broker, { name: "E1" });
    await node.birth([
      { ...TEMP, value: 20, properties: { engUnit: "°C" } },
      { name: "Node Control/Rebirth", datatype: 11, value: false },
      { name: "Grid", datatype: 16 },
      { name: "Text", alias: 3, datatype: 12, isNull: true },
    ]);
    await node.send("DBIRTH", [{ ...RUN, value: true }], { device: "Filler" });
    await node.send("NDATA", [{ alias: 1, datatype: 10, value: 21, properties: { Quality: 500 } }]);
    const past = Date.now() - 600_000;
    await node.send("NDATA", [{ alias: 1, datatype: 10, value: 19, timestamp: past, isHistorical: true }]);
    await node.send("DDATA", [{ alias: 2, datatype: 11, value: false }], { device: "Filler" });
    await eventuallyEquals(() => valuesOf(of.source, "Plant/E1/Filler/Motor/Run"), ["true", "false"]);
    assertEquals(await valuesOf(of.source, "Plant/E1/Temp"), ["19", "20", "21 uncertain"]);
    assertEquals((await of.source.latest(streamAt("Plant/E1/Text")))?.quality, "bad");
    const { streams } = await of.source.discover();
    assertEquals(streams.map((one) => [one.stream_name, one.asset_id, one.data_type, one.uom]).sort(), [
      ["Plant/E1/Filler/Motor/Run", "Plant.E1.Filler.Motor", "BOOL", null],
      ["Plant/E1/Temp", "Plant.E1", "NUM", "°C"],
      ["Plant/E1/Text", "Plant.E1", "STR", null],
    ]);
    assertEquals(of.source.collected().rejections.map(({ stream, reason }) => `${stream}: ${reason}`), [
      "Plant/E1/Grid: Its value is a data set; Andon reads numbers, texts, booleans and times",
    ]);
    assertEquals(node.rebirths, 0);
  },
);

mosquittoTest(
  "Sparkplug: deaths turn streams bad; a death of an earlier session counts for nothing",
  async () => {
    await using of = await scene();
    const { source } = of, temp = "Plant/E1/Temp", run = "Plant/E1/Filler/Motor/Run";
    const node = await SparkplugNode.connect(of.broker, { name: "E1", bdSeq: 4 });
    await node.birth([{ ...TEMP, value: 20 }]);
    await node.send("DBIRTH", [{ ...RUN, value: true }], { device: "Filler" });
    const atMs = Date.now() + 1_000;
    await node.send("DDEATH", [], { device: "Filler", timestamp: atMs });
    await eventuallyEquals(() => valuesOf(source, run), ["true", "null bad"]);
    assertEquals((await source.latest(streamAt(run)))?.time, ticksFromMs(atMs));
    assertEquals(await valuesOf(source, temp), ["20"]);
    await node.send("DBIRTH", [{ ...RUN, value: true }], { device: "Filler", timestamp: atMs + 1 });
    const other = await of.broker.client();
    await other.publishAsync("spBv1.0/Plant/NDEATH/E1", deathOf(3) as never, { qos: 1 });
    await node.send("NDATA", [{ alias: 1, datatype: 10, value: 21 }]);
    await eventuallyEquals(() => valuesOf(source, temp), ["20", "21"]);
    node.die();
    await eventuallyEquals(() => valuesOf(source, temp), ["20", "21", "null bad"]);
    await eventuallyEquals(() => valuesOf(source, run), ["true", "null bad", "true", "null bad"]);
    const next = await SparkplugNode.connect(of.broker, { name: "E1", bdSeq: 5 });
    // The death is of when it came, or of right after the device's birth.
    await next.birth([{ ...TEMP, value: 21, timestamp: atMs }], Math.max(Date.now(), atMs) + 5_000);
    await eventuallyEquals(() => valuesOf(source, temp), ["20", "21", "null bad", "21"]);
  },
);

mosquittoTest(
  "Sparkplug: a lost message is a gap of its edge node, and its births are asked for",
  async () => {
    await using of = await scene();
    const { source } = of;
    const node = await SparkplugNode.connect(of.broker, { name: "E1" });
    const other = await SparkplugNode.connect(of.broker, { name: "E2" });
    await other.birth([{ ...TEMP, value: 1 }]);
    await node.birth([{ ...TEMP, value: 20 }]);
    for (let i = 0; i < 300; i++) await node.send("NDATA", [{ alias: 1, datatype: 10, value: i }]);
    assertEquals(node.rebirths, 0);
    node.lose();
    await node.send("NDATA", [{ alias: 1, datatype: 10, value: 1_000 }]);
    await eventually("its births are asked for", () => node.rebirths === 1);
    await eventually("it is stored", async () => (await valuesOf(source, "Plant/E1/Temp")).at(-1) === "1000");
    const bad = (await valuesOf(source, "Plant/E1/Temp")).filter((value) => value === "null bad");
    assertEquals(bad.length, 1);
    assertEquals(await valuesOf(source, "Plant/E2/Temp"), ["1"]);
    node.lose();
    await node.send("NDATA", [{ alias: 1, datatype: 10, value: 1_001 }]);
    await eventually("it is stored", async () => (await valuesOf(source, "Plant/E1/Temp")).at(-1) === "1001");
    assertEquals(node.rebirths, 1);
  },
);

mosquittoTest(
  "Sparkplug: data of an edge node without a known birth is rejected, and the birth is asked for",
  async () => {
    await using of = await scene();
    const node = await SparkplugNode.connect(of.broker, { name: "E1" });
    await node.send("NDATA", [{ alias: 1, datatype: 10, value: 1 }]);
    await eventually("its birth is asked for", () => node.rebirths === 1);
    await node.birth([{ ...TEMP, value: 2 }]);
    await node.send("NDATA", [{ alias: 9, datatype: 10, value: 3 }, { alias: 1, datatype: 10, value: 4 }]);
    await eventuallyEquals(() => valuesOf(of.source, "Plant/E1/Temp"), ["2", "4"]);
    assertEquals(of.source.collected().rejections.map(({ reason }) => reason), [
      "Its birth is not known; it is asked for",
      "No birth has told alias 9; it is asked for",
    ]);
    await node.client.publishAsync("spBv1.0/Plant/NDATA/E1", "no protobuf");
    await eventually(
      "it is rejected",
      () => /no Sparkplug B/.test(of.source.collected().rejections.at(-1)!.reason),
    );
  },
);

mosquittoTest(
  "Sparkplug: a primary host tells its state, retained, and the broker tells its end",
  async () => {
    await using broker = await Mosquitto.start();
    const folder = Deno.makeTempDirSync({ prefix: "sparkplug" });
    const client = await broker.client(), states: string[] = [];
    client.on("message", (_, payload) => void states.push(String(payload)));
    await client.subscribeAsync("spBv1.0/STATE/andon", { qos: 1 });
    const config = { ...CONFIG, sparkplug_host: "andon" };
    const source = await startedMqtt({ port: broker.port, folder, config });
    const online = () => states.map((state) => JSON.parse(state).online);
    await eventuallyEquals(online, [true]);
    await source.close();
    await eventuallyEquals(online, [true, false]);
    await Deno.remove(folder, { recursive: true });
  },
);
