/** MQTT: messages with QoS 1 from a broker, as JSON with their time, stored on disk before they are acknowledged. */
import { eventually } from "../../tests/support/eventually.ts";
import { findMosquitto, Mosquitto } from "../../tests/support/mosquitto.ts";
import { startedMqtt } from "../../tests/support/mqtt_source.ts";
import type { Row } from "../harness/row.ts";
import { shareOfCore } from "../parts/share_of_core.ts";

const RATE = 10_000, STREAMS = 1_000, SECONDS = 20;
const LOAD = new URL("../../tests/support/mqtt_load.ts", import.meta.url).pathname;

export default {
  async figures() {
    if (findMosquitto() === undefined) return [];
    await using broker = await Mosquitto.start();
    const folder = await Deno.makeTempDir();
    const config = { topics: [{ topic: "plant/#", value: "value", time: "time" }] };
    await using source = await startedMqtt({ port: broker.port, folder, config });
    const args = [
      "run",
      "-A",
      "--no-check",
      "--lock=tests/deno.lock",
      LOAD,
      ...[broker.port, STREAMS, RATE].map(String),
    ];
    const child = new Deno.Command(Deno.execPath(), { args, stdout: "null", stderr: "null" }).spawn();
    try {
      await eventually("all streams have come", () => source.collected().streams === STREAMS);
      return [
        await shareOfCore(source, {
          what: "MQTT messages with QoS 1, JSON, stored: a core's share of 10,000 messages/s",
          seconds: SECONDS,
          unit: "messages",
        }),
      ];
    } finally {
      child.kill("SIGKILL");
      await child.status;
      await source.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
} satisfies Row;
