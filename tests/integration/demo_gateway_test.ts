import { assert, assertEquals } from "@std/assert";
import { connectAsync } from "mqtt";
import { configureGateway } from "../../main/demo_gateway.ts";
import { demoSystem } from "../support/demo_system.ts";
import { eventually } from "../support/eventually.ts";

Deno.test("the demo has a machine that sends by MQTT, and both ways lead to events", async () => {
  await using demo = await demoSystem({ hasGateway: true });
  const { andon: { storage, plant }, gateway } = demo;
  assert(gateway !== null);
  const [first, second] = storage.sources.list();
  assertEquals([first!.kind, second!.name, second!.kind], ["data_hub", "line2", "mqtt"]);
  const streams = storage.assets.streams().filter(({ source_id }) => source_id === second!.id);
  assertEquals(streams.length, gateway.streams);
  assert(streams.every(({ stream_name }) => stream_name.startsWith("line2/Palletiser.")));
  const instances = storage.instances.list({}).filter(({ instance_name }) =>
    /Palletiser/.test(instance_name)
  );
  assertEquals(instances.map(({ instance_name }) => instance_name), [
    "Line2 Palletiser line stop",
    "Line2 Palletiser motor load",
    "Line2 Palletiser bearing health",
  ]);
  await eventually(
    "both are connected",
    () => [1, second!.id].every((id) => plant.sourceStatus(id).state === "connected"),
  );

  const client = await connectAsync(`mqtt://127.0.0.1:${gateway.port}`, { timerVariant: "native" });
  // The machine tells its own state too, which may change within the delay of the rule.
  await eventually("the machine that sends has an event", async () => {
    const faulted = JSON.stringify({ value: "Faulted", time: new Date().toISOString() });
    await client.publishAsync("Hillcrest/Line2/Palletiser/State", faulted);
    return storage.events.active().some(({ instance_id }) => instance_id === instances[0]!.id);
  });
  await client.endAsync();

  await configureGateway(storage, { ...gateway, port: 1 });
  assertEquals(storage.sources.list().length, 2);
  assertEquals(storage.sources.get(second!.id)!.config.port, 1);
});
