import { assert, assertEquals } from "@std/assert";
import { isoFromMs } from "../../domain/shared/time.ts";
import { LAG_LIMITS } from "../../actors/source/lag_watch.ts";
import { Story } from "../support/correction_story.ts";
import { eventually } from "../support/eventually.ts";
import type { PlantHarness } from "../support/plant_harness.ts";
import { restOfTheLoop } from "../support/runtime_timers.ts";

const { opensMs, forMs } = LAG_LIMITS;

/** Passes time: each second a round and a look at the source. */
async function pass(harness: PlantHarness, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= 1_000) {
    await harness.advance(1_000);
    await restOfTheLoop();
  }
}

function begin() {
  return Story.begin({ seed: 1, steps: 0, kills: false, closes: false, checkpointMs: 60_000 });
}

Deno.test("a source that answers but delivers late is reported once evaluation lags, until it has caught up", async () => {
  await using story = await begin();
  const { harness, plant, test: { storage } } = story;
  const events = async () =>
    (await storage.events.list({ category: "system" }, { limit: 10, offset: 0 })).rows;
  plant.lateMs = opensMs + 30_000;
  await pass(harness, opensMs);
  assertEquals(await events(), [], "at the limit");
  await eventually("it is reported", async () => {
    await pass(harness, 1_000);
    return (await events()).length > 0;
  });
  const [event] = await events();
  assertEquals([event.rule_id, event.is_active], ["feed_lagging", true]);
  assert(Date.parse(event.activated_at) - Date.parse(event.start_time) >= forMs, "for long enough");
  assertEquals((await harness.status()).state, "connected");
  plant.lateMs = 0;
  await eventually("it ends", async () => {
    await pass(harness, 1_000);
    return !(await events())[0].is_active;
  });
  assertEquals((await events()).length, 1);
});

Deno.test("the delay of a sender is no lag, however long", async () => {
  await using story = await begin();
  const { harness, plant, test: { storage, clock } } = story;
  Object.assign(plant, { lateMs: 2 * opensMs, isDelayed: true });
  await pass(harness, 2 * opensMs + forMs);
  await eventually("evaluation goes on", async () => {
    await pass(harness, 1_000);
    return clock.ms - ((await harness.status()).watermark_ms ?? 0) <= 2 * opensMs + 2_000;
  });
  await pass(harness, forMs);
  assertEquals(
    storage.events.active().map(({ rule_id }) => rule_id).filter((rule) => rule === "feed_lagging"),
    [],
  );
});

Deno.test("a source whose sender is silent for too long is lost at once, and back with its next sample", async () => {
  await using story = await begin();
  const { harness, plant, test: { storage, clock } } = story;
  const lost = () => storage.events.active().find(({ rule_id }) => rule_id === "source_lost");
  plant.silentSinceMs = clock.ms - 60_000;
  await pass(harness, 3_000);
  assertEquals([(await harness.status()).state, lost()?.start_time], [
    "lost",
    isoFromMs(plant.silentSinceMs),
  ]);
  plant.silentSinceMs = null;
  await pass(harness, 3_000);
  assertEquals([(await harness.status()).state, lost()], ["connected", undefined]);
});
