import { assertEquals } from "@std/assert";
import type { FaultInput } from "../../simulator/data_hub/faults/schema.ts";
import { eventually } from "../support/eventually.ts";
import { aboveLimit, type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

const STREAMS = ["Gap.A", "Gap.B", "Other.C"];

/** Each of the streams with an instance of its own; the first is in alarm. */
async function deployed(on: RunningSystem): Promise<{ ids: number[]; start: string }> {
  for (const name of STREAMS) await on.streams.make("number", name);
  await on.configure();
  const template = await on.template({ rules: [{ conditions: [aboveLimit] }] });
  const ids: number[] = [];
  for (const name of STREAMS) ids.push(await on.deploy(template, { VALUE: name }));
  const start = timeline()(0);
  await on.streams.write("Gap.A", [start, 81]);
  await on.event(ids[0], (row) => row.is_active);
  return { ids, start };
}

async function spans(on: RunningSystem, id: number) {
  return (await on.events(id)).map(({ start_time, end_time }) => [start_time, end_time]);
}

const CASES: { what: string; change_feed: "auto" | "off"; faults: FaultInput[] }[] = [
  { what: "the bookmark expires", change_feed: "auto", faults: [{ kind: "bookmark_expired" }] },
  { what: "the signup is lost", change_feed: "auto", faults: [{ kind: "signup_lost" }] },
  {
    what: "signups are lost and refused from then on",
    change_feed: "auto",
    faults: [{ kind: "signup_lost" }, { kind: "signups_refused" }],
  },
  { what: "no feed is used", change_feed: "off", faults: [] },
];

for (const { what, change_feed, faults } of CASES) {
  systemTest(`in an outage nothing is missed and nothing counted twice when ${what}`, {
    configuration: { change_feed },
  }, async (on) => {
    const { ids, start } = await deployed(on);
    const outage = on.simulator.faults.set({ kind: "outage", form: "unavailable" });
    await eventually("the source fails", () => on.andon.plant.sourceStatus().reason !== null);
    for (const fault of faults) on.simulator.faults.set(fault);
    const at = timeline(0);
    on.simulator.faults.end(outage.id);
    await on.streams.write("Gap.A", [at(1), 70], [at(1.2), 90], [at(1.3), 10]);
    await on.streams.write("Gap.B", [at(0.5), 81], [at(0.6), 79]);
    await on.streams.write("Other.C", [at(0.7), 85]);
    await on.event(ids[2], (row) => row.is_active);
    await on.evaluated(at(2));
    assertEquals(await spans(on, ids[0]), [[start, at(1)], [at(1.2), at(1.3)]]);
    assertEquals(await spans(on, ids[1]), [[at(0.5), at(0.6)]]);
    assertEquals(await spans(on, ids[2]), [[at(0.7), null]]);
  });
}

systemTest("a source that is left keeps no signup of Andon", { byShards: true }, async (on) => {
  const { ids } = await deployed(on);
  await eventually("the signup stands", () => on.simulator.signups().length === 1);
  await on.configure({ change_feed: "off" });
  await eventually("it is deleted when the feed is off", () => on.simulator.signups().length === 0);
  await on.configure();
  await eventually("it is made again", () => on.simulator.signups().length === 1);
  for (const id of ids) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
  await eventually("it is deleted when nothing is bound", () => on.simulator.signups().length === 0);
});
