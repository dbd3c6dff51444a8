import { assert, assertEquals } from "@std/assert";
import { STREAM_SHAPES } from "../../simulator/data_hub/faults/schema.ts";
import {
  activeSignup,
  iso,
  readFeed,
  type Row,
  type SimulatorFixture,
  simulatorFixture,
  START_MS,
} from "./simulator_fixture.ts";

async function changedSince(on: SimulatorFixture, ms: number): Promise<Row[]> {
  const filter = encodeURIComponent(`ModifiedDate gt ${iso(ms)}`);
  return (await on.get(`/Streams?count=1000&filter=${filter}`)).json;
}

async function listed(on: SimulatorFixture): Promise<string[]> {
  const ids: string[] = [];
  for (let skip = 0;; skip += 50) {
    const page = (await on.get(`/Streams?skip=${skip}&count=50`)).json.map((stream: Row) => stream.Id);
    ids.push(...page);
    if (page.length < 50) return ids;
  }
}

for (const shape of STREAM_SHAPES) {
  Deno.test(`streams of shape ${shape} are added with types, read, fed, and removed at the end`, async () => {
    await using on = await simulatorFixture();
    const before = await listed(on);
    const types = (await on.get("/Types?count=1000")).json;
    on.clock.ms += 1_000;
    const since = on.clock.ms;
    const fault = on.simulator.faults.set({ kind: "streams_added", shape, how_many: 2 });
    const added = (await listed(on)).filter((id) => !before.includes(id));
    assertEquals(added.length, 2);
    const [one, other] = await changedSince(on, since - 1);
    assertEquals([one.Id, other.Id], added);
    assertEquals(one.Name === other.Name, shape === "same_name");
    const known = (await on.get("/Types?count=1000")).json;
    assert(known.some((type: Row) => type.Id === one.TypeId));
    const signup = await activeSignup(on, added);
    on.clock.ms += 10_000;
    const { changes } = await readFeed(on, signup);
    assertEquals(changes.length, shape === "same_millisecond" ? 60 : 20);
    const window = `startIndex=${iso(since)}&endIndex=${iso(on.clock.ms)}`;
    const events = (await on.get(`/Streams/${added[0]}/Data?${window}`)).json;
    assertEquals(changes.filter(({ stream }) => stream === added[0]).map(({ event }) => event), events);
    const final = on.simulator.finalSamples(
      shape === "several_values" ? `${added[0]}.Density` : added[0],
      since,
      on.clock.ms,
    );
    assertEquals(final.length, events.length);
    on.simulator.faults.end(fault.id);
    assertEquals(await listed(on), before);
    assertEquals((await on.ask(`/Streams/${added[0]}`)).status, 404);
    assertEquals((await on.get("/Types?count=1000")).json, types);
    on.clock.ms += 10_000;
    assertEquals(on.simulator.finalSamples(added[0], since, on.clock.ms).length, final.length);
  });
}

Deno.test("several samples of one millisecond differ in their ticks", async () => {
  await using on = await simulatorFixture();
  on.simulator.faults.set({ kind: "streams_added", shape: "same_millisecond" });
  on.clock.ms += 2_500;
  const times = on.simulator.finalSamples("Odd.SameMillisecond1", START_MS, on.clock.ms)
    .map(({ timestamp }) => timestamp);
  assertEquals(new Set(times).size, times.length);
  assertEquals(new Set(times.map((time) => time.slice(0, 23))).size, times.length / 3);
});

Deno.test("PI events contain a system state instead of a value, a questionable flag, and the name of a digital state", async () => {
  await using on = await simulatorFixture();
  on.simulator.faults.set({ kind: "streams_added", shape: "pi_float" });
  on.simulator.faults.set({ kind: "streams_added", shape: "pi_digital" });
  on.clock.ms += 300_000;
  const float = on.simulator.finalSamples("Odd.PiFloat1", START_MS, on.clock.ms);
  const qualities = (quality: string) => float.filter((each) => each.quality === quality).length;
  const share = (count: number) => Math.round(count / 5) * 5;
  assertEquals(["bad", "uncertain", "good"].map((each) => share(qualities(each))), [15, 30, 255]);
  const digital = on.simulator.finalSamples("Odd.PiDigital1", START_MS, on.clock.ms);
  const states = new Set(digital.filter(({ quality }) => quality === "good").map(({ value }) => value));
  assertEquals(states, new Set(["Off", "Starting", "Running", "Tripped"]));
  const [fault] = on.simulator.faults.list();
  on.simulator.faults.set({ kind: "system_state", streams: "Odd.PiFloat*", code: 248, name: "Bad Input" });
  on.clock.ms += 10_000;
  const last = (await on.get(`/Streams/ODD_${fault.id}_1/Data/Last`)).json;
  assertEquals([last.Value, last.SystemStateCode, last.DigitalStateName], [null, 248, "Bad Input"]);
});

Deno.test("removed streams are not listed, read or fed, and return with a new ModifiedDate", async () => {
  await using on = await simulatorFixture({ extraStreams: 5, extraPeriodMs: 1_000 });
  const before = await listed(on);
  const signup = await activeSignup(on, ["PI_SIM_1008", "LOAD_3"]);
  on.clock.ms += 10_000;
  signup.bookmark = (await readFeed(on, signup)).bookmark;
  const fault = on.simulator.faults.set({ kind: "streams_removed", streams: "*.Vibration", seconds: 20 });
  on.simulator.faults.set({ kind: "streams_removed", streams: "LOAD_3", seconds: 20 });
  const left = await listed(on);
  assertEquals(before.filter((id) => !left.includes(id)).includes("PI_SIM_1008"), true);
  assertEquals((await on.ask("/Streams/PI_SIM_1008/Data/Last")).status, 404);
  on.clock.ms += 10_000;
  const none = await readFeed(on, signup);
  assertEquals(none.changes, []);
  on.clock.ms += 20_000;
  assertEquals(await listed(on), before);
  assertEquals((await changedSince(on, START_MS + 29_000)).some(({ Id }) => Id === "PI_SIM_1008"), true);
  assertEquals(on.simulator.faults.list()[0].id, fault.id);
  const events = on.simulator.samples("PI_SIM_1008", START_MS, on.clock.ms);
  assertEquals(events.length, 20);
  const fed = (await readFeed(on, { ...signup, bookmark: none.bookmark })).changes
    .filter(({ stream }) => stream === "PI_SIM_1008");
  assertEquals(fed.map(({ event }) => event.Timestamp), events.slice(10).map(({ timestamp }) => timestamp));
});

Deno.test("changed streams have a new ModifiedDate, also when they change back", async () => {
  await using on = await simulatorFixture({ extraStreams: 5 });
  on.clock.ms += 60_000;
  const set = on.clock.ms;
  const fault = on.simulator.faults.set({
    kind: "streams_changed",
    streams: "LOAD_2",
    name_suffix: ".New",
    description: "Changed",
    uom: "kPa",
  });
  const [changed, ...others] = await changedSince(on, set - 1);
  assertEquals([changed.Name, changed.Description, others.length], ["Load.Bank0.S2.New", "Changed", 0]);
  assertEquals(changed.PropertyOverrides, [{ SdsTypePropertyId: "Value", Uom: "kPa" }]);
  assertEquals((await on.get("/Streams?count=1000")).json.find(({ Id }: Row) => Id === "LOAD_2"), changed);
  assert(on.simulator.samples("Load.Bank0.S2.New", set - 30_000, set).length > 0);
  on.clock.ms += 5_000;
  on.simulator.faults.end(fault.id);
  const [back] = await changedSince(on, set + 1_000);
  assertEquals([back.Name, back.Id], ["Load.Bank0.S2", "LOAD_2"]);
});

Deno.test("a namespace without assets lists none or has no such path", async () => {
  await using on = await simulatorFixture();
  const empty = on.simulator.faults.set({ kind: "no_assets" });
  const list = await on.get("/Assets");
  assertEquals([list.json, list.headers.get("total-count")], [[], "0"]);
  assertEquals((await on.ask("/Assets/Riverside.Line1.Mixer")).status, 404);
  on.simulator.faults.end(empty.id);
  on.simulator.faults.set({ kind: "no_assets", form: "not_found", seconds: 5 });
  assertEquals((await on.ask("/Assets")).status, 404);
  on.clock.ms += 5_000;
  assertEquals((await on.get("/Assets")).json.length, 13);
});

Deno.test("feed and assets can spell ids in the other case; every id is found in either", async () => {
  await using on = await simulatorFixture({ extraStreams: 2, extraPeriodMs: 1_000 });
  const signup = await activeSignup(on, ["PI_SIM_1008", "LOAD_1"]);
  on.simulator.faults.set({ kind: "other_case" });
  on.clock.ms += 2_000;
  const ids = new Set((await readFeed(on, signup)).changes.map(({ stream }) => stream));
  assertEquals(ids, new Set(["pi_sim_1008", "load_1"]));
  const [reference] = (await on.get("/Assets")).json[0].StreamReferences;
  assertEquals(reference.StreamId, reference.Id.toLowerCase());
  await on.get(`/Streams/${reference.StreamId}`);
});
