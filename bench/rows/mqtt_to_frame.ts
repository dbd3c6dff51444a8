/** From publishing at an MQTT broker, with the sender's time, to the event's frame at a client: the whole process, wait 0. */
import { quantile } from "../harness/measure.ts";
import type { Figure, Row } from "../harness/row.ts";
import type { AndonClient } from "../../tests/support/andon_client.ts";
import { AndonProcess } from "../../tests/support/andon_process.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { findMosquitto, Mosquitto } from "../../tests/support/mosquitto.ts";
import { PushSocket } from "../../tests/support/push_socket.ts";
import { makeTemplate } from "../../tests/support/running_system.ts";

const EVENTS = 200, STREAMS = 10;
/** Between two events: from here to twice this. */
const PAUSE_MS = 80;
/** The first events load modules and compile code. */
const WARM_UP = 20;

export default {
  async figures() {
    if (findMosquitto() === undefined) return [];
    await using broker = await Mosquitto.start();
    const dataDir = await Deno.makeTempDir();
    try {
      await using andon = await AndonProcess.start({ dataDir, allow: "127.0.0.1" });
      await deployOn(await andon.client(), broker);
      const latencies = await published(andon, broker);
      return [0.5, 0.99].map((part): Figure => ({
        what: `MQTT message published to event frame at a client, wait 0, ${part === 0.5 ? "p50" : "p99"}`,
        figure: `${quantile(latencies, part).toFixed(0)} ms`,
        ratio: quantile(latencies, part),
        target: part === 0.5 ? { unit: "ms" } : { unit: "ms", must: 500 },
        isEqual: latencies.length === EVENTS,
        notes: [`${latencies.length} events, ${Math.max(...latencies).toFixed(0)} ms at most`],
      }));
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  },
} satisfies Row;

/** A source at the broker, and an instance on each of its streams. */
async function deployOn(client: AndonClient, broker: Mosquitto): Promise<void> {
  const topics = [{ topic: "plant/#", value: "value", time: "time" }];
  const { data: { id: source } } = await client.ok("POST", "/api/sources", {
    name: "line",
    kind: "mqtt",
    config: { host: "127.0.0.1", port: broker.port, tls: false, topics },
  });
  const publisher = await broker.client();
  await eventually("its streams are found", async () => {
    for (let i = 0; i < STREAMS; i++) await publisher.publishAsync(`plant/s${i}`, messageOf(10), { qos: 1 });
    return (await client.ok("GET", `/api/sources/${source}/intake`)).data.streams === STREAMS;
  });
  await client.ok("POST", `/api/discover-assets?source_id=${source}`);
  const template = await makeTemplate(client, { rules: [{}] });
  for (let i = 0; i < STREAMS; i++) {
    const { data: { id } } = await client.ok("POST", "/api/instances", {
      template_id: template,
      instance_name: `Instance ${i}`,
      placeholder_mappings: { VALUE: `line/plant/s${i}` },
    });
    await client.ok("POST", `/api/instances/${id}/deploy`);
  }
  const { data: active } = await client.ok("GET", "/api/streams/active");
  if (active.length !== STREAMS) throw new Error(`${active.length} streams are followed`);
}

async function published(andon: AndonProcess, broker: Mosquitto): Promise<number[]> {
  const publisher = await broker.client(), sent = new Map<number, number>();
  await using socket = await PushSocket.ofAdmin(andon.baseUrl, { subscribe: ["event_created"] });
  for (let i = 0; i < WARM_UP + EVENTS; i++) {
    const atMs = Date.now();
    if (i >= WARM_UP) sent.set(atMs, performance.now());
    publisher.publish(`plant/s${i % STREAMS}`, messageOf(90, atMs), { qos: 1 });
    publisher.publish(`plant/s${(i + STREAMS / 2) % STREAMS}`, messageOf(10, atMs), { qos: 1 });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (1 + Math.random())));
  }
  await eventually("all events have come", () => socket.of("event_created").length >= WARM_UP + EVENTS);
  return socket.frames.flatMap(({ data }, i) => {
    const sentAt = sent.get(Date.parse(data?.trigger?.[0]?.time ?? ""));
    return sentAt === undefined ? [] : [socket.cameAt[i]! - sentAt];
  });
}

function messageOf(value: number, time = Date.now()): string {
  return JSON.stringify({ value, time });
}
