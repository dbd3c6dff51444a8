import { assert, assertEquals, assertMatch } from "@std/assert";
import { keys } from "../../storage/keys.ts";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import {
  aboveLimit,
  type EventRow,
  type RunningSystem,
  runningSystem,
  systemTest,
  timeline,
} from "../support/running_system.ts";
import { type SecondSource, secondSource } from "../support/second_source.ts";
import { spawnTurnedWorker } from "../support/turned_clock.ts";

const RULES = { rules: [{ conditions: [aboveLimit] }] };

interface Two {
  template: number;
  /** An instance on "Own.A" of `default`. */
  first: number;
  /** An instance on "Own.A" of the second source. */
  other: number;
}

/** A stream of the same name at both sources, and an instance on each. */
async function twoInstances(on: RunningSystem, second: SecondSource): Promise<Two> {
  await on.streams.make("number", "Own.A");
  await second.streams.make("number", "Own.A");
  await on.configure();
  await second.discover();
  const template = await on.template(RULES);
  const deploy = async (stream: string) => {
    const { data: { id } } = await on.client.ok("POST", "/api/instances", {
      template_id: template,
      instance_name: `On ${stream}`,
      placeholder_mappings: { VALUE: stream },
    });
    await on.client.ok("POST", `/api/instances/${id}/deploy`);
    return id;
  };
  const made = { template, first: await deploy("Own.A"), other: await deploy("line2/Own.A") };
  await eventually("both streams are read", () => {
    return on.andon.plant.sourceStatuses().every(({ status }) =>
      status.followed_streams === 1 && status.unread_streams === 0
    );
  });
  return made;
}

const openOf = async (on: RunningSystem, instance: number) =>
  (await on.events(instance)).filter((row) => row.is_active);

const opened = (on: RunningSystem, instance: number) =>
  eventually(`an event of instance ${instance}`, async () => (await openOf(on, instance))[0]);

systemTest(
  "two sources are read at once, each evaluates its own instances",
  { byShards: true },
  async (on) => {
    await using second = await secondSource(on);
    const { first, other } = await twoInstances(on, second);
    const at = timeline();
    await second.streams.write("Own.A", [at(0), 81]);
    await on.streams.write("Own.A", [at(0), 10]);
    assertEquals((await opened(on, other)).start_time, at(0));
    await on.evaluated(at(0));
    assertEquals(await on.events(first), []);
    const { data: [one, two] } = await on.client.ok("GET", "/api/sources");
    assertEquals([one.name, one.state, two.name, two.state], ["default", "connected", "line2", "connected"]);
    const { data: { rules: [rule] } } = await on.client.ok("GET", `/api/instances/${other}/explain`);
    assertMatch(JSON.stringify(rule), /line2\/Own\.A/);
    assertMatch(await on.metrics(), /andon_source_state\{source="line2",state="connected"\} 1/);
  },
);

systemTest("a lost source stops its own instances, and no others", {}, async (on) => {
  await using second = await secondSource(on, { source_lost_seconds: 1 });
  const { first, other } = await twoInstances(on, second);
  const at = timeline();
  await second.streams.write("Own.A", [at(0), 81]);
  await opened(on, other);
  const fault = second.simulator.faults.set({ kind: "outage" });
  const lost = await eventually("it is lost", async () => {
    const { data } = await on.client.ok("GET", "/api/rule-events/history?category=system");
    return (data as EventRow[]).find((row) => row.is_active);
  });
  assertEquals([lost.rule_id, lost.event_name], [`source_lost_${second.id}`, 'Data source "line2" lost']);
  const again = timeline();
  await on.streams.write("Own.A", [again(0), 82]);
  assertEquals((await opened(on, first)).start_time, again(0));
  const judging = async (id: number) => (await on.client.ok("GET", `/api/instances/${id}`)).data.judging;
  assertEquals([await judging(first), await judging(other)], [true, false]);
  const states = async (id: number) => (await on.events(id)).map((row) => row.data_state);
  assertEquals([await states(first), await states(other)], [["known"], ["unknown"]]);
  const tags: Json[] = (await on.client.ok("GET", "/api/system-tags")).data;
  assertEquals(tags.find((tag) => tag.tag_name === "SYS.SOURCE.CONNECTED")?.value, false);
  second.simulator.faults.end(fault.id);
  await second.streams.write("Own.A", [again(0), 70], [again(0.5), 90]);
  await eventually("what came meanwhile is evaluated", async () => (await on.events(other)).length === 2);
  assertEquals((await on.events(other)).map(({ start_time, end_time }) => [start_time, end_time]), [
    [at(0), again(0)],
    [again(0.5), null],
  ]);
  assertEquals((await openOf(on, first)).length, 1);
});

Deno.test("after the loss of all workers both sources go on where they stopped, and nothing is missed or told twice", async () => {
  const workers: Worker[] = [];
  const spawnWorker = () => {
    const worker = spawnTurnedWorker();
    workers.push(worker);
    return worker;
  };
  await using on = await runningSystem({
    shards: 2,
    workers: { spawnWorker, heartbeatMs: 200, heartbeatDeadlineMs: 5_000 },
  });
  await using second = await secondSource(on);
  const { first, other } = await twoInstances(on, second);
  const at = timeline(), again = timeline();
  const write = async (from: typeof at, seconds: number, value: number) => {
    await on.streams.write("Own.A", [from(seconds), value]);
    await second.streams.write("Own.A", [from(seconds), value]);
  };
  await write(at, 0, 81);
  for (const id of [first, other]) await opened(on, id);
  for (const worker of workers) worker.terminate();
  await write(at, 1, 10);
  await write(again, 2, 85);
  for (const id of [first, other]) {
    await eventually("what came meanwhile is evaluated", async () => (await on.events(id)).length === 2);
    const spans = (await on.events(id)).map(({ start_time, end_time }) => [start_time, end_time]);
    assertEquals(spans, [[at(0), at(1)], [again(2), null]]);
  }
  const replaced = on.andon.plant.system.stats().map(({ replaced }) => replaced);
  assertEquals(replaced.map((count) => count > 0), [true, true]);
});

systemTest("an instance names streams of one source; both are named otherwise", {}, async (on) => {
  await using second = await secondSource(on);
  await twoInstances(on, second);
  const refused = await on.client.send("POST", "/api/instances", {
    template_id: await on.template({
      rules: [{ conditions: [aboveLimit, { ...aboveLimit, stream: "<OTHER>" }] }],
      placeholders: ["VALUE", "OTHER"].map((placeholder_name) => ({
        placeholder_name,
        data_type: "NUM",
        description: "",
        is_required: true,
      })),
    }),
    instance_name: "Both",
    placeholder_mappings: { VALUE: "Own.A", OTHER: "line2/Own.A" },
  });
  assertEquals([refused.status, refused.body.details.error_code], [400, "VALIDATION_FAILED"]);
  assertMatch(
    JSON.stringify(refused.body),
    /\\"Own.A\\" of source \\"default\\" and .*\\"line2\/Own.A\\" of source \\"line2\\"/,
  );
  // What the rules name directly is known at the deployment.
  const { data: { id } } = await on.client.ok("POST", "/api/instances", {
    template_id: await on.template({
      rules: [{ conditions: [aboveLimit, { ...aboveLimit, stream: "Own.A" }] }],
    }),
    instance_name: "Direct",
    placeholder_mappings: { VALUE: "line2/Own.A" },
  });
  const failed = await on.client.send("POST", `/api/instances/${id}/deploy`);
  assertEquals(failed.body.details.error_code, "INSTANCE_DEPLOYMENT_FAILED");
  assertMatch(JSON.stringify(failed.body), /are of two sources/);
});

systemTest("a backtest of instances of two sources finds what live evaluation found", {}, async (on) => {
  await using second = await secondSource(on);
  const { template, first, other } = await twoInstances(on, second);
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 81], [at(0.2), 10]);
  await second.streams.write("Own.A", [at(0.1), 91], [at(0.3), 20]);
  const ended = (id: number) =>
    eventually(
      `an ended event of ${id}`,
      async () => (await on.events(id)).find((row) => row.end_time !== null),
    );
  const live = [await ended(first), await ended(other)];
  const { data } = await on.client.ok("POST", `/api/templates/${template}/backtest`, {
    instance_ids: [first, other],
    from: at(-1),
    to: at(0.5),
  });
  const spans = (rows: Json[]) => rows.map(({ start_time, end_time }) => [start_time, end_time]).toSorted();
  assertEquals(spans(data.events), spans(live));
});

systemTest("a late sample of another source corrects its events", { byShards: true }, async (on) => {
  await using second = await secondSource(on);
  const { other } = await twoInstances(on, second);
  const at = timeline();
  await second.streams.write("Own.A", [at(0), 81]);
  await opened(on, other);
  await second.evaluated(at(0.4));
  await second.streams.write("Own.A", [at(0.2), 10]);
  const [event] = await eventually("the event is corrected", async () => {
    const rows = await on.events(other);
    return rows.some((row) => row.end_time !== null) ? rows : undefined;
  });
  assertEquals([event!.start_time, event!.end_time], [at(0), at(0.2)]);
});

systemTest("a renamed source renames its streams, a paused one is not read and says so", {}, async (on) => {
  await using second = await secondSource(on);
  const { other } = await twoInstances(on, second);
  const change = (body: Json) => on.client.ok("PUT", `/api/sources/${second.id}`, body);
  await change({ name: "line3" });
  const { data: { placeholder_mappings } } = await on.client.ok("GET", `/api/instances/${other}`);
  assertEquals(placeholder_mappings, { VALUE: "line3/Own.A" });
  await second.discover();
  const { data: found } = await on.client.ok("GET", "/api/streams/active");
  assertEquals(found.map((row: Json) => row.stream_name).toSorted(), ["Own.A", "line3/Own.A"]);
  await change({ is_active: false });
  await eventually("it pauses", async () => (await second.shown()).state === "none");
  assertMatch(String((await second.shown()).reason), /paused/);
  const at = timeline(0);
  await second.streams.write("Own.A", [at(0), 81]);
  await on.evaluated(at(0.2));
  assertEquals(await on.events(other), []);
  await change({ is_active: true });
  assertEquals((await opened(on, other)).start_time, at(0));
});

systemTest("a source in use stays; a removed one takes its streams and its state along", {}, async (on) => {
  await using second = await secondSource(on);
  const { first, other } = await twoInstances(on, second);
  const at = timeline();
  await second.streams.write("Own.A", [at(0), 81]);
  await opened(on, other);
  const { store } = on.andon.storage, stateOf = () => store.list({ prefix: keys.sourceState(second.id) });
  assert((await stateOf()).length > 0, "its evaluation is stored");
  const refused = await on.client.send("DELETE", `/api/sources/${second.id}`);
  assertEquals([refused.status, refused.body.details.error_code], [403, "RESOURCE_IN_USE"]);
  assertMatch(JSON.stringify(refused.body), /in use by instance/);
  await on.client.ok("POST", `/api/instances/${other}/undeploy`);
  await on.client.ok("DELETE", `/api/instances/${other}`);
  await on.client.ok("DELETE", `/api/sources/${second.id}`);
  assertEquals(await stateOf(), []);
  assertEquals(await store.list({ prefix: ["removed_source"] }), []);
  const names = on.andon.storage.assets.streams().map(({ stream_name }) => stream_name);
  assertEquals([names.includes("Own.A"), names.some((name) => name.startsWith("line2/"))], [true, false]);
  assertEquals(on.andon.storage.assets.streamByName("line2/Own.A"), undefined);
  const again = timeline();
  await on.streams.write("Own.A", [again(0), 82]);
  assertEquals((await opened(on, first)).start_time, again(0));
});

systemTest("what a crash left of a removed source is deleted at the next start", {}, async (on) => {
  await using second = await secondSource(on);
  const { store, sources, assets } = on.andon.storage;
  await second.streams.make("number", "Own.A");
  await second.discover();
  await eventually(
    "its evaluation is stored",
    async () => (await store.list({ prefix: keys.sourceState(second.id), limit: 1 })).length > 0,
  );
  // The process ends when the record is removed, and nothing else.
  await sources.remove(second.id, { name: "admin", role: "admin" });
  await on.andon.plant.start();
  await eventually("all of it is gone", async () => (await sources.removedIds()).length === 0);
  assertEquals(await store.list({ prefix: keys.sourceState(second.id) }), []);
  assertEquals(assets.streams().filter(({ stream_name }) => stream_name.startsWith("line2/")), []);
});

systemTest(
  "instances that patterns find on streams of two sources are refused, one by one",
  {},
  async (on) => {
    await using second = await secondSource(on);
    await on.streams.make("number", "Own.A");
    await second.streams.make("number", "Own.B");
    await on.configure();
    await second.discover();
    const placeholders = ["VALUE", "OTHER"].map((placeholder_name) => ({
      placeholder_name,
      data_type: "NUM",
      description: "",
      is_required: true,
    }));
    const template_id = await on.template({
      rules: [{ conditions: [aboveLimit, { ...aboveLimit, stream: "<OTHER>" }] }],
      placeholders,
    });
    const { data } = await on.client.ok("POST", "/api/instances/bulk", {
      template_id,
      instance_name: "On *",
      placeholders: { VALUE: "Own.*", OTHER: "line2/Own.B" },
      exclude: [],
      dry_run: true,
    });
    assertEquals(data.items.map((item: Json) => item.status), ["failed"]);
    assertMatch(JSON.stringify(data.items), /are of two sources/);
  },
);
