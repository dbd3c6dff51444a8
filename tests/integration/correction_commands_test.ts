import { assertEquals } from "@std/assert";
import type { EventRecord } from "../../domain/event/types.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import type { Refusal } from "../../domain/shared/refusal.ts";
import { type Ticks, TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { instanceOf, Story } from "../support/correction_story.ts";
import { restOfTheLoop } from "../support/runtime_timers.ts";

const BY = { name: "olga", role: "operator" } as const;

/** No stored states to go back to: a correction evaluates from the deployment on. */
function begin(): Promise<Story> {
  return Story.begin({ steps: 0, kills: false, closes: false, checkpointMs: 1e9, seed: 1 });
}

function good(stream: number, time: Ticks, value: number): SampleChange {
  return { op: "upsert", stream, sample: { time, value, quality: "good" } };
}

async function recordsOf(story: Story, instance: number) {
  const own = (await story.records()).filter((record) => record.instance_id === instance);
  return own.map(({ id, close_reason, end_time, flags }) => ({ id, close_reason, end_time, flags }));
}

Deno.test("an event closed after a restart, before the replay has come to it, stays closed by hand", async () => {
  await using story = await begin();
  const { plant, streams: [stream], instances: [plain] } = story;
  await story.harness.snapshot();
  const start = story.now + TICKS_PER_SECOND / 2;
  plant.write(good(stream, start, 85));
  await story.harness.settle();
  const [{ id }] = await recordsOf(story, plain);
  story.harness.commitsLeft = 0;
  await story.restart();
  await story.harness.instance(plain).ask({ type: "close_event", eventId: id, by: BY });
  const closed = await recordsOf(story, plain);
  assertEquals(closed.map((record) => record.close_reason), ["manual"]);
  await story.harness.settle();
  assertEquals(await recordsOf(story, plain), closed);
  plant.write(good(stream, start + TICKS_PER_SECOND / 4, 86));
  await story.harness.settle();
  assertEquals(await recordsOf(story, plain), closed, "nor does a correction open it again");
  await story.endsAsReference();
});

Deno.test("a deployment during a replay keeps its events when they are evaluated again", async () => {
  await using story = await begin();
  const { plant, storage, streams: [stream] } = story;
  story.harness.commitsLeft = 0;
  await story.restart();
  const late = await instanceOf(storage, { name: "Late", stream: "P1", rule: {} });
  story.instances.push(late);
  await story.harness.instance(late).ask({ type: "deploy", by: BY });
  await story.harness.settle();
  const start = story.now + TICKS_PER_SECOND / 2;
  plant.write(good(stream, start, 85));
  await story.harness.settle();
  const raised = await recordsOf(story, late);
  assertEquals(raised.map((record) => record.flags), [[]]);
  plant.write(good(stream, start + TICKS_PER_SECOND / 4, 86));
  await story.harness.settle();
  assertEquals(await recordsOf(story, late), raised);
  await story.endsAsReference();
});

/** More openings in one evaluation than the shard has event ids for, so that its results wait to be written. */
const OPENINGS = 20;

for (const [what, message] of [["closed", "close_event"], ["deleted", "delete_event"]] as const) {
  Deno.test(`an event that is ${what} after its end was evaluated, but before it was written, has ended by that`, async () => {
    await using story = await begin();
    const { plant, streams: [stream, other], instances: [plain], storage } = story;
    for (let i = 0; i < OPENINGS; i++) {
      const id = await instanceOf(storage, { name: `Beside ${i}`, stream: "P2", rule: {} });
      story.instances.push(id);
      await story.harness.instance(id).ask({ type: "deploy", by: BY });
    }
    plant.pageSize = () => 2;
    plant.write(good(stream, story.now, 85));
    await story.harness.settle();
    const [{ id }] = await recordsOf(story, plain);
    const end = story.now + TICKS_PER_SECOND / 2;
    let command: Promise<unknown> | undefined;
    story.harness.beforeIds = async () => {
      command ??= story.harness.instance(plain).ask({ type: message, eventId: id, by: BY }).catch((error) =>
        error
      );
      for (let turn = 0; turn < 20; turn++) await restOfTheLoop();
    };
    plant.write(good(stream, end, 70), good(other, end, 90));
    await story.harness.settle();
    const answer = await command as Partial<Refusal & EventRecord>;
    const left = (await recordsOf(story, plain)).map(({ close_reason }) => close_reason);
    if (what === "deleted") return assertEquals([answer.close_reason, left], ["condition_cleared", []]);
    assertEquals([answer.code, left], ["EVENT_NOT_ACTIVE", ["condition_cleared"]]);
    await story.endsAsReference();
  });
}
