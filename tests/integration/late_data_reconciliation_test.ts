import { assertEquals } from "@std/assert";
import type { SampleChange } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { Story, type StoryOptions } from "../support/correction_story.ts";

/** Plants without a change feed. */
function begin(options: Partial<StoryOptions> = {}): Promise<Story> {
  const plain = { steps: 0, kills: false, closes: false, checkpointMs: 4_000, seed: 1 };
  return Story.begin({ ...plain, reconciliationMs: 1_000, ...options });
}

function good(stream: number, time: Ticks, value: number): SampleChange {
  return { op: "upsert", stream, sample: { time, value, quality: "good" } };
}

/** Of the plain instance: start and end of its events in seconds since `origin`, and their flags. */
async function eventsOf(story: Story, origin: Ticks) {
  const originMs = story.test.clock.ms - (story.now - origin) / 10_000;
  const seconds = (time: string | null) => time === null ? null : (Date.parse(time) - originMs) / 1000;
  const own = (await story.records()).filter(({ instance_id }) => instance_id === story.instances[0]);
  return own.map(({ start_time, end_time, flags }) => [seconds(start_time), seconds(end_time), ...flags]);
}

async function pass(story: Story, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) await story.harness.settle();
}

Deno.test("a late sample is found before it is four times as old, though no feed reports it", async () => {
  await using story = await begin();
  const { plant, streams: [stream] } = story;
  const start = story.now;
  plant.write(good(stream, start + TICKS_PER_SECOND, 70));
  await pass(story, 10);
  plant.write(good(stream, start + 2 * TICKS_PER_SECOND, 85), good(stream, start + 3 * TICKS_PER_SECOND, 70));
  assertEquals(await eventsOf(story, start), []);
  for (let age = 10; age < 4 * 10 && (await eventsOf(story, start)).length === 0; age++) await pass(story, 1);
  assertEquals(await eventsOf(story, start), [[2, 3, "late_detected"]]);
});

Deno.test("a sample that the source has lost is found, and its event retracted", async () => {
  await using story = await begin();
  const { plant, streams: [stream] } = story;
  const start = story.now + 1_000_000;
  plant.write(good(stream, start, 85), good(stream, start + TICKS_PER_SECOND, 70));
  await pass(story, 5);
  assertEquals(await eventsOf(story, start), [[0, 1]]);
  plant.write({ op: "remove", stream, time: start });
  await pass(story, 20);
  assertEquals(await eventsOf(story, start), [[0, 0, "retracted"]]);
});

Deno.test("while requests wait for the limit a minute the past is not checked; then it is", async () => {
  await using story = await begin();
  const { plant, streams: [stream] } = story;
  const start = story.now;
  await pass(story, 3);
  plant.hasRequestsLeft = false;
  plant.write(good(stream, start + TICKS_PER_SECOND, 85), good(stream, start + 2 * TICKS_PER_SECOND, 70));
  await pass(story, 30);
  assertEquals(await eventsOf(story, start), []);
  plant.hasRequestsLeft = true;
  await pass(story, 10);
  assertEquals(await eventsOf(story, start), [[1, 2, "late_detected"]]);
});

Deno.test("a sample that the source removes while it waits is not evaluated", async () => {
  await using story = await begin({ settings: { waitSeconds: 5 } });
  const { plant, streams: [stream] } = story;
  const start = story.now;
  plant.write(good(stream, start, 85));
  await pass(story, 2);
  plant.write({ op: "remove", stream, time: start });
  await pass(story, 4);
  assertEquals([await eventsOf(story, start), (await story.harness.status()).late_samples], [[], 0]);
  await pass(story, 20);
  assertEquals(await eventsOf(story, start), []);
});

Deno.test("a kill at any commit of a reconciliation leaves nothing that the source does not have", async () => {
  for (let commits = 1; commits <= 8; commits++) {
    await using story = await begin();
    const { plant, streams: [stream] } = story;
    const start = story.now;
    await pass(story, 6);
    await story.harness.snapshot();
    const late = good(stream, start + 2 * TICKS_PER_SECOND, 85);
    plant.write(late);
    story.harness.commitsLeft = commits;
    while (await story.harness.settle());
    plant.write({ op: "remove", stream, time: start + 2 * TICKS_PER_SECOND });
    await story.revive();
    await pass(story, 60);
    await story.endsAsReference();
  }
});

Deno.test("a correction that begins before a change also reads the streams there, so that it can be repeated", async () => {
  for (let wait = 0; wait < 5; wait++) {
    await using story = await begin();
    const { plant, streams: [stream] } = story;
    const start = story.now;
    await pass(story, 10 + wait);
    plant.write(good(stream, start + 4 * TICKS_PER_SECOND, 85));
    await pass(story, 1);
    plant.write(good(stream, start + 8 * TICKS_PER_SECOND, 75));
    await pass(story, 3);
    plant.write({ op: "remove", stream, time: start + 4 * TICKS_PER_SECOND });
    await pass(story, 60);
    await story.endsAsReference();
  }
});
