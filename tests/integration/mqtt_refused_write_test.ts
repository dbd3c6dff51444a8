import { assertEquals } from "@std/assert";
import { MqttIntake } from "../../connectors/mqtt/intake.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { StoreFolder } from "../support/collected_store.ts";
import { eventually } from "../support/eventually.ts";
import { Mosquitto, mosquittoTest } from "../support/mosquitto.ts";
import { mqttConnectOptions } from "../support/mqtt_source.ts";

mosquittoTest(
  "what a full disk refuses is not acknowledged, and is taken when it is sent again",
  async () => {
    await using broker = await Mosquitto.start();
    await using folder = new StoreFolder();
    const { inlet, streams, samples } = await folder.store();
    let refusals = 2, isAlive = false;
    const intake = await MqttIntake.start({
      ...mqttConnectOptions({ port: broker.port, folder: folder.path }),
      inlet: {
        ...inlet,
        alive: () => void (isAlive = true),
        write: (arrived) =>
          refusals-- > 0
            ? Promise.reject(new Refusal("UNAVAILABLE", "The disk is full"))
            : inlet.write(arrived),
      },
      isTrial: false,
    });
    try {
      await eventually("it is connected", () => isAlive);
      await (await broker.client()).publishAsync("n", "7", { qos: 1 });
      await eventually("it is stored", () => streams.get("n") !== undefined);
      assertEquals(samples.last(streams.get("n")!)?.value, 7);
      assertEquals(refusals, -1);
    } finally {
      await intake.close();
    }
  },
);
