/** A store that a program of standard 1 has left: what it evaluated stays, and standard 2 continues. */
import { assertEquals } from "@std/assert";
import type { StandardRecord } from "../../domain/evaluation/standard.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { keys, MAIN_LANE } from "../../storage/keys.ts";
import { MIGRATIONS } from "../../storage/migrations/all.ts";
import { migrate } from "../../storage/migrations/run.ts";
import { instanceOf, Story } from "../support/correction_story.ts";

const BY = { name: "olga", role: "operator" } as const;
const STANDARD = keys.meta("standard"), SCHEMA = keys.meta("schema");

const rising = { operator: "rate_above", value: 0.04, window_seconds: 4 };

function value(stream: number, time: Ticks, value: number): SampleChange {
  return { op: "upsert", stream, sample: { time, value, quality: "good" } };
}

/** A plant whose program evaluates by standard 1. */
async function beginOld(): Promise<Story> {
  const story = await Story.begin({ steps: 0, kills: false, closes: false, checkpointMs: 1e9, seed: 1 });
  const record: StandardRecord = { v: 1, number: 2, from: Number.MAX_SAFE_INTEGER };
  await story.storage.store.commit(
    { mutations: [{ type: "set", key: STANDARD, value: record }] },
    MAIN_LANE,
  );
  await story.revive();
  return story;
}

/** Ends the old program, and starts this one over its store. Returns from when on standard 2 is in force. */
async function upgrade(story: Story): Promise<Ticks> {
  const { store } = story.storage;
  await story.harness.snapshot();
  story.harness.commitsLeft = 0;
  await store.commit({
    mutations: [{ type: "delete", key: STANDARD }, { type: "set", key: SCHEMA, value: { v: 1, schema: 12 } }],
  }, MAIN_LANE);
  await migrate(store, MIGRATIONS);
  await story.restart();
  return (await store.get<StandardRecord>(STANDARD))!.value.from!;
}

async function deployed(story: Story, conditions: unknown[]): Promise<number> {
  const id = await instanceOf(story.storage, { name: "Old rule", stream: "P1", rule: { conditions } });
  await story.harness.instance(id).ask({ type: "deploy", by: BY });
  await story.harness.settle();
  return id;
}

/** Seconds since `start`. */
async function eventsOf(story: Story, instance: number, start: Ticks) {
  const own = (await story.records()).filter((record) => record.instance_id === instance);
  const startMs = story.test.clock.ms - (story.now - start) / 10_000;
  const seconds = (time: string | null) => time === null ? null : (Date.parse(time) - startMs) / 1_000;
  return own.map(({ id, start_time, end_time, data_state, flags }) => ({
    id,
    start: seconds(start_time),
    end: seconds(end_time),
    data_state,
    flags: flags.filter((flag) => flag !== "chattering"),
  }));
}

Deno.test("a rate that standard 1 left UNKNOWN stays so up to the upgrade, also after a correction", async () => {
  await using story = await beginOld();
  const { plant, streams: [stream] } = story, at = (second: number) => start + second * TICKS_PER_SECOND;
  const instance = await deployed(story, [{ stream: "<PUMP>", ...rising }]);
  const start = Math.ceil(story.now / TICKS_PER_SECOND) * TICKS_PER_SECOND;
  plant.write(value(stream, at(1), 50), value(stream, at(3), 80));
  for (let second = 0; second < 12; second++) await story.harness.settle();
  const old = await eventsOf(story, instance, start);
  assertEquals(old.map(({ id: _, ...rest }) => rest), [
    { start: 3, end: null, data_state: "unknown", flags: [] },
  ]);
  const from = await upgrade(story);
  await story.harness.settle();
  const ended = [{
    ...old[0],
    end: Math.floor((from - start) / TICKS_PER_SECOND) + 1,
    data_state: "known" as const,
  }];
  assertEquals(await eventsOf(story, instance, start), ended, "the first instant of standard 2 ends it");
  plant.write(value(stream, at(0.5), 50));
  for (let second = 0; second < 4; second++) await story.harness.settle();
  assertEquals(await eventsOf(story, instance, start), ended, "and a correction of the old span keeps it");
  await story.revive();
  plant.write(value(stream, at(0.6), 50));
  for (let second = 0; second < 4; second++) await story.harness.settle();
  assertEquals(await eventsOf(story, instance, start), ended, "also after another restart");
  plant.write(value(stream, at(3), 50));
  for (let second = 0; second < 4; second++) await story.harness.settle();
  assertEquals((await eventsOf(story, instance, start)).map(({ id, flags }) => [id, flags]), [
    [old[0].id, ["retracted"]],
  ], "a change that would not have raised it retracts it");
});

Deno.test("an event of standard 1 on a stream without a sample outlives the upgrade", async () => {
  await using story = await beginOld();
  const start = story.now;
  const silent = { not: { stream: "<PUMP>", operator: "stale_for", value: 30 } };
  const instance = await deployed(story, [silent]);
  const old = await eventsOf(story, instance, start);
  assertEquals(old.map(({ end, data_state, flags }) => [end, data_state, flags]), [[null, "known", [
    "initial",
  ]]]);
  await upgrade(story);
  for (let second = 0; second < 35; second++) await story.harness.settle();
  assertEquals(await eventsOf(story, instance, start), [{ ...old[0], end: old[0].start! + 30 }]);
  const young = await instanceOf(story.storage, {
    name: "New rule",
    stream: "P2",
    rule: { conditions: [silent] },
  });
  await story.harness.instance(young).ask({ type: "deploy", by: BY });
  for (let second = 0; second < 35; second++) await story.harness.settle();
  assertEquals(await eventsOf(story, young, start), [], "standard 2 raises none");
});
