/** A window of 7 days over restarts and corrections. */
import { assertEquals } from "@std/assert";
import type { SampleChange } from "../../domain/sample/types.ts";
import { isoFromTicks, type Ticks, TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { keys, MAIN_LANE } from "../../storage/keys.ts";
import { instanceOf, Story } from "../support/correction_story.ts";

const BY = { name: "olga", role: "operator" } as const;
const WEEK_SECONDS = 604_800;

function value(stream: number, time: Ticks, value: number): SampleChange {
  return { op: "upsert", stream, sample: { time, value, quality: "good" } };
}

/** A rule of the greatest value of 7 days, on a stream that was at 100 for 5 s at the beginning of the window. */
async function begin() {
  const settings = { correctionHorizonHours: 168 };
  const story = await Story.begin({
    steps: 0,
    kills: false,
    closes: false,
    checkpointMs: 1e9,
    seed: 1,
    settings,
  });
  const { plant, storage: { store }, streams: [stream] } = story;
  const configuration = { correction_horizon_hours: 168, max_age_seconds: 0 };
  await store.commit({
    mutations: [{ type: "set", key: keys.source(1), value: configuration }],
  }, MAIN_LANE);
  const start = Math.ceil(story.now / TICKS_PER_SECOND) * TICKS_PER_SECOND;
  const at = (second: number) => start + second * TICKS_PER_SECOND;
  plant.write(value(stream, at(-WEEK_SECONDS + 5), 100), value(stream, at(-WEEK_SECONDS + 10), 70));
  const conditions = [{ stream: "<PUMP>", operator: "max_above", value: 90, window_seconds: WEEK_SECONDS }];
  const instance = await instanceOf(story.storage, { name: "Week", stream: "P1", rule: { conditions } });
  await story.harness.instance(instance).ask({ type: "deploy", by: BY });
  await story.harness.settle();
  const events = async () =>
    (await story.records()).filter((record) => record.instance_id === instance)
      .map(({ id, end_time, flags }) => ({ id, end_time, flags }));
  return { story, at, events, stream };
}

Deno.test("a window of 7 days knows what is in it after a restart, and forgets it in time", async () => {
  const { story, at, events, stream } = await begin();
  await using _ = story;
  const [opened] = await events();
  assertEquals([opened?.end_time, opened?.flags], [null, ["initial"]]);
  await story.revive();
  assertEquals(await events(), [opened]);
  story.plant.write(value(stream, at(9), 71), value(stream, at(10), 72));
  for (let second = 0; second < 12; second++) await story.harness.settle();
  assertEquals(await events(), [{ ...opened, end_time: isoFromTicks(at(10)) }]);
});

Deno.test("a change of 7 days ago is corrected, also after a restart", async () => {
  const { story, at, events, stream } = await begin();
  await using _ = story;
  const [opened] = await events();
  await story.harness.snapshot();
  await story.revive();
  story.plant.write(value(stream, at(-WEEK_SECONDS + 60), 100));
  story.plant.write(value(stream, at(-WEEK_SECONDS + 65), 70), value(stream, at(20), 71));
  for (let second = 0; second < 22; second++) await story.harness.settle();
  assertEquals((await events()).map(({ end_time }) => end_time), [null], "it is in the window longer");
  story.plant.write({ op: "remove", stream, time: at(-WEEK_SECONDS + 60) });
  story.plant.write({ op: "remove", stream, time: at(-WEEK_SECONDS + 5) });
  for (let second = 0; second < 4; second++) await story.harness.settle();
  assertEquals((await events()).map(({ id, flags }) => [id, flags.includes("retracted")]), [[
    opened?.id,
    true,
  ]]);
});
