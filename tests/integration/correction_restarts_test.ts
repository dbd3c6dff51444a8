import { assertEquals } from "@std/assert";
import type { HistoryEntry, JournalEntry } from "../../actors/evaluation/journal.ts";
import type { KnownStream } from "../../domain/evaluation/types.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import type { AnyCommit, Mutation } from "../../domain/shared/commit.ts";
import { type Ticks, TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import { instanceOf, Story, type StoryOptions } from "../support/correction_story.ts";

const NO_CHECKPOINT = 1e9;

function begin(checkpointMs = NO_CHECKPOINT, more: Partial<StoryOptions> = {}): Promise<Story> {
  return Story.begin({ steps: 0, kills: false, closes: false, checkpointMs, seed: 1, ...more });
}

function good(stream: number, time: Ticks, value: number): SampleChange {
  return { op: "upsert", stream, sample: { time, value, quality: "good" } };
}

/** Of an instance: `[id, seconds from start to end, flags]` of its events, in the order of their ids. */
async function eventsOf(story: Story, instance: number, start: Ticks) {
  const own = (await story.records()).filter((record) => record.instance_id === instance);
  const startMs = story.test.clock.ms - (story.now - start) / 10_000;
  const seconds = (time: string | null) => time === null ? null : (Date.parse(time) - startMs) / 1000;
  return own.map(({ start_time, end_time, flags }) => [seconds(start_time), seconds(end_time), flags]);
}

Deno.test("an event whose sample the source has lost by the restart is retracted", async () => {
  await using story = await begin();
  const { plant, streams: [stream], instances: [plain] } = story;
  await story.harness.snapshot();
  const start = story.now + 1_000_000;
  plant.write(good(stream, start, 85));
  await story.harness.settle();
  assertEquals(await eventsOf(story, plain, start), [[0, null, []]]);
  story.harness.commitsLeft = 0;
  plant.samples.apply([{ op: "remove", stream, time: start }]);
  plant.log.pop();
  await story.revive();
  assertEquals(await eventsOf(story, plain, start), [[0, 0, ["retracted"]]]);
  assertEquals(story.storage.events.active().filter((record) => record.instance_id === plain), []);
});

Deno.test("an event whose end the source has lost by the restart stays open", async () => {
  await using story = await begin();
  const { plant, streams: [stream], instances: [plain] } = story;
  const start = story.now + 1_000_000;
  plant.write(good(stream, start, 85));
  await story.harness.settle();
  await story.harness.snapshot();
  plant.write(good(stream, start + TICKS_PER_SECOND, 70));
  await story.harness.settle();
  assertEquals(await eventsOf(story, plain, start), [[0, 1, []]]);
  story.harness.commitsLeft = 0;
  plant.samples.apply([{ op: "remove", stream, time: start + TICKS_PER_SECOND }]);
  plant.log.pop();
  await story.revive();
  assertEquals(await eventsOf(story, plain, start), [[0, null, []]]);
  plant.write(good(stream, start + 9 * TICKS_PER_SECOND, 70));
  for (let second = 0; second < 10; second++) await story.harness.settle();
  assertEquals(await eventsOf(story, plain, start), [[0, 9, []]]);
});

Deno.test("a restart continues from corrected states, though the feed does not repeat their samples", async () => {
  await using story = await begin();
  const { plant, streams: [stream], instances: [, slow] } = story;
  const start = story.now + 1_000_000;
  plant.write(good(stream, start, 70));
  await story.harness.settle();
  plant.hasRequestsLeft = false;
  plant.write(good(stream, start + TICKS_PER_SECOND / 2, 90));
  await story.harness.evaluate();
  await story.harness.snapshot();
  plant.hasRequestsLeft = true;
  await story.harness.settle();
  assertEquals(await eventsOf(story, slow, start), [], "the on-delay is running");
  story.harness.commitsLeft = 0;
  await story.revive();
  for (let second = 0; second < 4; second++) await story.harness.settle();
  assertEquals((await eventsOf(story, slow, start)).map(([from, to]) => [from, to]), [[0.5, null]]);
});

Deno.test("late changes that are not evaluated yet are evaluated after a restart", async () => {
  await using story = await begin();
  const { plant, streams: [stream], instances: [plain] } = story;
  const start = story.now + 1_000_000;
  plant.write(good(stream, start + 5_000_000, 70));
  await story.harness.settle();
  plant.hasRequestsLeft = false;
  plant.write(good(stream, start, 90));
  await story.harness.evaluate();
  await story.harness.snapshot();
  story.harness.commitsLeft = 0;
  plant.hasRequestsLeft = true;
  assertEquals(await eventsOf(story, plain, start), []);
  await story.revive();
  assertEquals(await eventsOf(story, plain, start), [[0, 0.5, ["late_detected"]]]);
});

Deno.test("a correction reads no more of the past than from the stored states before it to those after it", async () => {
  await using story = await begin(2_000);
  const { plant, streams: [stream, other] } = story;
  const start = story.now + 1_000_000;
  for (let second = 0; second < 30; second++) {
    plant.write(good(stream, story.now, second % 2 === 0 ? 90 : 70), good(other, story.now, 70));
    await story.harness.settle();
    await story.harness.snapshot();
  }
  const { reads } = story.harness.source;
  plant.write(good(other, start + 205_000_000, 71));
  await story.harness.settle();
  const read = story.harness.source.reads - reads;
  // The span, and before it the pieces of the 5 s that the windows reach back; all of the past would be 30.
  assertEquals(read >= 1 && read <= 6, true, `${read} windows read`);
  await story.endsAsReference();
});

/** An active event of the plain rule since `start`. */
async function active(story: Story, start: Ticks) {
  story.plant.write(good(story.streams[0], start, 85));
  await story.harness.settle();
  const event = story.storage.events.active().find((record) => record.instance_id === story.instances[0]);
  if (event === undefined) throw new Error("There is no active event");
  const close = () => {
    const message = {
      type: "close_event",
      eventId: event.id,
      by: { name: "olga", role: "operator" },
    } as const;
    return story.harness.instance(event.instance_id).ask(message);
  };
  return { event, close };
}

Deno.test("a manual close that a sample has overtaken by the restart gives way to it", async () => {
  await using story = await begin();
  const { plant, streams: [stream], instances: [plain] } = story;
  const start = story.now + 1_000_000;
  const { close } = await active(story, start);
  await story.harness.snapshot();
  await story.harness.settle();
  await close();
  story.harness.commitsLeft = 0;
  plant.write(good(stream, start + 15_000_000, 70));
  await story.revive();
  assertEquals(await eventsOf(story, plain, start), [[0, 1.5, []]]);
});

Deno.test("a command in the midst of a correction holds", async () => {
  await using story = await begin();
  const { plant, streams: [stream], instances: [plain] } = story;
  const start = story.now + 5_000_000;
  const { event, close } = await active(story, start);
  plant.meanwhile = close;
  plant.write(good(stream, start - 1_000_000, 90));
  await story.harness.settle();
  const [record] = (await story.records()).filter((each) => each.instance_id === plain);
  assertEquals([record.id, record.close_reason], [event.id, "manual"]);
  assertEquals(Date.parse(record.start_time), Date.parse(event.start_time) - 100);
});

for (const from of ["the generation", "the deployment, which is repeated"]) {
  Deno.test(`a restart from ${from} knows which samples windows read before it`, async () => {
    await using story = await begin();
    const { plant, streams: [, stream], instances: [, , , , counted] } = story;
    const start = story.now + 1_000_000;
    plant.write(good(stream, start, 85));
    await story.harness.settle();
    if (from === "the generation") await story.harness.snapshot();
    story.harness.commitsLeft = 0;
    plant.write(good(stream, start + 15_000_000, 86));
    await story.revive();
    assertEquals((await eventsOf(story, counted, start)).at(-1), [1.5, null, []]);
  });
}

/** An instance whose stream holds 90, deployed by a life that is cut off before its first read. */
async function deployedUnread(story: Story) {
  const { plant, storage } = story;
  const { id: stream } = storage.assets.streamByName("P3")!;
  plant.write(good(stream, story.now - TICKS_PER_SECOND, 90));
  const waiting = await instanceOf(storage, { name: "Waiting", stream: "P3", rule: {} });
  story.instances.push(waiting);
  story.harness.commitsLeft = 2;
  story.harness.isLastWritten = false;
  await story.harness.instance(waiting).ask({ type: "deploy", by: { name: "olga", role: "operator" } });
  assertEquals(await story.harness.settle(), false, "cut off at the first read");
  const events = async () => (await story.records()).filter((record) => record.instance_id === waiting);
  return { stream, waiting, events };
}

Deno.test("a first read of another shard is none of this one's", async () => {
  await using story = await begin();
  const { storage } = story, { stream, waiting, events } = await deployedUnread(story);
  const journal = await storage.store.list<JournalEntry>({ prefix: ["journal"] });
  const deployed = journal.find(({ value }) => value.kind === "deployed" && value.instanceId === waiting)!;
  const sequence = deployed.value.sequence + 100, upTo = deployed.value.watermark + TICKS_PER_SECOND / 10;
  const read: KnownStream = { stream, read: true, sample: null, good: null };
  const value: JournalEntry = {
    v: 1,
    kind: "first_read",
    watermark: upTo,
    sequence,
    upTo,
    reads: [read],
    by: { shard: 1, shards: 1 },
  };
  const key = keys.journal(Number(deployed.key[1]), sequence, 1);
  await storage.store.commit({ mutations: [{ type: "set", key, value }] }, 0);
  await story.revive();
  await story.endsAsReference();
  assertEquals((await events())[0]?.flags, ["initial"], "known by a first read of its own");
});

/**
 * An instance whose deployment is all that was written of it, by one of two shards: its stream, which holds 90, the
 * other one alone had read. The next life is one shard with all that both knew.
 */
async function deployedBesideReader(story: Story) {
  const { plant, storage } = story;
  const { id: stream } = storage.assets.streamByName("P3")!;
  plant.write(good(stream, story.now - TICKS_PER_SECOND, 90));
  const reader = await instanceOf(storage, { name: "Reader", stream: "P3", rule: {} });
  const blind = await instanceOf(storage, { name: "Blind", stream: "P3", rule: {} });
  story.instances.push(reader, blind);
  const deploy = { type: "deploy", by: { name: "olga", role: "operator" } } as const;
  await story.harness.instance(reader).ask(deploy);
  await story.harness.settle();
  await story.harness.snapshot();
  story.harness.commitsLeft = 2;
  await story.harness.instance(blind).ask(deploy);
  const unread: KnownStream[] = [{ stream, read: false, sample: null, good: null }];
  const journal = await storage.store.list<JournalEntry>({ prefix: ["journal"] });
  const history = await storage.store.list<HistoryEntry>({ prefix: ["history", blind] });
  const by = { shard: 0, shards: 2 };
  const mutations = [...journal, ...history].filter(({ value }) => value.kind === "known")
    .map(({ key, value }): Mutation => ({ type: "set", key, value: { ...value, known: unread, by } }));
  assertEquals(mutations.length, 2);
  await storage.store.commit({ mutations }, 0);
  const changesOf = async () =>
    (await storage.store.list<HistoryEntry>({ prefix: ["history", blind] })).map(({ value }) => value.kind);
  return { blind, changesOf };
}

Deno.test("a deployment that is repeated by a shard that had read its streams finds them read", async () => {
  await using story = await begin();
  const { changesOf } = await deployedBesideReader(story);
  await story.revive();
  await story.endsAsReference();
  assertEquals(await changesOf(), ["known", "deployed", "first_read"]);
  await story.revive();
  await story.endsAsReference();
  assertEquals(await changesOf(), ["known", "deployed", "first_read"], "once, however often it is repeated");
});

const WAITING = { settings: { waitSeconds: 2 } };
const DEPLOY = { type: "deploy", by: { name: "olga", role: "operator" } } as const;

/** Deployed on P1, which is followed, and P3, which nobody has read; both are to be above 80. */
async function deployedOnBoth(story: Story) {
  const { storage } = story;
  const conditions = ["<PUMP>", "P3"].map((stream) => ({ stream, operator: "greater_than", value: 80 }));
  const both = await instanceOf(storage, { name: "Both", stream: "P1", rule: { logic: "all", conditions } });
  story.instances.push(both);
  await story.harness.instance(both).ask(DEPLOY);
  return { both, unread: storage.assets.streamByName("P3")!.id };
}

function tellsOfFirstRead({ mutations }: AnyCommit): boolean {
  return mutations.some((each) =>
    each.type === "set" && each.key[0] === "journal" && (each.value as JournalEntry).kind === "first_read"
  );
}

async function cutOffAtFirstRead(story: Story): Promise<void> {
  story.harness.isLast = tellsOfFirstRead;
  while (await story.harness.settle());
}

Deno.test("a repeated first read evaluates the deployment's instant as it was evaluated before", async () => {
  await using story = await begin(NO_CHECKPOINT, WAITING);
  const { plant, streams: [followed, ahead] } = story,
    { id: other } = story.storage.assets.streamByName("P3")!;
  plant.write(good(followed, story.now, 85), good(other, story.now, 90));
  for (let second = 0; second < 3; second++) await story.harness.settle();
  await story.harness.snapshot();
  const { both } = await deployedOnBoth(story);
  plant.write(
    good(ahead, story.now + TICKS_PER_SECOND, 70),
    good(followed, story.now - TICKS_PER_SECOND, 70),
  );
  await cutOffAtFirstRead(story);
  plant.pageSize = () => 1;
  await story.revive();
  for (let second = 0; second < 5; second++) await story.harness.settle();
  await story.endsAsReference();
  assertEquals(await eventsOf(story, both, story.now), []);
});

Deno.test("samples of a first read beyond the watermark are not lost though the feed does not report them", async () => {
  await using story = await begin(NO_CHECKPOINT, { ...WAITING, generationMs: 0 });
  const { plant, streams: [followed] } = story, { id: other } = story.storage.assets.streamByName("P3")!;
  plant.write(good(followed, story.now, 90), good(other, story.now, 70));
  for (let second = 0; second < 3; second++) await story.harness.settle();
  const { both } = await deployedOnBoth(story);
  const start = story.now;
  plant.write(good(other, story.now, 90));
  await cutOffAtFirstRead(story);
  plant.write(good(other, story.now + TICKS_PER_SECOND, 91));
  await story.revive();
  for (let second = 0; second < 5; second++) await story.harness.settle();
  await story.endsAsReference();
  assertEquals((await eventsOf(story, both, start)).length, 1);
});

/** A late change that is stored and not evaluated, as a run with another number of shards leaves it. */
async function leftByOtherShards(story: Story): Promise<void> {
  const { plant, storage: { store }, streams: [stream] } = story;
  plant.write(good(stream, story.now, 70));
  await story.harness.settle();
  await story.harness.snapshot();
  story.harness.isLast = ({ mutations }) => mutations.some(({ key }) => key[0] === "correction");
  plant.write(good(stream, story.now - 5 * TICKS_PER_SECOND, 90));
  while (await story.harness.settle());
  const [own] = await store.list({ prefix: ["correction"] }), pointer = await store.get(keys.generation());
  const mutations: Mutation[] = [
    { type: "delete", key: own.key },
    { type: "set", key: keys.correction(1, `stream/${stream}`), value: own.value },
    { type: "set", key: keys.generation(), value: { ...pointer!.value as object, shards: 2 } },
  ];
  await store.commit({ mutations }, 0);
}

Deno.test("a late change that other shards have left is not lost with the first generation of these", async () => {
  await using story = await begin();
  await leftByOtherShards(story);
  const { streams: [stream], storage: { store } } = story, key = keys.correction(0, `stream/${stream}`);
  await story.restart();
  story.harness.isLast = ({ mutations }) => mutations.some(({ key }) => key[0] === "generation");
  await story.harness.snapshot().catch(() => {});
  const { shards } = (await store.get<{ shards: number }>(keys.generation()))!.value;
  assertEquals([shards, await store.get(key) !== undefined], [1, true]);
});
