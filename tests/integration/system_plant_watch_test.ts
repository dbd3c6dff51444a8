import { assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { sourceConfiguration, systemTest } from "../support/running_system.ts";

const STREAM = "Own.Number1";

systemTest(
  "streams are found after the first save, and a type that changes breaks its instance, though nobody asks for a discovery",
  { configuration: null },
  async ({ client, simulator, ...on }) => {
    simulator.faults.set({ kind: "streams_added", shape: "number", prefix: "Own" });
    await client.ok("POST", "/api/configuration", sourceConfiguration(simulator));
    await eventually("the stream is found", async () => {
      const { data } = await client.ok("GET", "/api/monitored-assets?limit=1000");
      return data.some(({ streams }: { streams: Json[] }) =>
        streams.some((one) => one.stream_name === STREAM)
      );
    });
    const id = await on.deploy(await on.template({ rules: [{}] }), { VALUE: STREAM }, "Pump 7");
    assertEquals((await client.ok("GET", `/api/instances/${id}`)).data.judging, true);
    simulator.faults.set({ kind: "types_changed", streams: STREAM, change: "number_to_text" });
    await eventually(
      "the instance does not look as if it were evaluated",
      async () => !(await client.ok("GET", `/api/instances/${id}`)).data.judging,
    );
    const told = await eventually("an event names it", async () => {
      const { data } = await client.ok("GET", "/api/rule-events/active");
      return data.find(({ category }: Json) => category === "system");
    });
    assertEquals(JSON.stringify(told).includes("Pump 7"), true, JSON.stringify(told));
  },
);
