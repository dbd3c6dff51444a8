import { assert, assertEquals, assertRejects } from "@std/assert";
import type { DataHubAddress } from "../../connectors/data_hub/stream_address.ts";
import { DATA_HUB } from "../../connectors/data_hub/connector.ts";
import { createDataHub, type DataHub } from "../../connectors/data_hub/client.ts";
import { FeedExpired, type FeedPosition, FeedRefused, type SourceStream } from "../../connectors/source.ts";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator/data_hub/server.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import type { FoundStream } from "../../domain/asset/types.ts";
import type { Sample, SampleChange } from "../../domain/sample/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { sourceTimeFromTicks, ticksFromMs } from "../../domain/shared/time.ts";
import { changesOf } from "../support/batch_changes.ts";
import { at, TestClock } from "../support/data_hub_client.ts";

const MINUTE_MS = 60_000;

interface Plant extends AsyncDisposable {
  simulator: Simulator;
  hub: DataHub;
  clock: TestClock;
}

async function startPlant(options: Partial<SimulatorOptions> = {}, clientSecret?: string): Promise<Plant> {
  const clock = new TestClock();
  const simulator = await startSimulator({ now: clock.now, ...options });
  const { baseUrl, tenantId, namespaceId, clientId } = simulator;
  const rest = {
    waitSeconds: 1,
    pollSeconds: 1,
    changeFeed: "auto",
    maxAgeSeconds: 0,
    sourceLostSeconds: 60,
    correctionHorizonHours: 72,
  } as const;
  const identity = {
    baseUrl,
    tenantId,
    namespaceId,
    clientId,
    clientSecret: clientSecret ?? simulator.clientSecret,
  };
  const hub = createDataHub({
    settings: { kind: "data_hub", region: "simulator", ...identity, ...rest, requestsPerMinute: null },
    now: clock.now,
    sleep: clock.sleep,
    random: () => 1,
    outbound: createOutboundGuard({ allow: "", alwaysAllow: [new URL(baseUrl).host] }),
    clientName: "andon-test",
  });
  return { simulator, hub, clock, [Symbol.asyncDispose]: () => simulator.close() };
}

function numbered(streams: FoundStream[]): SourceStream[] {
  return streams.map((stream, index) => ({ id: index + 1, source: stream.source }));
}

function plain(samples: Sample[]) {
  return samples.map(({ time, value }) => ({ timestamp: sourceTimeFromTicks(time), value }));
}

async function readAll(
  hub: DataHub,
  from: FeedPosition,
): Promise<{ changes: SampleChange[]; position: FeedPosition }> {
  const changes: SampleChange[] = [];
  let position = from;
  for (;;) {
    const page = await hub.feed.read(position);
    changes.push(...changesOf(page.batch));
    position = { ...position, cursor: page.cursor };
    if (page.complete) return { changes, position };
  }
}

Deno.test("the client finds every stream of the simulated plant, the same each time", async () => {
  await using plant = await startPlant({ extraStreams: 1500 });
  assertEquals((await plant.hub.test()).connection_status, "connected");
  const found = await plant.hub.discover();
  assertEquals(found.unsupported, []);
  assert(found.streams.length > 1500);
  assertEquals(new Set(found.streams.map((one) => one.stream_name)).size, found.streams.length);
  const assets = new Set(found.assets.map((one) => one.asset_id));
  for (const stream of found.streams) assert(assets.has(stream.asset_id), stream.stream_name);
  assertEquals(await plant.hub.discover(), found);
});

Deno.test("window(), last() and atOrBefore() read the samples of the simulated plant, to the tick", async () => {
  await using plant = await startPlant();
  const { hub, simulator, clock } = plant;
  const [fromMs, toMs] = [clock.nowMs - 30 * MINUTE_MS, clock.nowMs];
  const { streams } = await hub.discover();
  let samples = 0;
  for (const [index, stream] of streams.entries()) {
    const one = { id: index + 1, source: stream.source };
    const truth = simulator.samples(stream.stream_name, fromMs, toMs)
      .filter((sample) => at(sample.timestamp) > ticksFromMs(fromMs));
    const read = await hub.window(one, ticksFromMs(fromMs), ticksFromMs(toMs));
    assertEquals(plain(read), truth, stream.stream_name);
    samples += read.length;
    const newest = read.at(-1);
    if (newest === undefined) continue;
    assertEquals(await hub.latest(one), newest);
    assertEquals(await hub.atOrBefore(one, newest.time), newest);
    assertEquals((await hub.atOrBefore(one, newest.time - 1))?.time, read.at(-2)?.time);
  }
  assert(samples > 0);
});

Deno.test("the feed reports every sample of every stream once, and nothing else", async () => {
  await using plant = await startPlant({ extraStreams: 20 });
  const { hub, simulator, clock } = plant;
  const { streams } = await hub.discover();
  let position: FeedPosition = await hub.feed.open(numbered(streams));
  const fromMs = clock.nowMs;
  const fed = new Map<number, Sample[]>(streams.map((_, index) => [index + 1, []]));
  for (let round = 0; round < 20; round++) {
    clock.nowMs += 13_000;
    const read = await readAll(hub, position);
    position = read.position;
    for (const change of read.changes) {
      assert(change.op === "upsert");
      fed.get(change.stream)?.push(change.sample);
    }
  }
  assertEquals(hub.counters, { unreadableTimes: 0, impossibleTimes: 0, unknownResources: 0 });
  let samples = 0;
  for (const [index, { stream_name }] of streams.entries()) {
    const truth = simulator.samples(stream_name, fromMs, clock.nowMs)
      .filter((sample) => at(sample.timestamp) > ticksFromMs(fromMs));
    assertEquals(plain(fed.get(index + 1) ?? []), truth, stream_name);
    samples += truth.length;
  }
  assert(samples > 1000, `${samples}`);
});

Deno.test("streams are added to and removed from the feed while it runs", async () => {
  await using plant = await startPlant();
  const { hub, clock } = plant;
  const streams = numbered((await hub.discover()).streams);
  const [one, two] = streams.filter((_, index) => index % 3 === 0);
  let position: FeedPosition = await hub.feed.open([one]);
  await hub.feed.change(position, [two], [one]);
  clock.nowMs += 30 * MINUTE_MS;
  const { changes, position: next } = await readAll(hub, position);
  position = next;
  assertEquals(new Set(changes.map((change) => change.stream)), new Set([two.id]));
  assertEquals((await hub.feed.open([one, two])).subscription, position.subscription);
  clock.nowMs += 30 * MINUTE_MS;
  const both = await readAll(hub, position);
  assertEquals(new Set(both.changes.map((change) => change.stream)), new Set([one.id, two.id]));
  await hub.feed.leave(position);
  await assertRejects(() => hub.feed.read(position), FeedExpired);
});

Deno.test("the feed's bookmark expires after its hour", async () => {
  await using plant = await startPlant();
  const { hub, clock } = plant;
  const position = await hub.feed.open(numbered((await hub.discover()).streams).slice(0, 3));
  clock.nowMs += 3 * 60 * MINUTE_MS;
  await assertRejects(() => hub.feed.read(position), FeedExpired);
});

Deno.test("the client polls where the simulator refuses signups", async () => {
  await using plant = await startPlant({ signups: false });
  const streams = numbered((await plant.hub.discover()).streams);
  await assertRejects(() => plant.hub.feed.open(streams), FeedRefused);
  assert(await plant.hub.latest(streams[0]) !== undefined);
});

Deno.test("the client renews an expired token", async () => {
  await using plant = await startPlant({ tokenSeconds: 60 });
  const { hub, clock } = plant;
  const [stream] = numbered((await hub.discover()).streams);
  for (let minutes = 0; minutes < 5; minutes++) {
    clock.nowMs += 45_000;
    await hub.latest(stream);
  }
});

Deno.test("the client waits for the simulator's request limit", async () => {
  await using plant = await startPlant({ requestsPerMinute: 20 });
  const { hub, clock } = plant;
  const [stream] = numbered((await hub.discover()).streams);
  for (let read = 0; read < 50; read++) await hub.latest(stream);
  assert(clock.slept.length > 0);
});

Deno.test("the simulator's refusal of a wrong secret is INVALID_CREDENTIALS", async () => {
  await using plant = await startPlant({}, "wrong");
  const refusal = await assertRejects(() => plant.hub.test(), Refusal);
  assertEquals(refusal.code, "INVALID_CREDENTIALS");
});

Deno.test("the feed reports samples written, replaced and removed by other clients", async () => {
  await using plant = await startPlant();
  const { hub, simulator, clock } = plant;
  const found = (await hub.discover()).streams.filter((one) =>
    one.source.typeCode === 14 || one.source.typeCode === 13
  );
  const stream = found[0];
  const { sdsStreamId, keyProperty, valueProperty } = stream.source as DataHubAddress;
  const position = await hub.feed.open(numbered([stream]));
  const [early, late] = [clock.nowMs - 5_000.5, clock.nowMs - 1_000].map((ms) =>
    sourceTimeFromTicks(ticksFromMs(Math.floor(ms)) + 7)
  );
  const write = await writer(simulator, sdsStreamId);
  await write("PUT", "", [{ [keyProperty]: early, [valueProperty]: 1 }, {
    [keyProperty]: late,
    [valueProperty]: 2,
  }]);
  await write("PUT", "", [{ [keyProperty]: early, [valueProperty]: 3 }]);
  await write("DELETE", `?index=${early}`);
  await write("DELETE", `?startIndex=${late}&endIndex=${late}`);
  const { changes } = await readAll(hub, position);
  const seen = changes.map((change) => {
    if (change.op === "upsert") return [change.sample.time, change.sample.value];
    return change.op === "remove" ? [change.op, change.time] : [change.op, change.from, change.to];
  });
  const own = seen.filter((row) => row.some((cell) => cell === at(early) || cell === at(late)));
  assertEquals(own, [
    [at(early), 1],
    [at(late), 2],
    [at(early), 3],
    ["remove", at(early)],
    ["removeWindow", at(late), at(late)],
  ]);
});

/** Writes to a stream as another client would. */
async function writer(
  { baseUrl, tenantId, namespaceId, clientId, clientSecret }: Simulator,
  streamId: string,
) {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
  });
  const token = await (await fetch(`${baseUrl}/identity/connect/token`, { method: "POST", body: form }))
    .json();
  const data = `${baseUrl}/api/v1/Tenants/${tenantId}/Namespaces/${namespaceId}/Streams/${streamId}/Data`;
  return async (method: string, query: string, events?: unknown[]): Promise<void> => {
    const headers = { "authorization": `Bearer ${token.access_token}`, "content-type": "application/json" };
    const body = events === undefined ? undefined : JSON.stringify(events);
    const answer = await fetch(data + query, { method, headers, body });
    await answer.body?.cancel();
    assertEquals(answer.status, 204, `${method} ${query}`);
  };
}

Deno.test("the window reader reads the samples of the simulated plant, an asset at a time", async () => {
  await using plant = await startPlant({ extraStreams: 20 });
  const { hub, simulator, clock } = plant;
  const { streams } = await hub.discover();
  clock.nowMs += 10 * MINUTE_MS;
  const fromMs = clock.nowMs - 5 * MINUTE_MS, toMs = clock.nowMs;
  const bounds = { from: ticksFromMs(fromMs), to: ticksFromMs(toMs) };
  const groups = await hub.windows.group(numbered(streams).map((stream) => ({ stream, ...bounds })));
  const read = new Map<number, Sample[]>();
  for (const group of groups) {
    for await (const { stream, samples } of hub.windows.read(group, { pageSize: 50 })) {
      read.set(stream.id, [...read.get(stream.id) ?? [], ...samples]);
    }
  }
  for (const [index, { stream_name }] of streams.entries()) {
    const truth = simulator.samples(stream_name, fromMs, toMs).filter((one) =>
      at(one.timestamp) > bounds.from
    );
    assertEquals(plain(read.get(index + 1) ?? []), truth, stream_name);
  }
  const alone = groups.filter((group) => group.asset === null);
  assert(groups.length < streams.length / 2, `${groups.length} groups of ${streams.length} streams`);
  assertEquals(alone.length, 20);
});

Deno.test("streams whose types change go on by feed and by windows, and those that mean something else are bad", async () => {
  await using plant = await startPlant();
  const { hub, simulator, clock } = plant;
  for (const shape of ["number", "boolean", "enumeration"] as const) {
    simulator.faults.set({ kind: "streams_added", shape, how_many: 2, prefix: shape });
  }
  const streams = numbered((await hub.discover()).streams), found = (await hub.discover()).streams;
  const idOf = (name: string) => streams[found.findIndex(({ stream_name }) => stream_name === name)];
  const changes = {
    "number.Number1": "property_renamed",
    "number.Number2": "number_to_text",
    "boolean.Boolean1": "key_renamed",
    "enumeration.Enumeration1": "enumeration_extended",
    "enumeration.Enumeration2": "enumeration_renumbered",
  } as const;
  const followed = Object.keys(changes).map(idOf);
  let position: FeedPosition = await hub.feed.open(followed);
  clock.nowMs += 10_000;
  ({ position } = await readAll(hub, position));
  for (const [name, change] of Object.entries(changes)) {
    simulator.faults.set({ kind: "types_changed", streams: name, change });
  }
  const fromMs = clock.nowMs;
  clock.nowMs += 10_000;
  const fed = Map.groupBy((await readAll(hub, position)).changes, ({ stream }) => stream);
  for (const [name, change] of Object.entries(changes)) {
    const stream = idOf(name), expected = change === "number_to_text" ? "bad" : "good";
    const samples = (fed.get(stream.id) ?? []).flatMap((each) => each.op === "upsert" ? [each.sample] : []);
    assert(samples.length > 0, name);
    assertEquals(new Set(samples.map(({ quality }) => quality)), new Set([expected]), name);
    const window = await hub.window(stream, ticksFromMs(fromMs), ticksFromMs(clock.nowMs));
    assertEquals(window, samples, name);
    if (change !== "property_renamed") continue;
    assertEquals(plain(samples), simulator.samples(name, fromMs + 1, clock.nowMs));
  }
  const renumbered = idOf("enumeration.Enumeration2");
  const told = (await hub.inspect([renumbered]))[0].found;
  assert(told !== null && DATA_HUB.goOn({ ...told, ...renumbered }, told) === null);
});

Deno.test("qualities and padded texts of the plant are read", async () => {
  await using plant = await startPlant();
  const { hub, simulator, clock } = plant;
  simulator.faults.set({ kind: "streams_added", shape: "with_quality" });
  simulator.faults.set({ kind: "streams_added", shape: "padded_text" });
  const { streams } = await hub.discover();
  const read = async (name: string) => {
    const found = streams.find(({ stream_name }) => stream_name === name);
    assert(found !== undefined, name);
    const fromMs = clock.nowMs - MINUTE_MS;
    return await hub.window({ id: 1, source: found.source }, ticksFromMs(fromMs), ticksFromMs(clock.nowMs));
  };
  clock.nowMs += MINUTE_MS;
  const values = await read("Odd.WithQuality1");
  assert(values.some(({ quality }) => quality === "bad"));
  for (const { value, quality } of values) assertEquals(quality, Number(value) > 80 ? "bad" : "good");
  for (const { value } of await read("Odd.PaddedText1")) {
    assert(/^Step \d$/.test(String(value)), String(value));
  }
});
