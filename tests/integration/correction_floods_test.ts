import { assertEquals } from "@std/assert";
import type { SampleChange } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { discover } from "../contract/support.ts";
import { instanceOf, Story } from "../support/correction_story.ts";

const BY = { name: "olga", role: "operator" } as const;
/** More than one atomic has room for. */
const STREAMS = 1_100, A_RULE = 50;

/** Instances with 50 streams each, whose values are all 70. */
async function plantOfMany(): Promise<
  { story: Story; names: string[]; write: (at: Ticks, value: number) => void }
> {
  const story = await Story.begin({ steps: 0, kills: false, closes: false, checkpointMs: 1e9, seed: 1 });
  const { storage, plant, harness } = story;
  const names = Array.from({ length: STREAMS }, (_, i) => `Many${i}`);
  await discover(storage, ["P1", "P2", "P3", ...names]);
  const ids = names.map((name) => storage.assets.streamByName(name)!.id);
  const write = (time: Ticks, value: number) =>
    plant.write(...ids.map((stream): SampleChange => ({
      op: "upsert",
      stream,
      sample: { time, value, quality: "good" },
    })));
  plant.pageSize = () => 2 * STREAMS;
  write(story.now, 70);
  await harness.settle();
  for (let first = 0; first < STREAMS; first += A_RULE) {
    const conditions = names.slice(first, first + A_RULE)
      .map((stream) => ({ stream, operator: "greater_than", value: 80 }));
    const id = await instanceOf(storage, {
      name: names[first],
      stream: "P1",
      rule: { logic: "any", conditions },
    });
    story.instances.push(id);
    await harness.instance(id).ask({ type: "deploy", by: BY });
  }
  for (let second = 0; (await harness.status()).unread_streams > 0 || second < 3; second++) {
    await harness.settle();
  }
  return { story, names, write };
}

Deno.test("late samples of more streams than a commit has room for revise the events of all", async () => {
  const { story, write } = await plantOfMany();
  await using _ = story;
  write(story.now - TICKS_PER_SECOND, 90);
  await story.harness.settle();
  await story.endsAsReference();
  assertEquals(
    (await story.records()).filter(({ flags }) => flags.includes("late_detected")).length,
    STREAMS / A_RULE,
  );
});

for (const [left, which] of [[0, "the instances"], [1, "all but one of the instances"]] as const) {
  Deno.test(`late samples of more streams than that are forgotten with ${which} that they touched`, async () => {
    const { story, write } = await plantOfMany();
    await using _ = story;
    story.plant.hasRequestsLeft = false;
    write(story.now - TICKS_PER_SECOND, 90);
    await story.harness.evaluate();
    const wanted = () => story.storage.store.list({ prefix: ["correction"] });
    assertEquals((await wanted()).length, STREAMS);
    const own = story.instances.slice(-STREAMS / A_RULE);
    for (const id of own.slice(left)) await story.harness.instance(id).ask({ type: "undeploy", by: BY });
    story.plant.hasRequestsLeft = true;
    await story.harness.settle();
    assertEquals(await wanted(), []);
  });
}
