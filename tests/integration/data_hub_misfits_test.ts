import { assertEquals, assertNotEquals } from "@std/assert";
import type { DataHub } from "../../connectors/data_hub/client.ts";
import type { DataHubAddress, DataHubStream } from "../../connectors/data_hub/stream_address.ts";
import type { Misfit, SourceStream } from "../../connectors/source.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import { ticksFromMs } from "../../domain/shared/time.ts";
import { eventuallyEquals } from "../support/eventually.ts";
import { changesOf } from "../support/batch_changes.ts";
import { at, connect, sourceStream, TestClock } from "../support/data_hub_client.ts";
import {
  type DataHubServer,
  type DataHubWorld,
  failure,
  property,
  sdsType,
  startDataHubServer,
} from "../support/data_hub_server.ts";

const T = "2026-01-31T08:00:00.0000001Z";
const BULK = "/Bulk/Streams/Resolved";
const MINUTE_MS = 60_000;
const LISTED: Partial<DataHubAddress> = {
  typeId: "T",
  isOnlyValue: true,
  properties: ["Time", "Value"],
  unit: null,
};

function level(id: number, changed: Partial<DataHubAddress> = {}): DataHubStream {
  return sourceStream(id, { sdsStreamId: `s${id}`, ...LISTED, ...changed });
}

/** A source whose streams `s1`… are of one type that has these value properties now. */
function serve(properties: Record<string, unknown>[], world: Partial<DataHubWorld> = {}): DataHubServer {
  const streams = [1, 2, 3].map((id) => ({ Id: `s${id}`, TypeId: "T2", Name: `Tank.${id}` }));
  return startDataHubServer({ types: [sdsType("T2", properties)], streams, ...world });
}

function insert(id: number, ...events: Record<string, unknown>[]) {
  return {
    resourceId: `s${id}`,
    operation: "Insert",
    events: events.map((event) => ({ Time: T, ...event })),
  };
}

async function feed(hub: DataHub, streams: SourceStream[]) {
  let position: { subscription: string; cursor: string } = await hub.feed.open(streams);
  return async () => {
    const page = await hub.feed.read(position);
    position = { ...position, cursor: page.cursor };
    return changesOf(page.batch).map(shown);
  };
}

function shown(change: SampleChange) {
  return change.op === "upsert"
    ? [change.stream, change.sample.value, change.sample.quality]
    : [change.stream];
}

function told(misfits: Misfit[]) {
  return misfits.map(({ stream, since, isKnown }) => [stream.id, since, isKnown]);
}

Deno.test("the feed reads a renamed property, a renamed key and another enumeration rightly at once", async () => {
  const states = {
    SdsTypeCode: 609,
    Properties: [{ Id: "Off" }, { Id: "Run", Value: 1 }, { Id: "Fault", Value: 2 }],
  };
  const types = [
    sdsType("T2", [property("Measurement", 14)]),
    {
      Id: "T3",
      Properties: [{ Id: "At", IsKey: true, SdsType: { SdsTypeCode: 16 } }, property("Value", 14)],
    },
    sdsType("T4", [{ Id: "Value", SdsType: states }]),
  ];
  const streams = types.map(({ Id }, i) => ({ Id: `s${i + 1}`, TypeId: Id }));
  const renamedKey = { resourceId: "s2", operation: "Insert", events: [{ At: T, Value: 98 }] };
  await using server = startDataHubServer({
    types,
    streams,
    feed: [[insert(1, { Measurement: 99 }), renamedKey, insert(3, { Value: 2 })]],
  });
  const hub = connect(server);
  const enumerated = level(3, { typeCode: 609, enumMembers: { 0: "Off", 1: "Run" } });
  const read = await feed(hub, [level(1), level(2), enumerated]);
  assertEquals(await read(), [[1, 99, "good"], [2, 98, "good"], [3, "Fault", "good"]]);
  assertEquals(told(hub.takeMisfits()), [[1, null, true], [2, null, true], [3, null, true]]);
  assertEquals(hub.takeMisfits(), []);
  assertEquals(server.asked("POST", BULK), 1);
});

Deno.test("windows, latest, atOrBefore and sampled values are read by the type that is listed now", async () => {
  const events = { s1: [{ Time: T, Value: 7 }, { Time: "2026-01-31T08:00:01Z", Measurement: 99 }] };
  await using server = serve([property("Measurement", 14)], { events });
  const from = at(T) - 1, to = at("2026-01-31T08:01:00Z");
  const reads: ((hub: DataHub) => Promise<unknown[]>)[] = [
    async (hub) => (await hub.window(level(1), from, to)).map(({ value }) => value),
    async (hub) => [7, (await hub.latest(level(1)))?.value],
    async (hub) => [7, (await hub.atOrBefore(level(1), to))?.value],
    async (hub) => {
      const [group] = await hub.windows.group([{ stream: level(1), from, to }]);
      const parts = await Array.fromAsync(hub.windows.read(group));
      return parts.flatMap(({ samples }) => samples.map(({ value }) => value));
    },
  ];
  for (const read of reads) assertEquals(await read(connect(server)), [7, 99]);
  const hub = connect(server);
  await hub.latest(level(1));
  await hub.sampled({ stream: level(1), from, to, intervals: 2 });
  assertEquals(server.seen.at(-1)?.url.searchParams.get("sampleBy"), "Measurement");
});

Deno.test("a stream that means something else gives only bad samples, and is told once", async () => {
  await using server = serve([property("Value", 18)], {
    feed: [[insert(1, { Value: "Run" })], [insert(1, { Value: "Run" }, { Value: 5 })]],
  });
  const hub = connect(server);
  const read = await feed(hub, [level(1)]);
  assertEquals(await read(), [[1, null, "bad"]]);
  assertEquals(told(hub.takeMisfits()), [[1, at(T), true]]);
  assertEquals(await read(), [[1, null, "bad"], [1, null, "bad"]]);
  assertEquals(hub.takeMisfits(), []);
});

Deno.test("samples are bad while the type cannot be read, asked for once a minute, and told when it is known", async () => {
  const item = insert(1, { Measurement: 99 });
  await using server = serve([property("Measurement", 14)], { feed: [[item], [item], [item]] });
  const clock = new TestClock(), hub = connect(server, { clock });
  const read = await feed(hub, [level(1)]);
  server.intercept = ({ path }) => path.includes("/Streams/") ? failure(500, "Down.") : undefined;
  assertEquals(await read(), [[1, null, "bad"]]);
  assertEquals(told(hub.takeMisfits()), [[1, at(T), false]]);
  server.intercept = () => undefined;
  const asked = server.asked("POST", BULK);
  assertEquals([await read(), server.asked("POST", BULK)], [[[1, null, "bad"]], asked], "too soon to ask");
  assertEquals(told(hub.takeMisfits()), [[1, at(T), false]]);
  clock.nowMs += MINUTE_MS;
  assertEquals(await read(), [[1, 99, "good"]]);
  assertEquals(told(hub.takeMisfits()), [[1, at(T), true]]);
});

Deno.test("an inspection settles what was returned as bad", async () => {
  const item = insert(1, { Measurement: 99 });
  await using server = serve([property("Measurement", 14)], { feed: [[item], [item]] });
  const hub = connect(server);
  const read = await feed(hub, [level(1)]);
  server.intercept = ({ path }) => path.includes("/Streams/") ? failure(500, "Down.") : undefined;
  await read();
  server.intercept = () => undefined;
  const [{ found, failure: refused }] = await hub.inspect([level(1)]);
  assertEquals([found?.stream_name, refused], ["Tank.1", null]);
  assertEquals(told(hub.takeMisfits()), [[1, at(T), true]]);
  assertEquals(await read(), [[1, 99, "good"]]);
});

Deno.test("an omitted value beside a property that was added counts once the type is known", async () => {
  const item = insert(1, { Other: 5 });
  await using server = serve([property("Value", 14), property("Other", 14)], { feed: [[item], [item]] });
  const clock = new TestClock(), hub = connect(server, { clock });
  const read = await feed(hub, [level(1)]);
  server.intercept = ({ path }) => path.includes("/Streams/") ? failure(500, "Down.") : undefined;
  assertEquals(await read(), [[1, null, "bad"]]);
  assertEquals(told(hub.takeMisfits()), [[1, at(T), false]]);
  server.intercept = () => undefined;
  clock.nowMs += MINUTE_MS;
  assertEquals(await read(), [[1, 0, "good"]]);
  assertEquals(told(hub.takeMisfits()), [[1, at(T), true]]);
});

Deno.test("a stream has another meaning from when its type is known until it goes back", async () => {
  await using server = serve([property("Value", 18)], { feed: [[insert(1, { Value: "Run" })]] });
  const hub = connect(server), stream = level(1);
  const read = await feed(hub, [stream]);
  assertEquals(hub.hasOtherMeaning(stream), false);
  await read();
  assertEquals([hub.hasOtherMeaning(stream), hub.hasOtherMeaning(level(2))], [true, false]);
  server.world.types = [sdsType("T2", [property("Value", 14)])];
  await hub.inspect([stream]);
  assertEquals(hub.hasOtherMeaning(stream), false);
});

Deno.test("a page does not wait long for a type; what was bad is told when the type is known", async () => {
  const item = insert(1, { Measurement: 99 });
  await using server = serve([property("Measurement", 14)], { feed: [[item], [item]] });
  const hub = connect(server, { limits: { settleMs: 1 } });
  const read = await feed(hub, [level(1)]);
  const answered = Promise.withResolvers<undefined>();
  server.intercept = ({ path }) => path.endsWith(BULK) ? answered.promise : undefined;
  assertEquals([await read(), told(hub.takeMisfits())], [[[1, null, "bad"]], [[1, at(T), false]]]);
  answered.resolve(undefined);
  await eventuallyEquals(() => told(hub.takeMisfits()), [[1, at(T), true]]);
  assertEquals(await read(), [[1, 99, "good"]]);
});

Deno.test("values that are not of the type stay bad, and the type is read again once a minute", async () => {
  const item = insert(1, { Value: "n/a" });
  await using server = serve([property("Value", 14)], { feed: Array.from({ length: 4 }, () => [item]) });
  const clock = new TestClock(), hub = connect(server, { clock });
  const read = await feed(hub, [level(1)]);
  const asked = [];
  for (const waitMs of [0, 1_000, MINUTE_MS, 1_000]) {
    clock.nowMs += waitMs;
    assertEquals(await read(), [[1, null, "bad"]]);
    asked.push(server.asked("POST", BULK));
  }
  assertEquals(asked, [1, 1, 2, 2]);
  assertEquals(told(hub.takeMisfits()), [[1, at(T), false]]);
});

Deno.test("omitted defaults are completed by a type that was read, ever more seldom, 500 streams a request", async () => {
  const ids = Array.from({ length: 1_200 }, (_, i) => i + 1);
  await using server = serve([property("Value", 14)], {
    streams: ids.map((id) => ({ Id: `s${id}`, TypeId: "T2" })),
    feed: Array.from({ length: 200 }, () => ids.map((id) => insert(id, {}))),
  });
  const clock = new TestClock(), hub = connect(server, { clock });
  const read = await feed(hub, ids.map((id) => level(id)));
  for (let minute = 0; minute < 130; minute++) {
    assertEquals((await read()).every(([, value, quality]) => value === 0 && quality === "good"), true);
    clock.nowMs += MINUTE_MS;
  }
  // Read at 0, then after more than 1, 2, 4, 8, 16, 32 and 60 minutes.
  assertEquals(server.asked("POST", BULK), 3 * 7);
  assertEquals(hub.takeMisfits(), []);
});

Deno.test("an omitted value is not completed for a property that the type no longer has", async () => {
  await using server = serve([property("A", 14), property("B", 14)], { feed: [[insert(1, {})]] });
  const hub = connect(server);
  const read = await feed(hub, [level(1)]);
  assertEquals(await read(), [[1, null, "bad"]]);
});

Deno.test("a service that cannot read streams together is asked one by one, 20 streams for a page", async () => {
  const ids = Array.from({ length: 25 }, (_, i) => i + 1);
  const item = ids.map((id) => insert(id, { Measurement: 99 }));
  await using server = serve([property("Measurement", 14)], {
    streams: ids.map((id) => ({ Id: `s${id}`, TypeId: "T2" })),
    feed: [item, item],
    bulk: false,
  });
  const hub = connect(server);
  const read = await feed(hub, ids.map((id) => level(id)));
  const good = (all: unknown[][]) => all.filter(([, value]) => value === 99).length;
  assertEquals([good(await read()), good(await read())], [20, 25]);
  assertEquals([server.asked("GET", "/Types/T2"), server.asked("GET", "/Streams/s1")], [2, 1]);
});

Deno.test("two feeds of one stream's samples ask once", async () => {
  const events = { s1: [{ Time: T, Measurement: 99 }] };
  await using server = serve([property("Measurement", 14)], { events });
  const hub = connect(server);
  const values = await Promise.all([1, 2, 3].map(async () => (await hub.latest(level(1)))?.value));
  assertEquals([values, server.asked("POST", BULK)], [[99, 99, 99], 1]);
});

Deno.test("inspect() tells what is listed, what is missing and what cannot be read", async () => {
  await using server = serve([property("Measurement", 14)], { brokenStreams: { s3: 403 } });
  const hub = connect(server);
  const answers = await hub.inspect([level(1), level(3), level(9)]);
  const [listed, denied, missing] = answers;
  assertEquals(listed.found && [listed.found.stream_id, listed.found.stream_name, listed.found.asset_id], [
    ...["s1", "Tank.1", "Tank"],
  ]);
  assertEquals((listed.found?.source as DataHubAddress).valueProperty, "Measurement");
  assertEquals([denied.found, denied.failure?.code], [null, "INVALID_CREDENTIALS"]);
  assertEquals([missing.found, missing.failure], [null, null]);
  assertEquals(server.asked("POST", BULK), 1);
  server.world.bulk = false;
  const [, deniedAlone, missingAlone] = await connect(server).inspect([level(1), level(3), level(9)]);
  assertEquals([deniedAlone.failure?.code, missingAlone.failure, missingAlone.found], [
    "INVALID_CREDENTIALS",
    null,
    null,
  ]);
});

Deno.test("inspect() reads a type that changed under its id, which later discoveries keep", async () => {
  await using server = serve([property("Value", 14)], {
    streams: [{ Id: "s1", TypeId: "T2", ModifiedDate: "2020-01-01T00:00:00Z" }],
  });
  const hub = connect(server);
  await hub.discover();
  server.world.types = [sdsType("T2", [property("Value", 18)])];
  assertEquals((await hub.inspect([level(1)]))[0].found?.data_type, "STR");
  assertEquals((await hub.discover()).streams[0].data_type, "STR");
});

Deno.test("inspect() finds the stream's own property among several, and none when it is gone", async () => {
  await using server = serve([property("Value", 14), property("Other", 14)]);
  const hub = connect(server);
  const gone = level(1, { valueProperty: "Level", isOnlyValue: false });
  const [own, none] = await hub.inspect([level(1), gone]);
  assertEquals([own.found?.stream_id, none.found, none.failure], ["s1.Value", null, null]);
});

Deno.test("times that cannot be right are dropped and counted in every read", async () => {
  const events = ["0001-01-01T00:00:00Z", T, "2200-01-01T00:00:00Z"].map((Time) => ({ Time, Value: 1 }));
  await using server = serve([property("Value", 14)], {
    events: { s1: events },
    feed: [[insert(1, ...events), { resourceId: "s1", operation: "Remove", events: [events[0]] }]],
  });
  const hub = connect(server), stream = level(1), to = ticksFromMs(Date.UTC(2300, 0, 1));
  const read = await feed(hub, [stream]);
  assertEquals(await read(), [[1, 1, "good"]]);
  assertEquals(hub.counters.impossibleTimes, 3);
  assertEquals((await hub.window(stream, at(T) - 1, to)).length, 1);
  assertEquals(await hub.latest(stream), null);
  assertNotEquals(hub.counters.impossibleTimes, 3);
});
