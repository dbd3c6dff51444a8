import { assert, assertEquals } from "@std/assert";
import { LAG_LIMITS } from "../../actors/source/lag_watch.ts";
import { Story } from "../support/correction_story.ts";
import { eventually } from "../support/eventually.ts";
import { restOfTheLoop } from "../support/runtime_timers.ts";

const { opensMs, forMs } = LAG_LIMITS;

Deno.test("a source that answers but delivers late is reported once evaluation lags, until it has caught up", async () => {
  await using story = await Story.begin({
    seed: 1,
    steps: 0,
    kills: false,
    closes: false,
    checkpointMs: 60_000,
  });
  const { harness, plant, test: { storage } } = story;
  const events = async () =>
    (await storage.events.list({ category: "system" }, { limit: 10, offset: 0 })).rows;
  /** Each second a round and a look at the source. */
  async function pass(ms: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0; leftMs -= 1_000) {
      await harness.advance(1_000);
      await restOfTheLoop();
    }
  }
  plant.lateMs = opensMs + 30_000;
  await pass(opensMs);
  assertEquals(await events(), [], "at the limit");
  await eventually("it is reported", async () => {
    await pass(1_000);
    return (await events()).length > 0;
  });
  const [event] = await events();
  assertEquals([event.rule_id, event.is_active], ["feed_lagging", true]);
  assert(Date.parse(event.activated_at) - Date.parse(event.start_time) >= forMs, "for long enough");
  assertEquals((await harness.status()).state, "connected");
  plant.lateMs = 0;
  await eventually("it ends", async () => {
    await pass(1_000);
    return !(await events())[0].is_active;
  });
  assertEquals((await events()).length, 1);
});
