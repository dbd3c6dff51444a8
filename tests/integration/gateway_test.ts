import { assert } from "@std/assert";
import { connectAsync } from "mqtt";
import { ticksFromMs } from "../../domain/shared/time.ts";
import { startGateway } from "../../simulator/gateway/gateway.ts";
import { palletiserStreams, publishedValue } from "../../simulator/gateway/palletiser.ts";
import { eventuallyEquals } from "../support/eventually.ts";

const BEGIN_MS = Date.UTC(2026, 0, 31, 8), STEP_MS = 1_000, STEPS = 7_200;

/** When the newest sample of a stream has no value. */
function brokenAt(): { name: string; ms: number } {
  for (let step = 0; step < STEPS; step++) {
    const ms = BEGIN_MS + step * STEP_MS, to = ticksFromMs(ms);
    for (const stream of palletiserStreams(1)) {
      const [at] = stream.cadence.backward(ticksFromMs(BEGIN_MS), to);
      if (at !== undefined && publishedValue(stream, at) === null) return { name: stream.name, ms };
    }
  }
  throw new Error("No sensor breaks");
}

Deno.test("the gateway of the demo keeps a value of each stream, also while a sensor is broken", async () => {
  const { name, ms } = brokenAt();
  let nowMs = ms;
  await using gateway = await startGateway({ now: () => nowMs });
  const client = await connectAsync(`mqtt://127.0.0.1:${gateway.port}`, { timerVariant: "native" });
  const retained = new Map<string, unknown>();
  let nulls = 0;
  client.on("message", (topic, payload, { retain }) => {
    const { value } = JSON.parse(payload.toString());
    if (retain) retained.set(topic, value);
    else if (value === null) nulls++;
  });
  const subscribed = async () => {
    await client.unsubscribeAsync("#");
    retained.clear();
    await client.subscribeAsync("#");
  };
  await subscribed();
  await eventuallyEquals(() => retained.size, gateway.streams);
  nowMs += 5_000;
  await eventuallyEquals(() => nulls > 0, true);
  await subscribed();
  await eventuallyEquals(() => retained.size, gateway.streams);
  assert(![...retained.values()].includes(null), name);
  await client.endAsync();
});
