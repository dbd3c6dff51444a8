import { assertEquals } from "@std/assert";
import { adhPython, runReader } from "../support/adh_python.ts";
import { iso, type Row, type SimulatorFixture, simulatorFixture, START_MS } from "./simulator_fixture.ts";

const STREAM = "PI_SIM_1001";
const FOLLOWED = ["PI_SIM_1008", "LOAD_3"];
const MINUTE = 60_000;

interface ReaderOutput {
  namespace: string;
  namespaces: string[];
  streams: string[][];
  types: [string, [string, boolean, string][]][];
  stream_type: string;
  resolved: string;
  tags: string[];
  metadata: Record<string, string>;
  first: Row;
  last: Row;
  window: Row[];
  pages: Row[][];
  range: Row[];
  assets: [string, string[]][];
  resolved_asset: string;
  asset_last: Record<string, Row[]>;
  own: { reads: Row[][]; values: Row[]; metadata: string };
  signup: {
    created: string;
    active: boolean;
    listed: boolean;
    resources: { resources: { resourceId: string; isAccessible: boolean }[] };
    updates: { resourceId: string; operation: string; events: Row[] }[];
    left: string[];
  };
}

const python = await adhPython();
if ("missing" in python) console.log(`Skipping the vendor's Python library: ${python.missing}`);
else globalThis.addEventListener("unload", () => python.remove());

for (const verbose of [true, false]) {
  Deno.test({
    name: `the vendor's own Python library reads the simulator (${verbose ? "" : "non-"}verbose)`,
    // Without Python or the library, the line above reports it.
    ignore: "missing" in python,
    fn: async () => {
      if ("missing" in python) return;
      await using on = await simulatorFixture({ extraStreams: 30, extraPeriodMs: 1_000 });
      const { simulator } = on;
      const output = await runReader<ReaderOutput>(python, {
        base_url: simulator.baseUrl,
        tenant_id: simulator.tenantId,
        namespace_id: simulator.namespaceId,
        client_id: simulator.clientId,
        client_secret: simulator.clientSecret,
        stream_id: STREAM,
        asset_id: "Riverside.Line1.Mixer",
        start: iso(START_MS - 90 * MINUTE),
        end: iso(START_MS),
        followed: FOLLOWED,
        verbose,
      }, () => void (on.clock.ms += 10_000));
      await assertPlant(on, output);
      await assertData(on, { output, verbose });
      assertOwn(output);
      assertSignup(on, output);
    },
  });
}

async function assertPlant(on: SimulatorFixture, output: ReaderOutput): Promise<void> {
  const { namespaceId } = on.simulator;
  assertEquals([output.namespace, output.namespaces], [namespaceId, [namespaceId]]);
  const streams = (await on.get("/Streams?count=1000")).json;
  assertEquals(output.streams, streams.map(({ Id, Name, TypeId }: Row) => [Id, Name, TypeId]));
  const types = (await on.get("/Types?count=1000")).json;
  assertEquals(output.types.map(([id]) => id), types.map(({ Id }: Row) => Id));
  const state = new Map(output.types).get("Plant.State");
  assertEquals(state, [["Timestamp", true, "DateTime"], ["Value", false, "Int32Enum"]]);
  assertEquals([output.stream_type, output.resolved], ["Plant.State", "Plant.State"]);
  assertEquals([output.tags, output.metadata], [["Riverside"], { Site: "Riverside", Line: "Line1" }]);
  const assets = (await on.get("/Assets?count=1000")).json;
  const references = ({ StreamReferences }: { StreamReferences: Row[] }) =>
    StreamReferences.map(({ StreamId }) => StreamId);
  assertEquals(
    output.assets,
    assets.map((asset: { Id: string; StreamReferences: Row[] }) => [asset.Id, references(asset)]),
  );
  assertEquals(output.resolved_asset, "Riverside.Line1.Mixer");
}

/** The library reads the same as HTTP returned at that time. */
async function assertData(
  on: SimulatorFixture,
  { output, verbose }: { output: ReaderOutput; verbose: boolean },
): Promise<void> {
  on.clock.ms = START_MS;
  const data = `/Streams/${STREAM}/Data`;
  const get = async (path: string) => (await on.get(path, { verbose })).json;
  const window = await get(`${data}?startIndex=${iso(START_MS - 90 * MINUTE)}&endIndex=${iso(START_MS)}`);
  assertEquals(output.window, window);
  assertEquals(output.pages.map((page) => page.length).slice(0, -1).every((length) => length === 7), true);
  assertEquals(output.pages.flat(), window);
  assertEquals(output.range, window.slice(0, 5));
  assertEquals([output.first, output.last], [await get(`${data}/First`), await get(`${data}/Last`)]);
  assertEquals(output.last, window[window.length - 1]);
  const asset = (await get("/Assets/Riverside.Line1.Mixer/Data/Last")).Results;
  assertEquals(output.asset_last, asset);
  on.clock.ms = START_MS + 10_000;
}

function assertOwn({ own }: ReaderOutput): void {
  const written = [{ Tan: 1 }, { Tan: 2 }];
  assertEquals(own.reads, own.reads.map(() => written));
  assertEquals([own.values, own.metadata], [written, "North America"]);
}

function assertSignup(on: SimulatorFixture, { signup }: ReaderOutput): void {
  assertEquals([signup.created, signup.active, signup.listed, signup.left], ["ACTIVATING", true, true, []]);
  assertEquals(
    signup.resources.resources,
    FOLLOWED.map((resourceId) => ({ resourceId, isAccessible: true })),
  );
  for (const id of FOLLOWED) {
    const updates = signup.updates.filter(({ resourceId }) => resourceId === id);
    assertEquals(new Set(updates.map(({ operation }) => operation)), new Set(["INSERT"]));
    const times = updates.flatMap(({ events }) => events).map(({ Timestamp }) => Timestamp);
    const held = on.simulator.samples(id, START_MS + 1, START_MS + 10_000);
    assertEquals(times, held.map(({ timestamp }) => timestamp));
  }
}
