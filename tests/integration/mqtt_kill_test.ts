import { assertEquals } from "@std/assert";
import { sleep } from "../../concurrency/sleep.ts";
import { eventually, inTime } from "../support/eventually.ts";
import { Mosquitto, mosquittoTest } from "../support/mosquitto.ts";
import { startedMqtt, valuesOf } from "../support/mqtt_source.ts";

const PROGRAM = new URL("../support/mqtt_process.ts", import.meta.url).pathname;
const KILLS = 8, AT_ONCE = 200;

mosquittoTest("kills lose no message with QoS 1, and none counts twice", async () => {
  await using broker = await Mosquitto.start({ isPersistent: true });
  const folder = Deno.makeTempDirSync({ prefix: "mqtt" }), publisher = await broker.client();
  const began = Date.now() - 3_600_000;
  let sent = 0;
  const send = async () => {
    const messages = Array.from({ length: AT_ONCE }, () => JSON.stringify({ v: sent, t: began + sent++ }));
    await Promise.all(messages.map((message) => publisher.publishAsync("n", message, { qos: 1 })));
  };
  try {
    // The first start makes the session.
    await using first = await startedMqtt({ port: broker.port, folder, config: CONFIG });
    await first.close();
    for (let kill = 0; kill < KILLS; kill++) {
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--lock=tests/deno.lock", PROGRAM, String(broker.port), folder],
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const reader = child.stdout.getReader(), life = { isOver: false };
      const sending = sendUntil(life, send);
      await inTime("it stores", reader.read());
      // In the midst of what the broker kept, or of what comes.
      await sleep(60 * Math.random());
      child.kill("SIGKILL");
      life.isOver = true;
      await Promise.all([child.status, reader.cancel(), sending]);
    }
    await using source = await startedMqtt({ port: broker.port, folder, config: CONFIG });
    await eventually("all has come", async () => (await valuesOf(source, "n")).at(-1) === String(sent - 1));
    assertEquals(await valuesOf(source, "n"), Array.from({ length: sent }, (_, i) => String(i)));
    assertEquals(source.collected().rejected, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

const CONFIG = { topics: [{ topic: "n", value: "v", time: "t" }] };

async function sendUntil(life: { isOver: boolean }, send: () => Promise<void>): Promise<void> {
  while (!life.isOver) await send();
}
