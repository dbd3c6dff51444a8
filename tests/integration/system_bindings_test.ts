import { assert, assertEquals } from "@std/assert";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import { eventually } from "../support/eventually.ts";
import { rounds, type RunningSystem, spans, systemTest, timeline } from "../support/running_system.ts";

const BY = { name: "olga", role: "engineer" } as const;

/** Two streams, and the limit as a template. */
async function twoStreams(on: RunningSystem): Promise<number> {
  await on.streams.make("number", "Own.A", "Own.B");
  await on.configure();
  return await on.template({ rules: [{}] });
}

systemTest("instances of one stream are evaluated independently", { byShards: true }, async (on) => {
  const template = await twoStreams(on);
  const ids: number[] = [];
  for (let i = 0; i < 5; i++) ids.push(await on.deploy(template, { VALUE: "Own.A" }));
  const both = await on.template({
    placeholders: [{ placeholder_name: "A", data_type: "NUM" }, { placeholder_name: "B", data_type: "NUM" }],
    rules: [{
      conditions: [
        { stream: "<A>", operator: "greater_than", value: 80 },
        { stream: "<B>", operator: "greater_than", value: 80 },
      ],
    }],
  });
  const across = [
    await on.deploy(both, { A: "Own.A", B: "Own.B" }),
    await on.deploy(both, { A: "Own.B", B: "Own.A" }),
  ];
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 81], [at(0.6), 79]);
  await on.streams.write("Own.B", [at(0), 10], [at(0.2), 81], [at(0.4), 10]);
  await on.evaluated(at(0.7));
  for (const id of ids) assertEquals(spans(await on.events(id)), [[at(0), at(0.6)]]);
  for (const id of across) assertEquals(spans(await on.events(id)), [[at(0.2), at(0.4)]]);
});

systemTest(
  "a stream lists its users: bindings, and rules that name it",
  {},
  async (on) => {
    const bound = await twoStreams(on);
    const naming = await on.template({
      name: "Names a stream",
      placeholders: [{ placeholder_name: "A", data_type: "NUM" }],
      rules: [{
        conditions: [
          { stream: "<A>", operator: "greater_than", value: 80 },
          { stream: "Own.B", operator: "greater_than", value: 80 },
        ],
      }],
    });
    const ofA = await on.deploy(bound, { VALUE: "Own.A" });
    const ofBoth = await on.deploy(naming, { A: "Own.A" });
    const { data: idle } = await on.client.ok("POST", "/api/instances", {
      template_id: bound,
      instance_name: "Not deployed",
      placeholder_mappings: { VALUE: "Own.B" },
    });
    const { data: streams } = await on.client.ok("GET", "/api/streams/active");
    const ids = async (path: string) =>
      (await on.client.ok("GET", path)).data.map(({ id }: { id: number }) => id);
    const looking = async (name: string) => {
      const { id } = streams.find(({ stream_name }: { stream_name: string }) => stream_name === name);
      return [
        await ids(`/api/instances?stream_id=${id}`),
        await ids(`/api/instances?stream_id=${id}&is_deployed=true`),
        await ids(`/api/templates?stream_id=${id}`),
      ];
    };
    assertEquals(await looking("Own.A"), [[ofA, ofBoth], [ofA, ofBoth], [bound, naming]]);
    assertEquals(await looking("Own.B"), [[ofBoth, idle.id], [ofBoth], [naming]]);
    assertEquals(await ids("/api/instances?stream_id=999999"), []);
    assertEquals(await ids("/api/templates?stream_id=999999"), []);
  },
);

systemTest(
  "undeploying instances leaves the others of their stream evaluated",
  { byShards: true },
  async (on) => {
    const template = await twoStreams(on);
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.push(await on.deploy(template, { VALUE: "Own.A" }));
    const first = timeline();
    await on.streams.write("Own.A", [first(0), 81]);
    for (const id of ids) await on.event(id, (row) => row.is_active);
    const [one, two, three, four, five] = ids;
    // Of two shards this leaves one without the stream, and the other with it.
    for (const id of [one, three, five]) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    await rounds(on.andon.plant, 3);
    const second = timeline();
    await on.streams.write("Own.A", [second(0), 70], [second(0.2), 90]);
    await on.evaluated(second(0.3));
    for (const id of [two, four]) {
      assertEquals(spans(await on.events(id)), [[first(0), second(0)], [second(0.2), null]]);
    }
    for (const id of [one, three, five]) {
      const [only, ...more] = await on.events(id);
      assertEquals([only.start_time, only.close_reason, more.length], [first(0), "undeployed", 0]);
    }
  },
);

systemTest(
  "a stream that is bound already is known at the deployment itself",
  { byShards: true },
  async (on) => {
    const template = await twoStreams(on);
    const shards = Math.max(2, on.shards);
    const first = await on.deploy(template, { VALUE: "Own.A" });
    const at = timeline();
    await on.streams.write("Own.A", [at(0), 81]);
    await on.event(first, (row) => row.is_active);
    for (let i = 0; i < shards; i++) {
      const id = await on.deploy(template, { VALUE: "Own.A" });
      const { deployment_date } = (await on.client.ok("GET", `/api/instances/${id}`)).data;
      const event = await on.event(id, (row) => row.is_active);
      assertEquals(event.flags, ["initial"]);
      const sameShard = id % shards === first % shards;
      if (sameShard) assertEquals(event.start_time, deployment_date);
      else assert(event.start_time >= deployment_date);
    }
  },
);

systemTest("a released stream is read again when it is bound again", { byShards: true }, async (on) => {
  const template = await twoStreams(on);
  const id = await on.deploy(template, { VALUE: "Own.A" });
  const first = timeline();
  await on.streams.write("Own.A", [first(0), 81]);
  await on.event(id, (row) => row.is_active);
  await on.client.ok("POST", `/api/instances/${id}/undeploy`);
  await untilFollowed(on, 0);
  const away = timeline(0);
  await on.streams.write("Own.A", [away(-0.02), 12], [away(-0.01), 85]);
  const again = await on.deploy(template, { VALUE: "Own.A" });
  const event = await on.event(again, (row) => row.is_active);
  assertEquals(event.flags, ["initial"]);
  assertEquals((event.trigger as { value: number }[]).map(({ value }) => value), [85]);
  const last = timeline();
  await on.streams.write("Own.A", [last(0), 10], [last(0.2), 90]);
  await on.evaluated(last(0.3));
  assertEquals(spans(await on.events(again)), [[event.start_time, last(0)], [last(0.2), null]]);
  assertEquals((await on.events(id)).length, 1);
});

systemTest(
  "a stream that is released and bound again at once stays evaluated",
  { byShards: true },
  async (on) => {
    const template = await twoStreams(on);
    const id = await on.deploy(template, { VALUE: "Own.A" });
    const deployments: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      await on.client.ok("POST", `/api/instances/${id}/undeploy`);
      const { instance } = await on.client.ok("POST", `/api/instances/${id}/deploy`);
      deployments.push(instance.deployment_date);
    }
    await on.evaluated(deployments[3]);
    const at = timeline(2_000);
    await on.streams.write("Own.A", [at(0), 81], [at(0.2), 70]);
    await on.evaluated(at(0.3));
    assertEquals(spans(await on.events(id)), [[at(0), at(0.2)]]);
  },
);

systemTest(
  "a sample ahead of the clock at the first read is evaluated at its time",
  { byShards: true },
  async (on) => {
    const template = await twoStreams(on);
    // Only a fault makes a deployment take longer, and the clock is turned there.
    const at = timeline(40_000);
    await on.streams.write("Own.A", [at(0), 81], [at(0.2), 70]);
    const id = await on.deploy(template, { VALUE: "Own.A" });
    await on.evaluated(at(0.3));
    assertEquals(spans(await on.events(id)), [[at(0), at(0.2)]]);
  },
);

async function untilFollowed(on: RunningSystem, count: number): Promise<void> {
  await eventually(
    `${count} streams are followed`,
    () => on.andon.plant.sourceStatus().followed_streams === count,
  );
}

systemTest(
  "an event of the deployment itself is kept, however soon the instance is undeployed",
  {},
  async (on) => {
    const template = await twoStreams(on);
    const ids: number[] = [];
    for (let i = 0; i < 4; i++) ids.push(await on.deploy(template, { VALUE: "Own.A" }));
    await on.streams.write("Own.A", [timeline()(0), 81]);
    for (const id of ids) await on.event(id, (row) => row.is_active);
    const [id] = ids;
    await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    const deployedAt: (string | null)[] = [];
    const instance = on.andon.plant.instance(id);
    for (let i = 0; i < 20; i++) {
      const [deployed] = await Promise.all([
        instance.ask<InstanceRecord>({ type: "deploy", by: BY }),
        instance.ask<InstanceRecord>({ type: "undeploy", by: BY }),
      ]);
      deployedAt.push(deployed.deployment_date);
    }
    const initial = (await on.events(id)).filter((row) => (row.flags as string[]).includes("initial"));
    assertEquals(initial.map((row) => row.start_time).sort(), deployedAt);
    assert(initial.every((row) => row.close_reason === "undeployed"));
  },
);
