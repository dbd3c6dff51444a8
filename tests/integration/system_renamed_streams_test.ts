import { assert, assertEquals } from "@std/assert";
import type { StreamRecord } from "../../domain/asset/types.ts";
import { rounds, type RunningSystem, spans, systemTest, timeline } from "../support/running_system.ts";

/** A discovery, and what follows a change of streams. */
async function discover(on: RunningSystem): Promise<void> {
  await on.client.ok("POST", "/api/discover-assets");
  const streams = (await ownStreams(on)).map(({ id }) => id);
  await on.andon.plant.source.ask({ type: "streams_changed", streams });
}

async function ownStreams(on: RunningSystem): Promise<StreamRecord[]> {
  const { data } = await on.client.ok("GET", "/api/monitored-assets?limit=1000");
  const streams: StreamRecord[] = data.flatMap((asset: { streams: StreamRecord[] }) => asset.streams);
  return streams.filter(({ stream_id }) => stream_id.startsWith("Own."));
}

/** The shards restore what is stored, as a restart does. */
async function restart(on: RunningSystem): Promise<void> {
  await on.generation();
  on.andon.plant.source.tell({ type: "shard_doubted" });
  await rounds(on.andon.plant, 3);
}

async function mappings(on: RunningSystem, id: number) {
  return (await on.client.ok("GET", `/api/instances/${id}`)).data.placeholder_mappings;
}

systemTest(
  "a renamed stream is shown by its new name, but in recorded events",
  {},
  async (on) => {
    await on.streams.make("number", "Own.A", "Own.B");
    await on.configure();
    const template = await on.template({ rules: [{ event_name: "<VALUE> is high" }] });
    const id = await on.deploy(template, { VALUE: "Own.A" });
    const first = timeline();
    await on.streams.write("Own.A", [first(0), 81], [first(0.1), 10]);
    const before = await on.event(id, (row) => row.end_time);
    await on.streams.rename("Own.A", "Line 7.Pressure");
    await discover(on);
    assertEquals(await mappings(on, id), { VALUE: "Line 7.Pressure" });
    const second = timeline();
    await on.streams.write("Own.A", [second(0), 85], [second(0.1), 10]);
    const after = await on.event(id, (row) => row.end_time && row.id !== before.id);
    const shown = (
      { event_name, trigger }: typeof after,
    ) => [event_name, (trigger as { stream: string }[])[0].stream];
    assertEquals(shown(after), ["Line 7.Pressure is high", "Line 7.Pressure"]);
    await restart(on);
    assertEquals((await on.events(id)).map(shown), [["Own.A is high", "Own.A"], shown(after)]);
    await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    await on.client.ok("POST", `/api/instances/${id}/deploy`);
    const { data } = await on.client.ok("GET", `/api/instances/${id}/explain`);
    assert(JSON.stringify(data.rules).includes("Line 7.Pressure"), JSON.stringify(data.rules));
  },
);

systemTest("two streams that swap their names keep their instances", {}, async (on) => {
  await on.streams.make("number", "Own.A", "Own.B");
  await on.configure();
  const template = await on.template({ rules: [{}] });
  const a = await on.deploy(template, { VALUE: "Own.A" }), b = await on.deploy(template, { VALUE: "Own.B" });
  await on.streams.rename("Own.A", "Own.B");
  await on.streams.rename("Own.B", "Own.A");
  await discover(on);
  assertEquals([await mappings(on, a), await mappings(on, b)], [{ VALUE: "Own.B" }, { VALUE: "Own.A" }]);
  const first = timeline();
  await on.streams.write("Own.A", [first(0), 81], [first(0.1), 10]);
  await on.evaluated(first(0.2));
  await restart(on);
  const second = timeline();
  await on.streams.write("Own.B", [second(0), 81], [second(0.1), 10]);
  await on.evaluated(second(0.2));
  assertEquals(spans(await on.events(a)), [[first(0), first(0.1)]]);
  assertEquals(spans(await on.events(b)), [[second(0), second(0.1)]]);
});

systemTest("a running instance keeps the streams that its rules name", {}, async (on) => {
  await on.streams.make("number", "Own.A", "Own.B");
  await on.configure();
  const conditions = [{ stream: "Own.A", operator: "greater_than", value: 80 }];
  const template = await on.template({ rules: [{ conditions }], placeholders: [] });
  const id = await on.deploy(template, {});
  const redeploy = async () => {
    await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    await on.client.ok("POST", `/api/instances/${id}/deploy`);
    await rounds(on.andon.plant, 3);
  };
  await on.streams.rename("Own.A", "Other");
  await discover(on);
  await redeploy();
  const streamOf = async (name: string) => {
    return (await ownStreams(on)).find(({ stream_name }) => stream_name === name)?.id;
  };
  const users = async (name: string) => {
    const { data } = await on.client.ok("GET", `/api/instances?stream_id=${await streamOf(name)}`);
    return data.map((row: { id: number }) => row.id);
  };
  assertEquals(await users("Other"), [id], "the one that had the name last");
  await on.streams.rename("Own.B", "Own.A");
  await discover(on);
  await restart(on);
  const first = timeline();
  await on.streams.write("Own.B", [first(0), 81], [first(0.1), 10]);
  await on.streams.write("Own.A", [first(0.2), 81], [first(0.3), 10]);
  await on.evaluated(first(0.4));
  assertEquals(spans(await on.events(id)), [[first(0.2), first(0.3)]]);
  assertEquals([await users("Other"), await users("Own.A")], [[id], []]);
  await redeploy();
  assertEquals([await users("Other"), await users("Own.A")], [[], [id]], "the text of the template");
  const second = timeline();
  await on.streams.write("Own.B", [second(0), 81], [second(0.1), 10]);
  await on.evaluated(second(0.2));
  assertEquals(spans(await on.events(id)).at(-1), [second(0), second(0.1)]);
});
