import { assert } from "@std/assert";
import { mosquittoTest } from "../support/mosquitto.ts";
import { collectorWay, mqttWay, pushWay } from "../support/ways.ts";
import type { Way } from "../support/way.ts";
import { wayStory } from "../support/ways_story.ts";

/** All seeds of all ways: `deno task proof:ways`. */
const SEED = 3;
const FACT = "live events equal those of a backtest and of the reference evaluator";

async function isTold(way: Way): Promise<void> {
  const figures = await wayStory(SEED, way);
  assert(figures.events > 50, JSON.stringify(figures));
}

Deno.test(`HTTP push: ${FACT}`, () => isTold(pushWay()));
mosquittoTest(`MQTT: ${FACT}`, async () => isTold(await mqttWay()));
mosquittoTest(`MQTT by a collector: ${FACT}`, async () => isTold(collectorWay(await mqttWay())));
