import { assertEquals } from "@std/assert";
import { adhPython, runReader } from "../support/adh_python.ts";
import { type Bench, bench, iso, type Row, START_MS } from "./simulator_bench.ts";

const STREAM = "PI_SIM_1001";
const FOLLOWED = ["PI_SIM_1008", "LOAD_3"];
const MINUTE = 60_000;

interface Told {
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
if ("missing" in python) console.log(`The vendor's Python library is left out: ${python.missing}`);
else globalThis.addEventListener("unload", () => python.remove());

for (const verbose of [true, false]) {
  Deno.test({
    name: `the vendor's own Python library reads the simulator (${verbose ? "" : "non-"}verbose)`,
    // Where Python or the library cannot be had, the line above says so.
    ignore: "missing" in python,
    fn: async () => {
      if ("missing" in python) return;
      await using on = await bench({ extraStreams: 30, extraPeriodMs: 1_000 });
      const { simulator } = on;
      const told = await runReader<Told>(python, {
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
      await assertPlant(on, told);
      await assertData(on, { told, verbose });
      assertOwn(told);
      assertSignup(on, told);
    },
  });
}

async function assertPlant(on: Bench, told: Told): Promise<void> {
  const { namespaceId } = on.simulator;
  assertEquals([told.namespace, told.namespaces], [namespaceId, [namespaceId]]);
  const streams = (await on.get("/Streams?count=1000")).json;
  assertEquals(told.streams, streams.map(({ Id, Name, TypeId }: Row) => [Id, Name, TypeId]));
  const types = (await on.get("/Types?count=1000")).json;
  assertEquals(told.types.map(([id]) => id), types.map(({ Id }: Row) => Id));
  const state = new Map(told.types).get("Plant.State");
  assertEquals(state, [["Timestamp", true, "DateTime"], ["Value", false, "Int32Enum"]]);
  assertEquals([told.stream_type, told.resolved], ["Plant.State", "Plant.State"]);
  assertEquals([told.tags, told.metadata], [["Riverside"], { Site: "Riverside", Line: "Line1" }]);
  const assets = (await on.get("/Assets?count=1000")).json;
  const references = ({ StreamReferences }: { StreamReferences: Row[] }) =>
    StreamReferences.map(({ StreamId }) => StreamId);
  assertEquals(
    told.assets,
    assets.map((asset: { Id: string; StreamReferences: Row[] }) => [asset.Id, references(asset)]),
  );
  assertEquals(told.resolved_asset, "Riverside.Line1.Mixer");
}

/** The same as HTTP tells it, at the moment that the library read it. */
async function assertData(on: Bench, { told, verbose }: { told: Told; verbose: boolean }): Promise<void> {
  on.clock.ms = START_MS;
  const data = `/Streams/${STREAM}/Data`;
  const get = async (path: string) => (await on.get(path, { verbose })).json;
  const window = await get(`${data}?startIndex=${iso(START_MS - 90 * MINUTE)}&endIndex=${iso(START_MS)}`);
  assertEquals(told.window, window);
  assertEquals(told.pages.map((page) => page.length).slice(0, -1).every((length) => length === 7), true);
  assertEquals(told.pages.flat(), window);
  assertEquals(told.range, window.slice(0, 5));
  assertEquals([told.first, told.last], [await get(`${data}/First`), await get(`${data}/Last`)]);
  assertEquals(told.last, window[window.length - 1]);
  const asset = (await get("/Assets/Riverside.Line1.Mixer/Data/Last")).Results;
  assertEquals(told.asset_last, asset);
  on.clock.ms = START_MS + 10_000;
}

function assertOwn({ own }: Told): void {
  const written = [{ Tan: 1 }, { Tan: 2 }];
  assertEquals(own.reads, own.reads.map(() => written));
  assertEquals([own.values, own.metadata], [written, "North America"]);
}

function assertSignup(on: Bench, { signup }: Told): void {
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
