import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { BrowseNode } from "../../domain/source/types.ts";
import { eventually, eventuallyEquals, inTime } from "../support/eventually.ts";
import { FaultyProxy } from "../support/faulty_proxy.ts";
import { freePort } from "../support/free_port.ts";
import { mqttBroker } from "../support/mqtt_broker.ts";
import { Mosquitto, mosquittoTest } from "../support/mosquitto.ts";
import { mqttSource, type MqttSourceOptions, startedMqtt, valuesOf } from "../support/mqtt_source.ts";
import { rawReceiver } from "../support/raw_receiver.ts";
import { RECEIVER_CA, RECEIVER_KEY } from "../support/smtp_receiver.ts";

/** Of both users: right. */
const PASSWORDS = [
  "andon:$7$101$+IipJkADXWffwX7n$EY4pHOJv7hfUJiiGZ2wH+tkqiYKZI/VEQUoUQRg4F/kB7cyqz3kgdFbTQbaujEHeVD9siv//FsC4V0f/eR8wYA==",
  "pump:$7$101$IFWfZYT9hEbfU8Gj$5AkEzParTOjxP6OtsWsunYK8z9r8Epki1bi+hedHAp53CRTAEayojIcfQIJCPOL7yqI51um+q1MqT2lH9IwT1Q==",
].join("\n");

mosquittoTest(
  "numbers, texts, booleans and JSON become samples of streams named by their topic",
  async () => {
    await using broker = await Mosquitto.start();
    await using folder = new Folder();
    const client = await broker.client();
    for (const version of ["5", "3.1.1"]) {
      const topics = [
        { topic: "a/+" },
        {
          topic: "j/#",
          value: "v.x",
          time: "ts",
          quality: "q",
          unit: "u",
          stream: "{2}.{3}",
          asset: "Hall/{2}",
        },
        { topic: "all", value: "*", time: "ts" },
      ];
      await using source = await startedMqtt({
        port: broker.port,
        folder: folder.at(version),
        config: { version, topics },
        clientName: version,
      });
      await client.publishAsync("a/n", "21.5");
      await client.publishAsync("a/t", "running", { qos: 1 });
      await client.publishAsync("a/b", "true", { qos: 2 });
      await client.publishAsync("a/b/c", "1");
      const ts = Date.now() - 60_000;
      await client.publishAsync(
        "all",
        JSON.stringify({ ts: new Date(ts).toISOString(), t: 1, in: { p: null, s: "x" } }),
      );
      await client.publishAsync("j/line/temp", JSON.stringify({ v: { x: 7 }, ts, q: "Uncertain", u: "°C" }), {
        qos: 1,
      });
      await eventuallyEquals(() => valuesOf(source, "line.temp"), ["7 uncertain"]);
      assertEquals(await valuesOf(source, "a/n"), ["21.5"]);
      assertEquals(await valuesOf(source, "a/t"), ["running"]);
      assertEquals(await valuesOf(source, "a/b"), ["true"]);
      assertEquals(await valuesOf(source, "all/t"), ["1"]);
      assertEquals(await valuesOf(source, "all/in.p"), ["null bad"]);
      const { streams } = await source.discover();
      assertEquals(
        streams.map((one) => [one.stream_name, one.asset_id, one.data_type, one.uom]).sort(),
        [
          ["a/b", "a", "BOOL", null],
          ["a/n", "a", "NUM", null],
          ["a/t", "a", "STR", null],
          ["all/in.s", "all", "STR", null],
          ["all/t", "all", "NUM", null],
          ["line.temp", "Hall.line", "NUM", "°C"],
        ],
      );
      assertEquals(source.collected().rejected, 0);
    }
  },
);

mosquittoTest("what cannot be read is rejected with its topic and the reason", async () => {
  await using broker = await Mosquitto.start();
  await using folder = new Folder();
  const topics = [{ topic: "plain" }, { topic: "json", value: "v", time: "ts" }, {
    topic: "deep/#",
    stream: "{3}",
  }];
  await using source = await startedMqtt({ port: broker.port, folder: folder.at("a"), config: { topics } });
  const client = await broker.client();
  await client.publishAsync("plain", '{"v":1}');
  await client.publishAsync("plain", new Uint8Array([0xff, 0xfe]) as never);
  await client.publishAsync("json", "21");
  await client.publishAsync("json", '{"v":1}');
  await client.publishAsync("json", '{"ts":0,"w":1}');
  await client.publishAsync("deep/one", "1");
  await client.publishAsync("plain", "x".repeat(1_048_577), { qos: 1 });
  await eventually("all are rejected", () => source.collected().rejected === 7);
  assertEquals(source.collected().rejections.map(({ stream, reason }) => `${stream}: ${reason}`), [
    "plain: The payload is JSON; choose where its value is, or * for all fields",
    "plain: The payload is no text in UTF-8",
    "json: The payload is no JSON object: 21",
    "json: No time can be read at ts: there is nothing",
    "json: There is nothing at v",
    "deep/one: The topic has fewer levels than {3} names",
    "plain: The payload has 1048577 bytes; at most 1048576 are taken",
  ]);
  await client.publishAsync("plain", "2", { qos: 1 });
  await eventuallyEquals(() => valuesOf(source, "plain"), ["2"]);
});

mosquittoTest(
  "a session is resumed: what came meanwhile is there once, after a stop of Andon and of the broker",
  async () => {
    await using broker = await Mosquitto.start({ isPersistent: true });
    await using folder = new Folder();
    const options = { port: broker.port, folder: folder.at("a") };
    let sent = 0;
    const send = async (count: number) => {
      const client = await broker.client();
      for (const end = sent + count; sent < end; sent++) {
        await client.publishAsync("n", String(sent), { qos: 1 });
      }
      await client.endAsync();
    };
    const expected = () => Array.from({ length: sent }, (_, i) => String(i));
    {
      await using source = await startedMqtt(options);
      await send(20);
      await eventuallyEquals(() => valuesOf(source, "n"), expected());
    }
    await send(300);
    {
      await using source = await startedMqtt(options);
      await eventuallyEquals(() => valuesOf(source, "n"), expected());
      await broker.stop();
      await eventually("the loss is told", () => source.collected().silent_for !== null);
      await broker.start();
      await send(300);
      await eventuallyEquals(() => valuesOf(source, "n"), expected());
    }
    await send(10);
    await broker.stop();
    await broker.start();
    await using source = await startedMqtt(options);
    await eventuallyEquals(() => valuesOf(source, "n"), expected());
    assertEquals(source.collected().rejected, 0);
  },
);

mosquittoTest("a message that is sent again, since its acknowledgement was lost, is taken once", async () => {
  await using broker = await Mosquitto.start();
  await using proxy = new FaultyProxy(broker.port);
  await using folder = new Folder();
  const port = Number(new URL(proxy.url).port);
  await using source = await startedMqtt({ port, folder: folder.at("a") });
  const client = await broker.client();
  await client.publishAsync("n", "1", { qos: 1 });
  await eventuallyEquals(() => valuesOf(source, "n"), ["1"]);
  for (let round = 0; round < 3; round++) {
    proxy.swallow();
    for (const value of ["2", "3", "4"]) await client.publishAsync("n", value, { qos: 1 });
    const count = 1 + 3 * (round + 1);
    await eventually("they are stored", async () => (await valuesOf(source, "n")).length === count);
    proxy.cut();
    await eventually("the loss is told", () => source.collected().silent_for !== null);
    proxy.mend();
    await eventually("it is connected", () => source.collected().silent_for === null);
    await client.publishAsync("end", String(round), { qos: 1 });
    await eventually("all is read", async () => (await valuesOf(source, "end")).length === round + 1);
    assertEquals((await valuesOf(source, "n")).length, count);
  }
});

mosquittoTest("a session that the broker has lost is told as one bad sample of each stream", async () => {
  await using broker = await Mosquitto.start();
  await using folder = new Folder();
  await using source = await startedMqtt({ port: broker.port, folder: folder.at("a") });
  await (await broker.client()).publishAsync("n", "1", { qos: 1 });
  await eventuallyEquals(() => valuesOf(source, "n"), ["1"]);
  await broker.stop();
  await broker.start();
  await eventuallyEquals(() => valuesOf(source, "n"), ["1", "null bad"]);
  await eventually("it has subscribed again", () => source.collected().silent_for === null);
  await (await broker.client()).publishAsync("n", "2", { qos: 1 });
  await eventuallyEquals(() => valuesOf(source, "n"), ["1", "null bad", "2"]);
});

mosquittoTest("a retained message is one sample, however often it is sent", async () => {
  await using broker = await Mosquitto.start({ isPersistent: true });
  await using folder = new Folder();
  const client = await broker.client();
  await client.publishAsync("n", "1", { qos: 1, retain: true });
  for (const version of ["5", "3.1.1", "5"]) {
    await using source = await startedMqtt({
      port: broker.port,
      folder: folder.at("a"),
      config: { version },
    });
    await client.publishAsync("end", version, { qos: 1 });
    await eventually("all is read", async () => (await valuesOf(source, "end")).length > 0);
    assertEquals(await valuesOf(source, "n"), ["1"]);
  }
});

Deno.test("topics that are chosen no longer are unsubscribed", async () => {
  await using broker = await mqttBroker();
  await using folder = new Folder();
  const of = (...topics: string[]) => ({
    port: broker.port,
    folder: folder.at("a"),
    config: { version: "3.1.1", topics: topics.map((topic) => ({ topic })) },
  });
  {
    await using source = await startedMqtt(of("a/#", "b/#"));
    assert(source.collected().silent_for === null);
  }
  await using source = await startedMqtt(of("b/#", "c"));
  assertEquals(broker.unsubscribed, ["a/#"]);
  assert(source.collected().silent_for === null);
  assertEquals(await folder.session("a"), ["b/#", "c"]);
});

mosquittoTest("TLS by a private authority, client certificates and passwords", async () => {
  const tls = ["cafile @ca.pem", "certfile @ca.pem", "keyfile @key.pem"];
  const files = { "ca.pem": RECEIVER_CA, "key.pem": RECEIVER_KEY };
  await using server = await Mosquitto.start({ config: ["allow_anonymous true", ...tls], files });
  const config = { host: "localhost", tls: true, ca: RECEIVER_CA };
  assertEquals(
    (await tested({ port: server.port, config })).facts.Broker,
    `mqtts://localhost:${server.port}, MQTT 5`,
  );
  assertMatch(
    await failed({ port: server.port, config: { ...config, ca: null } }),
    /signed by an authority that is not known/,
  );
  assertMatch(
    await failed({ port: server.port, config: { tls: false } }),
    /the connection was closed|closed the connection/,
  );

  await using mutual = await Mosquitto.start({
    config: ["allow_anonymous true", ...tls, "require_certificate true", "use_identity_as_username true"],
    files,
  });
  const own = { ...config, certificate: RECEIVER_CA };
  assertEquals(
    (await tested({ port: mutual.port, config: own, secrets: { client_key: RECEIVER_KEY } }))
      .connection_status,
    "connected",
  );
  // Whether the broker's alert or its close comes first is chance.
  assertMatch(
    await failed({ port: mutual.port, config }),
    /asks for a client certificate; enter one with its key|closed .* it may ask for a client certificate/,
  );
});

mosquittoTest("wrong passwords and brokers that are away are told in words; an ACL is kept", async () => {
  await using broker = await Mosquitto.start({
    config: ["allow_anonymous false", "password_file @passwords", "acl_file @acl"],
    files: { passwords: PASSWORDS, acl: "user andon\ntopic read plant/#\nuser pump\ntopic #\n" },
  });
  await using folder = new Folder();
  const { port } = broker, config = { user: "andon", topics: [{ topic: "plant/#" }, { topic: "office/#" }] };
  await using source = await startedMqtt({
    port,
    config,
    secrets: { password: "right" },
    folder: folder.at("a"),
  });
  const client = await broker.client({ username: "pump", password: "right" });
  for (const topic of ["office/1", "plant/1"]) await client.publishAsync(topic, "1", { qos: 1 });
  await eventuallyEquals(() => valuesOf(source, "plant/1"), ["1"]);
  assertEquals(source.collected().streams, 1);

  const secrets = { password: "wrong" };
  for (const version of ["5", "3.1.1"]) {
    const wrong = await refusal({ port, config: { ...config, version }, secrets });
    assertEquals(wrong.code, "INVALID_CREDENTIALS");
    assertMatch(String(wrong.details.reason), /not let this user|refuses the user/);
  }
  assertMatch(await failed({ port: freePort() }), /nothing answers there \(connection refused\)/);
  assertMatch(await failed({ port, allow: "" }), /loopback address; add it to OUTBOUND_ALLOW/);
  await using refused = await mqttSource({ port, config, secrets, folder: folder.at("b") });
  await eventually("the loss is told", () => /user/.test(refused.collected().silent_for ?? ""));
});

Deno.test("topics that the broker refuses are told, and the others are read", async () => {
  await using broker = await mqttBroker({ maySubscribe: (filter) => filter.startsWith("plant/") });
  await using folder = new Folder();
  const { port } = broker,
    config = { version: "3.1.1", topics: [{ topic: "plant/#" }, { topic: "office/#" }] };
  assertEquals((await tested({ port, config })).facts, {
    Broker: `mqtt://127.0.0.1:${port}, MQTT 3.1.1`,
    Topics: "1 of 2 allowed",
    Refused: "office/#",
  });
  const office = { ...config, topics: [{ topic: "office/#" }] };
  assertMatch(await failed({ port, config: office }), /not let Andon subscribe to any of the topics/);
  await using source = await startedMqtt({ port, config, folder: folder.at("a") });
  assertEquals(source.collected().rejections.map(({ stream, reason }) => `${stream}: ${reason}`), [
    "office/#: The broker does not let Andon subscribe to this topic",
  ]);
});

Deno.test("a broker that answers nothing delays neither a test nor the end of the source", async () => {
  let connections = 0;
  await using hanging = await rawReceiver(() => (connections++, () => {}));
  await using folder = new Folder();
  const source = await mqttSource({ port: hanging.port, folder: folder.at("a") });
  const testing = source.test().then(() => "connected", (error) => String(error.details.reason));
  await eventually("both are connected", () => connections === 2);
  await inTime("it ends", source.close(), 8_000);
  assertMatch(await inTime("the test ends", testing), /closed/);
});

mosquittoTest("topics are browsed as a tree with their last message, and JSON by its fields", async () => {
  await using broker = await Mosquitto.start();
  await using source = await mqttSource({ port: broker.port, folder: null, config: { topics: [] } });
  const client = await broker.client();
  await client.publishAsync("plant/line/temp", '{"value":21.5,"meta":{"ts":"2026-11-29T07:00:00Z"}}', {
    retain: true,
  });
  await client.publishAsync("plant/line", "running", { retain: true });
  await client.publishAsync("count", "3", { retain: true });
  const shown = (nodes: BrowseNode[]) =>
    nodes.map((
      { id, name, has_children, stream },
    ) => [id, name, has_children, stream?.type ?? null, stream?.value_text ?? null]);
  assertEquals(shown(await source.browse!(null)), [
    ["count", "count", false, "number", "3"],
    ["plant", "plant", true, null, null],
  ]);
  assertEquals(shown(await source.browse!("plant")), [["plant/line", "line", true, "text", "running"]]);
  const [temp] = await source.browse!("plant/line");
  assertEquals([temp!.id, temp!.has_children, temp!.stream?.type], ["plant/line/temp", true, "JSON"]);
  assertEquals(shown(await source.browse!("plant/line/temp")), [
    ["plant/line/temp#value", "value", false, "number", "21.5"],
    ["plant/line/temp#meta.ts", "meta.ts", false, "text", "2026-11-29T07:00:00Z"],
  ]);
  const picks = (nodes: BrowseNode[]) =>
    nodes.map(({ picks = [] }) => picks.map(({ label, values }) => `${label} ${JSON.stringify(values)}`));
  assertEquals(picks(await source.browse!(null)), [['Read {"topic":"count"}'], [
    'All below it {"topic":"plant/#"}',
  ]]);
  assertEquals(picks(await source.browse!("plant/line")), [[
    'Every field {"topic":"plant/line/temp","value":"*"}',
  ]]);
  assertEquals(picks(await source.browse!("plant/line/temp"))[1], [
    'Value {"topic":"plant/line/temp","value":"meta.ts"}',
    'Time {"topic":"plant/line/temp","time":"meta.ts"}',
    'Quality {"topic":"plant/line/temp","quality":"meta.ts"}',
    'Unit {"topic":"plant/line/temp","unit":"meta.ts"}',
  ]);
});

type Trial = Omit<MqttSourceOptions, "folder">;

async function tested(options: Trial) {
  const source = await mqttSource({ ...options, folder: null });
  return await source.test().finally(() => source.close());
}

async function refusal(options: Trial): Promise<Refusal> {
  return await assertRejects(() => tested(options), Refusal);
}

async function failed(options: Trial): Promise<string> {
  return String((await refusal(options)).details.reason);
}

class Folder implements AsyncDisposable {
  readonly #path = Deno.makeTempDirSync({ prefix: "mqtt" });

  at(name: string): string {
    return `${this.#path}/${name}`;
  }

  /** What its session is subscribed to. */
  async session(name: string): Promise<string[]> {
    return JSON.parse(await Deno.readTextFile(`${this.at(name)}/mqtt_session.json`)).filters;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#path, { recursive: true });
  }
}
