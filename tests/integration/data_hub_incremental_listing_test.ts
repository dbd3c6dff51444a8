import { assert, assertEquals } from "@std/assert";
import { connect, TestClock } from "../support/data_hub_client.ts";
import {
  type DataHubServer,
  type DataHubWorld,
  failure,
  property,
  sdsType,
  startDataHubServer,
} from "../support/data_hub_server.ts";

const MINUTE_MS = 60_000;
const NUMBER = sdsType("Number", [property("Value", 14)]);
const TEXT = sdsType("Text", [property("Value", 18)]);

function stream(Id: string, changed: Record<string, unknown> = {}) {
  return {
    Id,
    Name: `Plant.${Id}`,
    TypeId: "Number",
    ModifiedDate: "2025-06-01T06:00:00.1234567Z",
    ...changed,
  };
}

function streams(count: number) {
  return Array.from({ length: count }, (_, index) => stream(`s${String(index).padStart(5, "0")}`));
}

/** A server whose Date header is the test's clock, on which its ModifiedDates are. */
function start(clock: TestClock, world: Partial<DataHubWorld>): DataHubServer {
  const server = startDataHubServer({ types: [NUMBER, TEXT], assets: [], ...world });
  server.stamp = () => new Date(clock.nowMs).toUTCString();
  return server;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Counts the calls below the namespace since the previous count. */
function counting(server: DataHubServer) {
  let from = 0;
  return () => {
    const calls = server.seen.slice(from).filter(({ path }) => path.includes("/Namespaces/ns 1/"));
    from = server.seen.length;
    return calls.length;
  };
}

Deno.test("a second discovery of 30,000 streams needs a few requests where the first lists them all", async () => {
  const clock = new TestClock();
  const all = streams(30_000);
  const assets = Array.from({ length: 3_000 }, (_, index) => ({
    Id: `a${index}`,
    Name: `Asset ${index}`,
    ModifiedDate: "2025-06-01T06:00:00Z",
  }));
  await using server = start(clock, { streams: all, assets });
  const hub = connect(server, { clock });
  const asked = counting(server);
  assertEquals((await hub.discover()).streams.length, 30_000);
  const first = asked();
  clock.nowMs += MINUTE_MS;
  assertEquals((await hub.discover()).streams.length, 30_000);
  const unchanged = asked();
  clock.nowMs += MINUTE_MS;
  all[7] = stream("s00007", { Name: "Plant.Renamed", ModifiedDate: iso(clock.nowMs) });
  all.push(stream("t1", { ModifiedDate: iso(clock.nowMs) }));
  clock.nowMs += MINUTE_MS;
  const found = await hub.discover();
  const changed = asked();
  assertEquals(found.streams.length, 30_001);
  assertEquals(found.streams.find((one) => one.stream_id === "s00007")?.stream_name, "Plant.Renamed");
  // Types 2, streams 32, assets 4; then streams 2 and assets 2; then a second filter page and the two in detail.
  assertEquals([first, unchanged, changed], [38, 4, 6]);
});

Deno.test("a later discovery finds added, changed and removed streams", async () => {
  const clock = new TestClock();
  await using server = start(clock, { streams: streams(40), pageCap: 7 });
  const hub = connect(server, { clock });
  await hub.discover();
  clock.nowMs += MINUTE_MS;
  const { world } = server;
  const ids = async () => (await hub.discover()).streams.map((one) => `${one.stream_id} ${one.data_type}`);
  world.streams.splice(5, 1);
  assertEquals((await ids()).length, 39);
  world.streams.splice(3, 2, stream("new", { ModifiedDate: iso(clock.nowMs) }));
  assert((await ids()).includes("new NUM"));
  assertEquals((await ids()).length, 38);
  world.streams[9] = stream(String(world.streams[9].Id), { TypeId: "Text", ModifiedDate: iso(clock.nowMs) });
  assert((await ids()).includes(`${world.streams[9].Id} STR`));
  world.streams.splice(0);
  assertEquals(await ids(), []);
});

Deno.test("a later discovery overlaps the previous one by ten minutes", async () => {
  for (const [secondsBefore, found] of [[599, true], [601, false]] as const) {
    const clock = new TestClock();
    await using server = start(clock, { streams: streams(3) });
    const hub = connect(server, { clock });
    await hub.discover();
    server.world.streams[0] = stream("s00000", {
      Name: "Late",
      ModifiedDate: iso(clock.nowMs - secondsBefore * 1000),
    });
    const names = (await hub.discover()).streams.map((one) => one.stream_name);
    assertEquals(names.includes("Late"), found);
  }
});

Deno.test("everything is listed again after a day", async () => {
  const clock = new TestClock();
  await using server = start(clock, { streams: streams(3) });
  const hub = connect(server, { clock });
  await hub.discover();
  server.world.streams[0] = stream("s00000", { Name: "Unseen" });
  const names = async () => (await hub.discover()).streams.map((one) => one.stream_name);
  clock.nowMs += 24 * 60 * MINUTE_MS - 1;
  assert(!(await names()).includes("Unseen"));
  clock.nowMs += 1;
  assert((await names()).includes("Unseen"));
});

Deno.test("a later discovery lists everything when a filter is refused or ignored", async () => {
  for (const filters of ["refused", "ignored"] as const) {
    const clock = new TestClock();
    await using server = start(clock, { streams: streams(3), filters });
    const hub = connect(server, { clock });
    await hub.discover();
    server.world.streams[0] = stream("s00000", { Name: "Renamed" });
    assertEquals((await hub.discover()).streams[0].stream_name, "Renamed");
  }
});

Deno.test("a later discovery lists everything when the service has no dates", async () => {
  const clock = new TestClock();
  await using server = start(clock, {
    streams: streams(3).map((one) => ({ ...one, ModifiedDate: undefined })),
  });
  const hub = connect(server, { clock });
  await hub.discover();
  server.world.streams[0] = { Id: "s00000", TypeId: "Number", Name: "Renamed" };
  assertEquals((await hub.discover()).streams[0].stream_name, "Renamed");
});

Deno.test("a later discovery uses the clock that is behind, the source's or ours", async () => {
  for (const behindMs of [-30 * MINUTE_MS, 30 * MINUTE_MS]) {
    const clock = new TestClock();
    await using server = start(clock, { streams: streams(3) });
    server.stamp = () => new Date(clock.nowMs - behindMs).toUTCString();
    const hub = connect(server, { clock });
    await hub.discover();
    server.world.streams[0] = stream("s00000", {
      Name: "Renamed",
      ModifiedDate: iso(clock.nowMs - Math.max(0, behindMs) + 1000),
    });
    assertEquals((await hub.discover()).streams[0].stream_name, "Renamed");
  }
});

Deno.test("a later discovery finds an asset that was added, removed, or took over a stream", async () => {
  const clock = new TestClock();
  const assets = [{
    Id: "a",
    Name: "A",
    ModifiedDate: "0001-01-01T00:00:00Z",
    StreamReferences: [{ Name: "r", StreamId: "s00000" }],
  }];
  await using server = start(clock, { streams: streams(2), assets });
  const hub = connect(server, { clock });
  const assetOf = async () => (await hub.discover()).streams.map((one) => one.asset_id);
  assertEquals(await assetOf(), ["A", "Plant"]);
  clock.nowMs += MINUTE_MS;
  const references = [{ Name: "r", StreamId: "S00001" }];
  server.world.assets?.push({
    Id: "b",
    Name: "B",
    ModifiedDate: iso(clock.nowMs),
    StreamReferences: references,
  });
  assertEquals(await assetOf(), ["A", "B"]);
  server.world.assets?.shift();
  assertEquals(await assetOf(), ["Plant", "B"]);
  server.world.assets = null;
  assertEquals(await assetOf(), ["Plant", "Plant"]);
});

Deno.test("a later discovery uses the good parts of a 207 and reports the bad ones", async () => {
  const clock = new TestClock();
  await using server = start(clock, { streams: streams(4) });
  const hub = connect(server, { clock });
  await hub.discover();
  clock.nowMs += MINUTE_MS;
  const { world } = server;
  for (const index of [0, 1, 2]) {
    world.streams[index] = stream(`s0000${index}`, { TypeId: "Text", ModifiedDate: iso(clock.nowMs) });
  }
  world.brokenStreams = { s00001: 403, s00002: 503 };
  const found = await hub.discover();
  assertEquals(found.streams.map((one) => `${one.stream_id} ${one.data_type}`), [
    "s00000 STR",
    "s00002 STR",
    "s00003 NUM",
  ]);
  assertEquals(found.unsupported, [
    { stream_id: "s00001", reason: "It cannot be read: Failed. No s00001." },
  ]);
  world.brokenStreams = {};
  assertEquals((await hub.discover()).unsupported, []);
});

Deno.test("a later discovery reads a type that changed under the same name", async () => {
  const clock = new TestClock();
  await using server = start(clock, { streams: streams(1) });
  const hub = connect(server, { clock });
  await hub.discover();
  server.world.types = [sdsType("Number", [property("Value", 3)])];
  server.world.streams = [stream("s00000", { ModifiedDate: iso(clock.nowMs) })];
  assertEquals((await hub.discover()).streams[0].data_type, "BOOL");
});

Deno.test("a later discovery resolves up to 500 changed streams in bulk; for more it lists the types", async () => {
  for (const [count, bulk] of [[500, 1], [501, 0]]) {
    const clock = new TestClock();
    await using server = start(clock, { streams: streams(600) });
    const hub = connect(server, { clock });
    await hub.discover();
    const modified = { ModifiedDate: iso(clock.nowMs + 1000), TypeId: "Text" };
    server.world.streams = server.world.streams.map((one, i) => i < count ? { ...one, ...modified } : one);
    const found = await hub.discover();
    assertEquals(found.streams.filter((one) => one.data_type === "STR").length, count);
    assertEquals(server.asked("POST", "/Bulk/Streams/Resolved"), bulk);
  }
});

Deno.test("types missing from the list are resolved in bulk, or one by one when that is not supported", async () => {
  for (const bulk of [true, false]) {
    await using server = startDataHubServer({
      hiddenTypes: [NUMBER],
      streams: [...streams(3), stream("gone", { TypeId: "Gone" })],
      bulk,
    });
    const found = await connect(server).discover();
    assertEquals(found.streams.length, 3);
    assertEquals(found.unsupported, [{ stream_id: "gone", reason: "Its type Gone cannot be read" }]);
    assertEquals(server.asked("GET", "/Types/Number"), bulk ? 0 : 1);
  }
});

Deno.test("after a failed discovery the next one finds every change", async () => {
  const clock = new TestClock();
  await using server = start(clock, { streams: streams(3) });
  const hub = connect(server, { clock });
  await hub.discover();
  clock.nowMs += MINUTE_MS;
  server.world.streams[0] = stream("s00000", { Name: "Renamed", ModifiedDate: iso(clock.nowMs) });
  server.intercept = ({ path }) => path.endsWith("/Assets") ? failure(500, "x") : undefined;
  await hub.discover().catch(() => undefined);
  server.intercept = () => undefined;
  clock.nowMs += 60 * MINUTE_MS;
  assertEquals((await hub.discover()).streams[0].stream_name, "Renamed");
});

Deno.test("concurrent discoveries share their outcome and progress", async () => {
  await using server = startDataHubServer({ types: [NUMBER], streams: streams(5) });
  const hub = connect(server);
  const progress: unknown[] = [];
  const both = await Promise.all([hub.discover(), hub.discover((one) => progress.push(one))]);
  assertEquals(both[0], both[1]);
  assertEquals(server.asked("GET", "/Streams"), 2);
  assert(progress.length > 0);
});

Deno.test("items deleted while a list is read hide none of the others", async () => {
  await using server = startDataHubServer({ types: [NUMBER], streams: streams(60), pageCap: 10 });
  let pages = 0;
  server.intercept = ({ path }) => {
    // Already listed items are deleted before each of the next pages, so that the rest moves forward.
    if (path.endsWith("/Streams") && ++pages > 1 && pages <= 4) server.world.streams.splice(0, 3);
    return undefined;
  };
  const found = await connect(server, { limits: { listPageSize: 10 } }).discover();
  const ids = new Set<unknown>(found.streams.map((one) => one.stream_id));
  assertEquals(server.world.streams.filter((one) => !ids.has(one.Id)), []);
  assertEquals(server.world.streams.length, 51);
});

Deno.test("a list that grows while it is read is read to its end", async () => {
  await using server = startDataHubServer({ types: [NUMBER], streams: streams(40), pageCap: 10 });
  let pages = 0;
  server.intercept = ({ path }) => {
    if (path.endsWith("/Streams") && ++pages <= 3) server.world.streams.unshift(stream(`a${pages}`));
    return undefined;
  };
  const found = await connect(server).discover();
  const ids = new Set<unknown>(found.streams.map((one) => one.stream_id));
  assertEquals(streams(40).filter((one) => !ids.has(one.Id)), []);
});
